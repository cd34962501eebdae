import JSONParsing
import TestSupport

/// Changes payloads in a few places, as servers do.
struct PayloadMutation {
  private var generator: SplitMix64

  init(seed: UInt64) { generator = SplitMix64(seed: seed) }

  private static let replacements = [
    "null", "true", "0", "1", "-1", "1.5", "1e3", "300", "9223372036854775808", "1e39", "1e400",
    "170141183460469231731687303715884105728", #""""#, #""a""#, #""12""#, #""\ud800""#, "[]", "{}",
    "[1]", "[null]", #"{"id":1}"#, #"{"super":null}"#, #"{"a_b":1,"aB":2,"a_b":"x"}"#,
    #"[{"id":"x"}]"#, #""2012-02-30T00:00:00Z""#, #""2012-03-01""#,
  ]

  // No two that are one number: of those, any one becomes the value of an `Int` key.
  private static let names = [
    "id", "ID", "name", "first_name", "firstName", "fooBar", "_foo_bar", "e\u{301}", "é", "",
    "super", "1",
  ]

  /// Changes one to three places.
  mutating func mutated(_ payload: String) -> String {
    (0..<Int.random(in: 1...3, using: &generator)).reduce(payload) { text, _ in changed(text) }
  }

  private mutating func changed(_ payload: String) -> String {
    guard let document = try? JSONDocument(parsing: payload) else { return payload }
    var values = [document.root]
    var members: [JSONMember] = []
    var next = 0
    while next < values.count {
      members += values[next].members
      values += values[next].members.map(\.value) + values[next].elements.map(\.self)
      next += 1
    }
    guard let member = members.randomElement(using: &generator), Bool.random(using: &generator)
    else { return replacingValue(among: values, of: document) }
    return changing(member, of: document)
  }

  private mutating func replacingValue(
    among values: [JSONValue], of document: JSONDocument
  ) -> String {
    // The root is a value among many, or few would look further.
    let value = values.dropFirst().randomElement(using: &generator) ?? document.root
    return splice(Self.replacements.randomElement(using: &generator), value.byteRange, document)
  }

  /// Takes a member away, gives it another name, or sends it twice.
  private mutating func changing(_ member: JSONMember, of document: JSONDocument) -> String {
    let name = Self.names.randomElement(using: &generator) ?? ""
    let text = String(
      decoding: document.bytes[member.nameRange.lowerBound..<member.value.byteRange.upperBound],
      as: UTF8.self)
    return switch Int.random(in: 0..<4, using: &generator) {
    case 0: splice("\"gone\"", member.nameRange, document)
    case 1: splice("\"\(name)\"", member.nameRange, document)
    case 2: splice(text + ",\"\(name)\"", member.nameRange, document)
    default:
      splice(
        text + "," + text, member.nameRange.lowerBound..<member.value.byteRange.upperBound, document
      )
    }
  }

  private func splice(_ text: String?, _ range: Range<Int>, _ document: JSONDocument) -> String {
    var bytes = Array(document.bytes)
    bytes.replaceSubrange(range, with: Array((text ?? "").utf8))
    return String(decoding: bytes, as: UTF8.self)
  }
}
