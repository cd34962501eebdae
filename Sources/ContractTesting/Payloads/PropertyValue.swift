public import Foundation
import JSONParsing

/// A value that a test gives to a property: a literal, or one of Foundation's.
///
///     ["remoteId": 123, "name": "a", "avatar": nil, "tags": ["a", "b"],
///      "city": ["name": "New York"], "createdAt": .date(now)]
public enum PropertyValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case int(Int)
  case double(Double)
  case string(String)
  case date(Date)
  case url(URL)
  case uuid(UUID)
  case data(Data)
  case array([PropertyValue])
  /// An object, of which only the properties named differ from the canonical one; or a dictionary.
  case object(PropertyValues)
}

/// Properties by name, in the order given.
public struct PropertyValues: Hashable, Sendable {
  public struct Entry: Hashable, Sendable {
    public var name: MemberName
    public var value: PropertyValue
  }

  public private(set) var entries: [Entry] = []

  /// - Parameter values: In the order of their names' bytes from then on.
  public init(_ values: [String: PropertyValue]) {
    entries = values.map { Entry(name: MemberName($0.key), value: $0.value) }
      .sorted { $0.name < $1.name }
  }

  public subscript(name: MemberName) -> PropertyValue? { entries.last { $0.name == name }?.value }

  /// Returns these properties, where others have not other values for them, and then the rest of
  /// the others.
  public func overridden(by others: PropertyValues) -> PropertyValues {
    var result = self
    for entry in others.entries {
      if let index = result.entries.firstIndex(where: { $0.name == entry.name }) {
        result.entries[index] = entry
      } else {
        result.entries.append(entry)
      }
    }
    return result
  }
}

// MARK: - Literals

extension PropertyValues: ExpressibleByDictionaryLiteral {
  /// A name that is given twice has the value that is given last.
  public init(dictionaryLiteral elements: (String, PropertyValue)...) {
    self.init(elements)
  }

  init(_ elements: some Sequence<(String, PropertyValue)>) {
    self.init([:] as [String: PropertyValue])
    let entries = elements.map { Entry(name: MemberName($0.0), value: $0.1) }
    for entry in entries { self = overridden(by: PropertyValues(entry)) }
  }

  private init(_ entry: Entry) { entries = [entry] }
}

extension PropertyValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringInterpolation,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  public init(nilLiteral: ()) { self = .null }

  public init(booleanLiteral bool: Bool) { self = .bool(bool) }

  public init(integerLiteral number: Int) { self = .int(number) }

  public init(floatLiteral number: Double) { self = .double(number) }

  public init(stringLiteral text: String) { self = .string(text) }

  public init(arrayLiteral elements: PropertyValue...) { self = .array(elements) }

  public init(dictionaryLiteral elements: (String, PropertyValue)...) {
    self = .object(PropertyValues(elements))
  }
}
