import TestSupport

/// Draws exchanges and events with few shapes of bodies, and with keys, values and paths that need
/// escapes.
struct RandomTraffic {
  private var generator: SplitMix64
  private var shapes: [String] = []

  init(seed: UInt64) {
    generator = SplitMix64(seed: seed)
    shapes = (0..<3).map { _ in object(depth: 3) }
  }

  /// The text of a file of lines; the first line determines the format.
  static func text(_ lines: [String]) -> String {
    ([DraftTrial.line("/start", "{}")] + lines).joined(separator: "\n") + "\n"
  }

  /// Lines of exchanges and events.
  mutating func lines(_ count: Int) -> [String] { (0..<count).map { _ in line() } }

  /// Bodies that are JSON.
  mutating func bodies(_ count: Int) -> [String] {
    (0..<count).map { _ in number(3) == 0 ? object(depth: 2) : pick(shapes) }
  }

  private mutating func number(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }

  private mutating func pick(_ texts: [String]) -> String { texts[number(texts.count)] }

  private mutating func line() -> String {
    if number(8) == 0 {
      return #"{"event": "\#(pick(["a.b", "c d", "é", " ", ""]))", "data": \#(body())}"#
    }
    let path = (0..<number(3) + 1).map { _ in pick(Self.segments) }.joined(separator: "/")
    let method = pick(["GET", "POST", "DELETE", "get", "PURGE", #"GET\n}"#, "TRACE"])
    let status = pick(["200", "200", "200", "201", "204", "304", "404", "500"])
    let content = number(10) == 0 ? "" : #", "body": \#(body())"#
    return #"{"method": "\#(method)", "url": "https://h.example/\#(path)", "#
      + #""status": \#(status)\#(content)}"#
  }

  private mutating func body() -> String {
    switch number(12) {
    case 0: #""""#
    case 1: #""<html>""#
    case 2: value(depth: 2)
    case 3...5: "[\(pick(shapes)), \(pick(shapes)), \(object(depth: 1))]"
    case 6: object(depth: 2)
    default: pick(shapes)
    }
  }

  private mutating func value(depth: Int) -> String {
    let choice = number(20)
    if depth == 0 || choice < 11 { return pick(Self.values) }
    if choice < 15 {
      let values = (0..<number(4)).map { _ in value(depth: depth - 1) }
      return "[" + values.joined(separator: ", ") + "]"
    }
    return object(depth: depth - 1)
  }

  private mutating func object(depth: Int) -> String {
    let keys = Set((0..<number(6)).map { _ in pick(Self.keys) }).sorted()
    let members = keys.map { "\"\($0)\": \(value(depth: depth))" }
    return "{" + members.joined(separator: ", ") + "}"
  }

  private static let keys = [
    "id", "type", "kind", "name", "url", "a.b", "x?", "@y", "", "é", "e\u{301}", "[]", "*", "a[0]",
    "self", "class", "switch", "Int", "String", "+1", "-1", "1a", "a b", "a\\nb", "\\\"q\\\"",
    "\\\\", "items", "data", "users", "user", "createdAt", "created_at", "price", "next", "日本", "😀",
    "$ref", "#t", "_id", "uuid", "event", "else", "nil", "\\u0000", "\u{200b}",
  ]

  private static let values = [
    "null", "true", "false", "0", "1", "-1", "3.5", "1e300", "1e400", "9223372036854775807",
    "9223372036854775808", "18446744073709551616", "-9223372036854775809", "1180591620717411303424",
    #""""#, #""a""#, #""2020-01-01""#, #""2020-01-01T00:00:00Z""#, #""2020-01-01T00:00:00+0200""#,
    #""2020-02-30""#, #""https://a.example/x""#, #""http://[x]""#, #""it's""#, #""12""#, #""1.5""#,
    #""paid""#, #""sent""#, #""User""#, #""Org""#, #""x|y""#, #""日本""#,
  ]

  private static let segments = [
    "users", "orders", "1", "22", "a-b", "ab12cd34ef", "b@c.de", "x%20y", "..", "(a)", "a;b", "a:b",
    "a%3Fb", "%41", "%C3%A9", "v1", "me", "ann", "bob", "items", "it's", "a*b", "*", "a,b", "~x",
    "$y", "", "a%2Fb", "{id}",
  ]
}
