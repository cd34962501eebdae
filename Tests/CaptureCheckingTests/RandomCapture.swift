import TestSupport

/// Draws lines of exchanges with faults of every kind.
struct RandomCapture {
  private var generator: SplitMix64
  /// Whether most lines name endpoints that do not exist, each a different one.
  private let isStrange: Bool

  static let contract = """
    { "contract": 1,
      "endpoints": {
        "GET /users/:id": "User", "GET /users": "[User]", "GET /users/:id -> 404": "Fault",
        "POST /cities": "City" },
      "requests": {
        "POST /cities": { "body": "City" },
        "GET /users/:id": { "query": { "page?": "Int" } },
        "GET /users": { "body": "[User]" } },
      "mappings": {
        "User": { "identifiedBy": "id", "unknownKeys": "warn", "map": {
          "id": "Int",
          "name": { "type": "String", "constant": true },
          "email?": { "type": "String?", "presence": "60%", "nullRate": "10%" },
          "city?": "City?" } },
        "City": { "identifiedBy": "name", "map": {
          "kind?": "'big' | 'small'",
          "name": "String", "name ": { "to": "population", "type": "Int", "constant": true } } },
        "Fault": { "map": { "error": "String" } } } }
    """

  init(seed: UInt64, isStrange: Bool = false) {
    generator = SplitMix64(seed: seed)
    self.isStrange = isStrange
  }

  /// - Parameter count: The number of lines.
  mutating func text(_ count: Int) -> String {
    var text = Bool.random(using: &generator) ? "" : "\u{feff}"
    // The first line determines the format.
    text += exchange("GET", "/users/1", 200, user()) + "\n"
    for _ in 1..<count { text += line() + (chance(10) ? "\r\n" : "\n") }
    if chance(2) { text.removeLast() }
    return text
  }

  private mutating func chance(_ of: Int) -> Bool { Int.random(in: 0..<of, using: &generator) == 0 }

  private mutating func number(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }

  private mutating func pick(_ texts: String...) -> String { texts[number(texts.count)] }

  /// One of 676 words of two letters.
  private mutating func word() -> String {
    String(decoding: [number(26), number(26)].map { 0x61 + UInt8($0) }, as: UTF8.self)
  }

  private mutating func line() -> String {
    if isStrange, !chance(5) {
      return exchange("GET", "/\(pick("u", "ü"))\(word())/1", 200, "{}")
    }
    switch number(24) {
    case 0: return pick("", "  ", "{ broken", "[", "\u{1}", "{\"neither\": 1}")
    case 1: return exchange("GET", "/users/\(number(9))", 500, "{}")
    case 2, 3: return exchange("GET", "/\(pick("user", "cities", "ü"))/\(number(400))", 200, "{}")
    case 4: return exchange(pick("PUT", "POST"), "/x\(number(400))", 200, user())
    case 5:
      return exchange("GET", "/users/1", 404, pick("{\"error\":1}", "{}", "{\"error\":\"e\"}"))
    case 6: return exchange("GET", "/users/1", pick("200", "204").count == 3 ? 204 : 200, "\"\"")
    case 7: return exchange("GET", "/users/1", 200, "\"{\\\"id\\\":\\\"é\\\", \\n \\\"x\"")
    case 8: return exchange("POST", "/cities", 200, city())
    case 9...12:
      let users = (0..<number(5)).map { _ in user() }
      return exchange("GET", "/users", 200, "[" + users.joined(separator: ",") + "]")
    default: return exchange("GET", "/users/\(number(50))", 200, user())
    }
  }

  private mutating func exchange(
    _ method: String, _ path: String, _ status: Int, _ body: String
  ) -> String {
    let query = chance(9) ? pick("?page=1", "?page=x") : ""
    let sent = chance(4) ? ",\"requestBody\":\(pick("{}", "\"[{}]\"", "\"{\"", "null", body))" : ""
    return
      #"{"method":"\#(method)","url":"\#(path)\#(query)","status":\#(status)\#(sent),"body":\#(body)}"#
  }

  private mutating func user() -> String {
    let id = chance(20) ? pick("\"1\"", "null", "1.5") : String(number(40))
    var members = ["\"id\":\(id)"]
    if !chance(15) { members.append("\"name\":\"n\(chance(8) ? number(4) : 0)\"") }
    if !chance(2) { members.append("\"email\":\(pick("null", "\"ä@x\"", "3"))") }
    if chance(3) { members.append("\"city\":\(city())") }
    if chance(6) { members.append("\"k\(number(30))\":1") }
    return "{\(members.joined(separator: ","))}"
  }

  private mutating func city() -> String {
    let kind = chance(2) ? ",\"kind\":\"\(pick("big", "small", "odd", "k\(number(30))"))\"" : ""
    return "{\"name\":\"c\(number(6))\",\"name \":\(chance(9) ? number(4) : 1)\(kind)}"
  }
}
