/// Readers of the properties that an app names for its values, where `Mirror` does not show them:
/// computed properties, Core Data properties, getters of classes.
struct PropertyReaders {
  private var readers: [(Any) -> [(label: String, value: Any)]]

  /// - Parameter read: Returns the properties of a value.
  init<Value>(_ read: @escaping (Value) -> [(label: String, value: Any)]) {
    readers = [{ ($0 as? Value).map(read) ?? [] }]
  }

  /// Returns the readers of both, these first.
  func joined(with others: PropertyReaders?) -> PropertyReaders {
    var all = self
    all.readers += others?.readers ?? []
    return all
  }

  /// Returns the named properties of a value, in the order in which they were named.
  func properties(of value: Any) -> [(label: String, value: Any)] {
    readers.flatMap { $0(value) }
  }
}

/// A value of the app, with the readers for the values inside it.
struct ReadableValue {
  let value: Any
  let readers: PropertyReaders
}
