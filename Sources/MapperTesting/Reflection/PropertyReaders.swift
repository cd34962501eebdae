/// The properties that an app names of its values, where `Mirror` does not show them: computed ones,
/// those of Core Data, getters of classes.
struct PropertyReaders {
  private var readers: [(Any) -> [(label: String, value: Any)]] = []

  /// The readers and one more.
  ///
  /// - Parameter read: The names and values of the properties of a value.
  func adding<Value>(_ read: @escaping (Value) -> [(label: String, value: Any)]) -> PropertyReaders
  {
    var all = self
    all.readers.append { ($0 as? Value).map(read) ?? [] }
    return all
  }

  /// The readers of either, these first.
  func joined(with others: PropertyReaders?) -> PropertyReaders {
    var all = self
    all.readers += others?.readers ?? []
    return all
  }

  /// The named properties of a value, those that were named first before the others.
  func properties(of value: Any) -> [(label: String, value: Any)] {
    readers.flatMap { $0(value) }
  }
}

/// A value of the app with the readers of what is in it.
struct ReadableValue {
  let value: Any
  let readers: PropertyReaders
}
