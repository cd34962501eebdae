import MapperTesting

/// Properties of a store's objects that `Mirror` does not show: those of Core Data, computed ones,
/// getters of classes. Of an object of which something is named, only that is compared.
///
///     reading: [.properties(["remoteId": \AvatarMO.remoteId, "url": \AvatarMO.fileURL])]
public struct ObjectReading {
  let apply: (MapperUnderTest) -> MapperUnderTest

  /// Properties of objects of a type, and of types below it, by the contract's names.
  public static func properties<Object>(
    _ properties: KeyValuePairs<String, PartialKeyPath<Object>>
  ) -> ObjectReading {
    ObjectReading { $0.reading(properties) }
  }

  /// Properties of objects of a type, and of types below it, where a key path will not do.
  public static func properties<Object>(
    _ properties: @escaping (_ object: Object) -> [String: Any?]
  ) -> ObjectReading {
    ObjectReading { $0.reading(properties) }
  }
}
