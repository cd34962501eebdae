import ContractModel
import JSONParsing

/// The properties of one value of the app, to be found by their labels.
struct ReflectedProperties {
  /// The end of a path of labels.
  enum Lookup {
    case found(Any)
    /// A value on the way is `nil`.
    case absent
    case noProperty(type: String, nearest: String?)
  }

  private let properties: [ReflectedProperty]
  /// The value, where the properties are only those that the app names.
  private let named: ReflectedValue?
  private let type: String
  private let isDictionary: Bool

  init(_ value: ReflectedValue) {
    let named = value.namedProperties
    (properties, self.named) = named.isEmpty ? (value.properties, nil) : (named, value)
    (type, isDictionary) = (value.typeName, value.isDictionary)
  }

  /// The labels of those that the app names, where it names any: nothing else is looked at.
  var labels: [String] { properties.map(\.label) }

  /// Whether there is a property that a path of labels starts with.
  func has(_ labels: ArraySlice<String>) -> Bool {
    guard let label = labels.first, property(label) != nil else { return false }
    return if case .noProperty = value(at: labels) { false } else { true }
  }

  func value(at labels: ArraySlice<String>) -> Lookup {
    guard let label = labels.first else { return .absent }
    guard let value = property(label)?.value else {
      // A dictionary may have any names.
      return isDictionary ? .absent : .noProperty(type: type, nearest: nearest(to: label))
    }
    guard labels.count > 1 else { return .found(value) }
    guard let next = ReflectedValue(value) else { return .absent }
    return ReflectedProperties(next).value(at: labels.dropFirst())
  }

  /// A property that is stored by the name, or else one that a wrapper stores. What a subclass
  /// declares comes after what it inherits.
  private func property(_ label: String) -> ReflectedProperty? {
    Self.property(label, among: properties)
      ?? named.flatMap { Self.property(label, among: $0.properties) }
  }

  private static func property(
    _ label: String, among properties: [ReflectedProperty]
  ) -> ReflectedProperty? {
    // Asked of each property of each object, in builds without optimisation, where a loop is quicker
    // than a search of the standard library.
    var index = properties.count
    while index > 0 {
      index -= 1
      if MemberName.isSame(properties[index].storage, label) { return properties[index] }
    }
    return properties.last { MemberName.isSame($0.label, label) }
  }

  /// The label that is most like another.
  private func nearest(to label: String) -> String? {
    let labels = (named?.properties ?? properties).map(\.label)
    return nearestWord(to: label, among: labels)
  }
}
