import Generation
import JSONParsing

/// Properties by name, in the order given.
public struct PropertyValues: Hashable, Sendable {
  /// A property and its value.
  public struct Entry: Hashable, Sendable {
    /// The name of the property, which may have dots.
    public var name: MemberName
    /// The value of the property.
    public var value: PropertyValue
  }

  /// The properties, in their order.
  public private(set) var entries: [Entry] = []

  /// - Parameter values: The values by property; they are sorted by the bytes of the names.
  public init(_ values: [String: PropertyValue]) {
    entries = values.map { Entry(name: MemberName($0.key), value: $0.value) }
      .sorted { $0.name < $1.name }
  }

  /// The last value of a property.
  public subscript(name: MemberName) -> PropertyValue? { entries.last { $0.name == name }?.value }

  var tree: PayloadTree { PayloadTree(members: entries.map { ($0.name.text, $0.value.tree) }) }

  /// Returns these properties, in which values of `others` replace existing values, followed by the
  /// remaining properties of `others`.
  func overridden(by others: PropertyValues) -> PropertyValues {
    var result = self
    for entry in others.entries { result.set(entry) }
    return result
  }

  fileprivate mutating func set(_ entry: Entry) {
    if let index = entries.firstIndex(where: { $0.name == entry.name }) {
      entries[index] = entry
    } else {
      entries.append(entry)
    }
  }
}

// MARK: - Literals

extension PropertyValues: ExpressibleByDictionaryLiteral {
  /// Creates the values; a name that is given twice has the last value.
  public init(dictionaryLiteral elements: (String, PropertyValue)...) {
    self.init(elements)
  }

  init(_ elements: some Sequence<(String, PropertyValue)>) {
    self.init([:] as [String: PropertyValue])
    for (name, value) in elements { set(Entry(name: MemberName(name), value: value)) }
  }
}
