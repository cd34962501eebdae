import Foundation
import JSONParsing

/// A mapper with a table of rows for each type. A row says which key path becomes which property.
///
/// Objects are dictionaries of their properties, with a property for each row.
struct TableMapper {
  var tables: [String: [Row]]
  /// The type of the root.
  var type = "Order"
  /// Finds the root of the payload.
  var root: (JSONValue) throws -> JSONValue = { try $0["order"] ?? TableError.missing("order") }
  /// Creates an object from its properties.
  var finish: (_ type: String, _ properties: [String: Any]) throws -> Any = { $1 }
  /// Called with each object before it is mapped.
  var inspect: (_ type: String, _ value: JSONValue) throws -> Void = { _, _ in }
  /// Handles the failure of a row; without a recovery, the object is rejected.
  var recover: ((_ row: Row, _ error: any Error) -> Recovery?)?

  enum Recovery {
    case value(Any?)
    case stop
  }

  func map(_ data: Data) throws -> Any {
    try object(type, root(JSONDocument(parsing: Array(data)).root))
  }

  func object(_ type: String, _ value: JSONValue) throws -> Any {
    guard value.kind == .object else { throw TableError.wrong(value, type) }
    try inspect(type, value)
    var properties: [String: Any] = [:]
    for row in tables[type] ?? [] {
      do {
        properties[row.property] = .some(try row.value(in: value, self) as Any)
      } catch {
        guard let recovery = recover?(row, error) else { throw error }
        guard case .value(let value) = recovery else { break }
        properties[row.property] = .some(value as Any)
      }
    }
    return try finish(type, properties)
  }

  /// The row of a type that reads a key path.
  subscript(type: String, key: String) -> Row {
    get { tables[type]?.first { $0.key == key } ?? Row("", "", Reading.text) }
    set {
      guard let index = tables[type]?.firstIndex(where: { $0.key == key }) else { return }
      tables[type]?[index] = newValue
    }
  }
}

/// A line of a table.
struct Row {
  typealias Read = (_ value: JSONValue, _ mapper: TableMapper) throws -> Any?

  var key: String
  var property: String
  var read: Read
  /// The kind of value in the payload; a mutant could mix up rows of one kind.
  var kind: String
  var isOptional = false
  var isNullable = false
  /// The value of an optional property whose key is absent.
  var whenMissing: Any?
  /// Finds a member of an object.
  var find: (_ object: JSONValue, _ name: String) -> JSONValue? = { $0[$1] }
  /// Finds the value in the representation, instead of following the key path.
  var locate: ((_ representation: JSONValue) throws -> JSONValue?)?

  /// - Parameter key: The key path; a `?` at its end means that the key may be absent.
  init(
    _ key: String, _ property: String, kind: String = "", null: Bool = false,
    _ read: @escaping Read
  ) {
    isOptional = key.hasSuffix("?")
    self.key = isOptional ? String(key.dropLast()) : key
    (self.property, self.kind, self.read, isNullable) = (property, kind, read, null)
  }

  func value(in representation: JSONValue, _ mapper: TableMapper) throws -> Any? {
    guard let value = try locate.map({ try $0(representation) }) ?? follow(representation) else {
      if isOptional { return whenMissing }
      throw TableError.missing(key)
    }
    if value.isNull, isNullable { return nil }
    return try read(value, mapper)
  }

  private func follow(_ representation: JSONValue) throws -> JSONValue? {
    var value = representation
    for name in key.split(separator: ".").map(String.init) {
      guard value.kind == .object else { throw TableError.wrong(value, "an object") }
      guard let next = find(value, name) else { return nil }
      value = next
    }
    return value
  }
}

extension Row {
  /// Returns the row with a value for an absent key.
  func orElse(_ value: Any) -> Row {
    var row = self
    row.isOptional = true
    row.whenMissing = value
    return row
  }
}

enum TableError: Error {
  case missing(String)
  case wrong(JSONValue, String)

  /// Throws an error; for the right side of `??`.
  static func missing(_ key: String) throws -> JSONValue { throw missing(key) as TableError }
}
