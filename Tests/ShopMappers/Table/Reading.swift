import Foundation
import JSONParsing

/// The strict readings of values in the rows of a table.
enum Reading {
  static func int(_ value: JSONValue, _: TableMapper) throws -> Any? {
    try integer(value, as: Int.self)
  }

  static func uint(_ value: JSONValue, _: TableMapper) throws -> Any? {
    try integer(value, as: UInt.self)
  }

  static func int8(_ value: JSONValue, _: TableMapper) throws -> Any? {
    try integer(value, as: Int8.self)
  }

  static func integer<Value: FixedWidthInteger & Sendable>(
    _ value: JSONValue, as type: Value.Type
  ) throws -> Value {
    guard let number = value.number?.reading(as: type).exactValue else {
      throw TableError.wrong(value, "\(type)")
    }
    return number
  }

  static func double(_ value: JSONValue, _: TableMapper) throws -> Any? {
    guard let number = value.number?.double.value else { throw TableError.wrong(value, "Double") }
    return number
  }

  static func decimal(_ value: JSONValue, _: TableMapper) throws -> Any? {
    guard let text = value.number?.text, let number = Decimal(string: text), number.isFinite
    else { throw TableError.wrong(value, "Decimal") }
    return number
  }

  static func doubleInText(_ value: JSONValue, _: TableMapper) throws -> Any? {
    guard let number = value.string.flatMap({ JSONNumber($0) })?.double.value else {
      throw TableError.wrong(value, "Double")
    }
    return number
  }

  static func bool(_ value: JSONValue, _: TableMapper) throws -> Any? {
    guard let bool = value.bool else { throw TableError.wrong(value, "Bool") }
    return bool
  }

  static func text(_ value: JSONValue, _: TableMapper) throws -> Any? {
    guard let text = value.string else { throw TableError.wrong(value, "String") }
    return text
  }

  static func textOrNumber(_ value: JSONValue, _: TableMapper) throws -> Any? {
    guard let text = value.string ?? value.number?.text else {
      throw TableError.wrong(value, "String")
    }
    return text
  }

  // MARK: - Texts with other values

  /// Returns a reading of a value from a text.
  static func parsed<Result>(
    _ type: Result.Type = Result.self, _ parse: @escaping (String) -> Result?
  ) -> Row.Read {
    { value, _ in
      guard let result = value.string.flatMap(parse) else {
        throw TableError.wrong(value, "\(type)")
      }
      return result
    }
  }

  static var uuid: Row.Read { parsed { UUID(uuidString: $0) } }
  static var url: Row.Read { parsed { text in text.isEmpty ? nil : URL(string: text) } }
  static var data: Row.Read { parsed { Data(base64Encoded: $0) } }
  static var instant: Row.Read { parsed { DateReading.instant($0) } }
  static var day: Row.Read { parsed { DateReading.day($0) } }

  static func oneOf(_ cases: String...) -> Row.Read { parsed { cases.contains($0) ? $0 : nil } }

  // MARK: - Values with content

  static func object(_ type: String) -> Row.Read { { try $1.object(type, $0) } }

  static func list(_ element: @escaping Row.Read) -> Row.Read {
    { value, mapper in
      guard value.kind == .array else { throw TableError.wrong(value, "an array") }
      return try value.elements.map { try element($0, mapper) as Any }
    }
  }

  static func nullable(_ read: @escaping Row.Read) -> Row.Read {
    { $0.isNull ? nil : try read($0, $1) }
  }

  static func dictionary(_ element: @escaping Row.Read) -> Row.Read {
    { value, mapper in
      guard value.kind == .object else { throw TableError.wrong(value, "an object") }
      let members = try value.members.map { ($0.name.text, try element($0.value, mapper) as Any) }
      return Dictionary(members, uniquingKeysWith: { $1 })
    }
  }

  /// Returns a reading that changes the result of another.
  static func changed<Value>(
    _ read: @escaping Row.Read, _ type: Value.Type = Value.self,
    _ change: @escaping (Value) -> Any?
  ) -> Row.Read {
    { value, mapper in
      let result = try read(value, mapper)
      return (result as? Value).map { change($0) } ?? result
    }
  }

  static var set: Row.Read { changed(list(text), [String].self) { Set($0) } }

  /// Returns a reading that tries another one if the first fails.
  static func either(_ first: @escaping Row.Read, _ second: @escaping Row.Read) -> Row.Read {
    { value, mapper in
      do { return try first(value, mapper) } catch { return try second(value, mapper) }
    }
  }
}
