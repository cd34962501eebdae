public import Foundation
import JSONParsing

/// A value that a test gives to a property: a literal, or one of Foundation's.
///
///     ["remoteId": 123, "name": "a", "avatar": nil, "tags": ["a", "b"],
///      "city": ["name": "New York"], "createdAt": .date(now)]
public enum PropertyValue: Hashable, Sendable {
  /// `nil`: null, or a key that is left out if it may be absent.
  case null
  /// A truth value.
  case bool(Bool)
  /// A whole number.
  case int(Int)
  /// A number; not a finite one is an error.
  case double(Double)
  /// A text, which the line reads as it reads payloads.
  case string(String)
  /// A date, written in the first format of its line.
  case date(Date)
  /// A URL.
  case url(URL)
  /// A UUID.
  case uuid(UUID)
  /// Data, written in base64 or as the line says.
  case data(Data)
  /// The elements of an array or a set.
  case array([PropertyValue])
  /// An object, of which only the properties named differ from the canonical one; or a dictionary.
  case object(PropertyValues)
}

/// Properties by name, in the order given.
public struct PropertyValues: Hashable, Sendable {
  /// A property and its value.
  public struct Entry: Hashable, Sendable {
    /// The name of the property, which may have dots.
    public var name: MemberName
    /// Its value.
    public var value: PropertyValue
  }

  /// The properties, in their order.
  public private(set) var entries: [Entry] = []

  /// - Parameter values: In the order of their names' bytes from then on.
  public init(_ values: [String: PropertyValue]) {
    entries = values.map { Entry(name: MemberName($0.key), value: $0.value) }
      .sorted { $0.name < $1.name }
  }

  /// The last value of a property.
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
