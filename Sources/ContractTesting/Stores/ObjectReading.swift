import MapperTesting

/// Properties of a store's objects that `Mirror` does not show, such as Core Data properties,
/// computed properties and getters of classes. If an object has named properties, only these are
/// compared.
///
///     reading: [.properties(["remoteId": \AvatarMO.remoteId, "url": \AvatarMO.fileURL])]
public struct ObjectReading {
  let apply: (MapperUnderTest) -> MapperUnderTest

  /// Properties of objects of a type and its subtypes, by the contract's names.
  public static func properties<Object>(
    _ properties: KeyValuePairs<String, PartialKeyPath<Object>>
  ) -> ObjectReading {
    ObjectReading { $0.reading(properties) }
  }

  /// Properties of objects of a type and its subtypes, for properties that a key path cannot
  /// express.
  public static func properties<Object>(
    _ properties: @escaping (_ object: Object) -> [String: Any?]
  ) -> ObjectReading {
    ObjectReading { $0.reading(properties) }
  }
}
