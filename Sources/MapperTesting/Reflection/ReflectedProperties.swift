import ContractModel
import JSONParsing

/// The properties of a value of the app, for lookup by label.
struct ReflectedProperties {
  /// The result of following a path of labels.
  enum Lookup {
    case found(Any)
    /// A value on the way is `nil`.
    case absent
    /// The property is lazy, and was never read.
    case unread
    case noProperty(type: String, nearest: String?)
  }

  private let value: ReflectedValue
  private let properties: [ReflectedProperty]
  /// Whether these are only the properties that the app names.
  private let areNamed: Bool

  init(_ value: ReflectedValue) {
    let named = value.namedProperties
    self.value = value
    (properties, areNamed) = named.isEmpty ? (value.properties, false) : (named, true)
  }

  /// Makes the properties of a case from its associated values.
  init(_ associated: [ReflectedProperty], of value: ReflectedValue) {
    (self.value, properties, areNamed) = (value, associated, false)
  }

  /// The labels of the properties that the app names, if it names any; otherwise all.
  var labels: [String] { properties.map(\.label) }

  /// Returns whether there is a property to which a path of labels leads.
  func has(_ labels: ArraySlice<String>) -> Bool {
    guard let label = labels.first, property(label) != nil else { return false }
    return if case .noProperty = value(at: labels) { false } else { true }
  }

  func value(at labels: ArraySlice<String>) -> Lookup {
    guard let label = labels.first else { return .absent }
    guard let property = property(label) else {
      // A dictionary may have any names.
      guard !value.isDictionary else { return .absent }
      let labels = (areNamed ? value.properties : properties).map(\.label)
      return .noProperty(type: value.typeName, nearest: nearestWord(to: label, among: labels))
    }
    if property.isUnread { return .unread }
    guard labels.count > 1 else { return .found(property.value) }
    guard let next = ReflectedValue(property.value) else { return .absent }
    return ReflectedProperties(next).value(at: labels.dropFirst())
  }

  /// Returns the property with this stored name, or else one that a wrapper stores. A subclass's
  /// properties come after the inherited ones.
  private func property(_ label: String) -> ReflectedProperty? {
    Self.property(label, among: properties)
      ?? (areNamed ? Self.property(label, among: value.properties) : nil)
  }

  private static func property(
    _ label: String, among properties: [ReflectedProperty]
  ) -> ReflectedProperty? {
    // This is called for each property of each object; in builds without optimisation a loop is
    // faster than a search of the standard library.
    var index = properties.count
    while index > 0 {
      index -= 1
      if MemberName.isSame(properties[index].storage, label) { return properties[index] }
    }
    return properties.last { MemberName.isSame($0.label, label) }
  }
}
