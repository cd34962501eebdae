import ContractModel
import Foundation
import JSONParsing
import MappingEngine

extension MappedValue {
  /// Returns the value as a plain Swift value: `String`, `Bool`, `Int`, `Double`, `Date` and so on;
  /// arrays and sets as `[Any]`, dictionaries as `[String: Any]`, objects as `MappedObject`; `nil`
  /// for null.
  ///
  /// A whole number beyond `Int` is a `UInt64`. In a collection, null is `NSNull`, as with
  /// `JSONSerialization`.
  func plain(in store: ObjectStore) -> Any? {
    let all = { (values: [MappedValue]) in values.map { $0.plain(in: store) ?? NSNull() } }
    switch self {
    case .null: return nil
    case .bool(let bool): return bool
    case .int(let number): return Int(exactly: number) ?? number
    case .uint(let number): return Int(exactly: number) ?? number
    case .double(let number): return number
    case .float(let number): return number
    case .decimal(let number): return number.value
    case .string(let text): return text
    case .date(let instant):
      return Date(
        timeIntervalSince1970: Double(instant.seconds) + Double(instant.nanoseconds) / 1e9)
    case .url(let text): return URL(string: text) ?? text
    case .uuid(let uuid): return uuid
    case .data(let bytes): return Data(bytes)
    case .json(let fragment): return fragment.value.plain
    case .array(let collection), .set(let collection):
      guard !collection.names.isEmpty else { return all(collection.elements) }
      return Dictionary(
        zip(collection.names.map(\.text), all(collection.elements)), uniquingKeysWith: { $1 })
    case .dictionary(let entries):
      return Dictionary(
        zip(entries.map(\.name.text), all(entries.map(\.value))), uniquingKeysWith: { $1 })
    case .object(let id): return store[id]
    }
  }
}

extension JSONValue {
  /// The value as a plain Swift value, as deep as payloads are read; `nil` for null.
  fileprivate var plain: Any? {
    switch kind {
    case .null: return nil
    case .bool: return bool
    case .string: return string
    case .number:
      guard let number else { return nil }
      if let whole = number.int64.exactValue { return Int(exactly: whole) ?? whole }
      return number.double.value ?? number.text
    case .array: return elements.map { $0.plain ?? NSNull() }
    case .object:
      return Dictionary(
        members.map { ($0.name.text, $0.value.plain ?? NSNull()) }, uniquingKeysWith: { $1 })
    }
  }
}
