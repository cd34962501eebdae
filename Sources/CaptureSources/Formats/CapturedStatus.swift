import JSONParsing

/// The status of a response in a capture: three digits (RFC 9110, section 15), as a number or as
/// text.
///
/// An invalid status is not replaced by a guess: with 200, the body of an error would be compared
/// with the contract of a success.
struct CapturedStatus {
  /// The status; `nil`, if there is no readable one.
  let code: Int?
  /// The reason why the status cannot be read, in words without its value; `nil`, if it can be
  /// read, or there is none.
  let fault: String?

  /// - Parameter values: The values of the possible members; the first readable one counts.
  init(_ values: [JSONValue]) {
    code = values.lazy.compactMap(Self.code).first
    let first = code == nil ? values.first : nil
    fault = first.map { "the status cannot be read: \(Self.words($0))" }
  }

  private static let codes = 100...999

  private static func code(_ value: JSONValue) -> Int? {
    if let text = value.string { return code(text.utf8) }
    return value.number?.int64.exactValue.map { Int($0) }.flatMap { codes ~= $0 ? $0 : nil }
  }

  static func code(_ text: some Collection<UInt8>) -> Int? {
    let isDigits = text.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    guard isDigits, text.count == 3 else { return nil }
    return Int(String(decoding: text, as: UTF8.self)).flatMap { codes ~= $0 ? $0 : nil }
  }

  private static func words(_ value: JSONValue) -> String {
    switch value.kind {
    case .number:
      value.number?.int64.exactValue == 0
        ? "it is 0, as where no response came" : "it is a number that is no status"
    case .string: "it is a text that is no status"
    case .null: "it is null"
    case .bool: "it is true or false"
    case .array: "it is an array"
    case .object: "it is an object"
    }
  }
}
