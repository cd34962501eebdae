import ContractModel
import Generation
import JSONParsing

/// Makes payloads that differ from a given one in the value at one place.
enum PayloadChange {
  /// Returns payloads with another value of the same kind, the most similar ones first.
  ///
  /// - Parameter line: The type of the line; if it lists values, the other listed values come
  ///   first.
  static func changes(
    of json: JSONValue, in document: JSONDocument, _ line: ConstrainedType, _ contract: Contract
  ) -> [[UInt8]] {
    let listed = line.type.literals.map(\.json).filter { $0 != json.rawText }
    let replaced = { (text: String) in replacing(json, in: document, with: text) }
    let inner = innerScalars(json).flatMap { value in
      others(value).prefix(2).map { replacing(value, in: document, with: $0) }
    }
    // The simplest value of the line replaces null or an empty value.
    var present = line
    present.allowsNull = false
    let simplest = contract.canonicalPayload(of: present).map { [$0.root.rawText] } ?? []
    return listed.map(replaced) + inner + (others(json) + simplest).map(replaced)
  }

  /// Returns the first scalars of an object or array.
  private static func innerScalars(_ json: JSONValue) -> [JSONValue] {
    guard json.kind == .object || json.kind == .array else { return [] }
    var values: [JSONValue] = []
    var pending = [json]
    while let next = pending.popLast(), values.count < innerLimit {
      switch next.kind {
      case .object: pending += next.members.map(\.value).reversed()
      case .array: pending += next.elements.reversed()
      default: values.append(next)
      }
    }
    return values
  }

  private static let innerLimit = 16

  /// Returns payloads with other values of the same kind, of other kinds, and with null.
  static func anyChanges(of json: JSONValue, in document: JSONDocument) -> [[UInt8]] {
    (others(json).prefix(2) + ["null", "{\"a\":[]}", "17"])
      .map { replacing(json, in: document, with: $0) }
  }

  static func replacing(
    _ json: JSONValue, in document: JSONDocument, with text: String
  ) -> [UInt8] {
    let bytes = Array(document.bytes)
    return bytes[..<json.byteRange.lowerBound] + Array(text.utf8)
      + Array(bytes[json.byteRange.upperBound...])
  }

  private static func others(_ json: JSONValue) -> [String] {
    switch json.kind {
    case .null: ["1", "\"a\"", "true", "[]", "{}", "\"2001-02-03T04:05:06Z\""]
    case .bool: [json.bool == true ? "false" : "true"]
    case .number: numbers(json.rawText)
    case .string: texts(json)
    case .array: arrays(json)
    case .object: ["{}"]
    }
  }

  private static func numbers(_ text: String) -> [String] {
    // First change the last digit; then try numbers for ranges and lists of values.
    let digits = Array(text.utf8)
    var changed = digits
    if let last = digits.lastIndex(where: { (0x30...0x39).contains($0) }) {
      changed[last] = digits[last] == 0x39 ? 0x38 : digits[last] + 1
    }
    return [String(decoding: changed, as: UTF8.self), "0", "1", "2", "3", "100", "978307200"]
      .filter { $0 != text }
  }

  private static func texts(_ json: JSONValue) -> [String] {
    let text = json.string ?? ""
    let longer = JSONWriter.text(of: text + "x")
    let other = [
      "a", "1", "2", "12.5", "true", "false", "2001-02-03T04:05:06Z", "2001-02-03", "02/03/2001",
      "981173106", "https://example.com/other", "9F6B1C3E-0000-4000-8000-000000000001", "YQ==",
    ]
    return [longer] + lastLetters(text)
      + other.filter { $0 != text }.map { JSONWriter.text(of: $0) }
  }

  /// Returns texts that differ in the last letter or digit, which match most patterns.
  private static func lastLetters(_ text: String) -> [String] {
    guard let last = text.unicodeScalars.last else { return [] }
    let others: [Unicode.Scalar] = ["1", "2", "a", "b", "A", "B", "z", "Z"].filter { $0 != last }
    return others.map { other in
      var scalars = text.unicodeScalars
      scalars.removeLast()
      scalars.append(other)
      return JSONWriter.text(of: String(scalars))
    }
  }

  private static func arrays(_ json: JSONValue) -> [String] {
    let elements = json.elements.map(\.rawText)
    guard let first = elements.first else { return ["[1]", "[\"a\"]", "[{}]"] }
    return [
      "[" + elements.dropFirst().joined(separator: ",") + "]",
      "[" + (elements + [first]).joined(separator: ",") + "]",
    ]
  }
}
