import ContractModel
public import Foundation
import Generation
import JSONParsing
import MappingEngine

/// A value that a test gives to a property: a literal, or a value of a Foundation type.
///
///     ["remoteId": 123, "name": "a", "avatar": nil, "tags": ["a", "b"],
///      "city": ["name": "New York"], "createdAt": .date(now)]
public enum PropertyValue: Hashable, Sendable {
  /// The literal `nil`: null, or a missing key if the key is optional.
  case null
  /// A Boolean.
  case bool(Bool)
  /// A whole number.
  case int(Int)
  /// A number; a non-finite one is an error.
  case double(Double)
  /// A text, which the line reads in the same way as a text of a payload.
  case string(String)
  /// A date, written in the first format of its line.
  case date(Date)
  /// A URL.
  case url(URL)
  /// A UUID.
  case uuid(UUID)
  /// Data, written in base64 or in the encoding of its line.
  case data(Data)
  /// The elements of an array or a set.
  case array([PropertyValue])
  /// An object, of which only the named properties differ from the canonical one; or a dictionary.
  case object(PropertyValues)
}

// MARK: - Scalars

extension PropertyValue {
  /// The value as JSON: dates in ISO 8601, data in base64.
  var tree: PayloadTree {
    var writer = JSONWriter()
    switch self {
    case .null: writer.null()
    case .bool(let bool): writer.bool(bool)
    case .int(let number): writer.number(number)
    case .double(let number): writer.number(number)
    case .string(let text): writer.string(text)
    case .date(let date): writer.string(Instant(date)?.description ?? "")
    case .url(let url): writer.string(url.absoluteString)
    case .uuid(let uuid): writer.string(uuid.uuidString)
    case .data(let data): writer.string(data.base64EncodedString())
    case .array(let elements): return PayloadTree(list: elements.map(\.tree))
    case .object(let values): return values.tree
    }
    return PayloadTree(verbatim: writer.bytes)
  }

  /// Whether JSON can express the value: numbers and dates have to be finite.
  var isWritable: Bool {
    switch self {
    case .double(let number): number.isFinite
    case .date(let date): Instant(date) != nil
    case .array(let elements): elements.allSatisfy(\.isWritable)
    case .object(let values): values.entries.allSatisfy { $0.value.isWritable }
    default: true
    }
  }

  /// The value as a phrase, to follow "found".
  var foundText: String {
    switch self {
    case .null: "nil"
    case .bool(let bool): "\(bool)"
    case .int(let number): "\(number)"
    case .double(let number): "\(number)"
    case .string(let text): "the string \(quoted(text))"
    case .date: "a date"
    case .url: "a URL"
    case .uuid: "a UUID"
    case .data: "data"
    case .array: "an array"
    case .object: "an object"
    }
  }

  /// Returns the value that a property of a scalar type has for this one; `nil` if there is none.
  func mapped(as name: ScalarName) -> MappedValue? {
    switch (name.family, self) {
    case (.string, .string(let text)): .string(text)
    case (.bool, .bool(let bool)): .bool(bool)
    case (.number(.signed), .int(let number)): .int(Int64(number))
    case (.number(.unsigned), .int(let number)): UInt64(exactly: number).map { .uint($0) }
    case (.number(.double), _): number.map { .double($0) }
    case (.number(.float), _): number.map { .float(Float($0)) }
    case (.number(.decimal), .int(let number)): .decimal(Decimal(number))
    case (.number(.decimal), .double(let number)) where number.isFinite:
      Decimal(string: "\(number)").map { .decimal($0) }
    case (.date, .date(let date)): Instant(date).map { .date($0) }
    case (.date, .string(let text)):
      Instant(iso8601: text.utf8, profile: .rfc3339).map { .date($0) }
    case (.form(.url), .url(let url)): .url(url.absoluteString)
    case (.form(.url), .string(let text)): .url(text)
    case (.form(.uuid), .uuid(let uuid)): .uuid(uuid)
    case (.form(.uuid), .string(let text)): UUID(uuidString: text).map { .uuid($0) }
    case (.form(.data), .data(let data)): .data([UInt8](data))
    case (.any, _) where isWritable: tree.document.map { .json(JSONFragment($0.root)) }
    default: nil
    }
  }

  private var number: Double? {
    switch self {
    case .int(let number): Double(exactly: number)
    case .double(let number): number.isFinite ? number : nil
    default: nil
    }
  }
}

// MARK: - Literals

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
