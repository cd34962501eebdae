package import ContractModel
import TestSupport

/// A drawn contract, with drawn changes of it.
package struct DrawnContract {
  struct Line {
    var key: String
    var property: String
    var type: String
    var isOptional: Bool
    var isNullable: Bool
    var options = ""

    var text: String {
      let value = "\(property): \(typeText)"
      let key = "\"\(key)\(isOptional ? "?" : "")\""
      guard !options.isEmpty else { return "\(key): \"\(value)\"" }
      return
        "\(key): { \"to\": \"\(property)\", \"type\": \"\(typeText)\", \(options) }"
    }

    /// The type, with the question mark before constraints: `String? length 1...4`.
    private var typeText: String {
      let end =
        [" length", " count", " 0..."].compactMap { type.firstRange(of: $0) }.first?.lowerBound
        ?? type.endIndex
      return type[..<end] + (isNullable ? "?" : "") + type[end...]
    }
  }

  struct Mapping {
    var lines: [Line]
    var identity: String?
    var unknownKeys = ""
    /// The texts of a key that select cases, each with a line of its own.
    var cases: [(text: String, line: Line)] = []
  }

  private static let scalars = [
    "String", "Int", "Int 0...9", "Int8", "Double", "Bool", "Date(iso8601)", "Date(seconds)",
    "Date(milliseconds)", "'a' | 'b'", "'a' | 'b' | 'c'", "'a' | 'b' | String",
    "String length 1...4",
    "URL", "UUID", "[Int]", "[String] count 1...2", "Int(string)", "Int(number | string)",
    "Decimal",
    "Any", "[String: Int]", "Int | 'none'",
  ]
  private static let collections = ["M%", "[M%]", "[String: M%]"]

  var mappings: [Mapping]
  var statuses = ""
  private var random: SplitMix64

  package init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    mappings = []
    for number in 0..<3 {
      var mapping = Mapping(lines: [])
      for key in 0...random.below(4) { mapping.lines.append(line("k\(key)", in: number)) }
      if random.below(2) == 0 {
        mapping.lines.insert(
          Line(key: "id", property: "id", type: "Int", isOptional: false, isNullable: false), at: 0)
        mapping.identity = "id"
      }
      if random.below(3) == 0 {
        mapping.lines.append(
          Line(key: "kind", property: "kind", type: "String", isOptional: false, isNullable: false))
        for text in ["one", "two"] {
          mapping.cases.append((text, line("of\(text)", in: number)))
        }
      }
      mappings.append(mapping)
    }
  }

  private mutating func line(_ key: String, in mapping: Int) -> Line {
    var line = Line(
      key: key, property: key, type: type(in: mapping), isOptional: random.below(3) == 0,
      isNullable: random.below(3) == 0)
    if line.type.hasPrefix("[M"), random.below(3) == 0 {
      line.options = ["\"elements\": \"skip\"", "\"elements\": \"null\""][random.below(2)]
    }
    return line
  }

  private mutating func type(in mapping: Int) -> String {
    if mapping < 2, random.below(3) == 0 {
      let inner = mapping + 1 + random.below(2 - mapping)
      return Self.collections[random.below(3)].replacing("%", with: "\(inner)")
    }
    return Self.scalars[random.below(Self.scalars.count)]
  }

  /// The contract with one to three changes.
  package func changed(seed: UInt64) -> DrawnContract {
    var other = self
    other.random = SplitMix64(seed: seed)
    for _ in 0...other.random.below(3) { other.change() }
    return other
  }

  private mutating func change() {
    let number = random.below(mappings.count)
    let position = random.below(mappings[number].lines.count)
    let isFixed = ["id", "kind"].contains(mappings[number].lines[position].key)
    switch random.below(11) {
    case 0 where !isFixed: mappings[number].lines[position].isOptional.toggle()
    case 1 where !isFixed: mappings[number].lines[position].isNullable.toggle()
    case 2, 3:
      guard !isFixed else { break }
      mappings[number].lines[position].options = ""
      mappings[number].lines[position].type = type(in: number)
    case 4 where !isFixed: mappings[number].lines[position].property += "x"
    case 5 where !isFixed && mappings[number].lines.count > 1:
      mappings[number].lines.remove(at: position)
    case 6:
      let key = "new\(mappings[number].lines.count)"
      mappings[number].lines.append(line(key, in: number))
    case 7: mappings[number].unknownKeys = mappings[number].unknownKeys.isEmpty ? "error" : ""
    case 8 where !mappings[number].cases.isEmpty:
      mappings[number].cases[0].text = "uno"
    case 9: statuses = statuses.isEmpty ? " -> 200" : ""
    case 10 where mappings[number].identity != nil: mappings[number].identity = nil
    default: break
    }
  }

  package var text: String {
    let written = mappings.enumerated().map { number, mapping in
      var parts = ["\"map\": { \(mapping.lines.map(\.text).joined(separator: ", ")) }"]
      if let identity = mapping.identity { parts.append("\"identifiedBy\": \"\(identity)\"") }
      if !mapping.unknownKeys.isEmpty { parts.append("\"unknownKeys\": \"error\"") }
      if !mapping.cases.isEmpty {
        let cases = mapping.cases.map { "\"\($0.text)\": { \($0.line.text) }" }
        parts.append("\"switch\": \"kind\", \"cases\": { \(cases.joined(separator: ", ")) }")
      }
      return "\"M\(number)\": { \(parts.joined(separator: ", ")) }"
    }
    return """
      { "contract": 1,
        "endpoints": { "GET /m0\(statuses)": "[M0]", "GET /m1": { "m": "one: M1", "p?": "two: Int?" } },
        "requests": { "POST /m2": { "body": "M2" } },
        "mappings": { \(written.joined(separator: ",\n")) } }
      """
  }

  /// The contract; `nil` if the text is not valid, as with a rule that no payload keeps.
  package var contract: Contract? { try? OneContract.contract(text) }
}

extension SplitMix64 {
  mutating func below(_ count: Int) -> Int { Int(next() % UInt64(count)) }
}

extension DrawnContract {
  /// The first seeds whose contracts have no error.
  package static func seeds(_ count: Int) -> [UInt64] {
    Array(
      (0...).lazy.map { UInt64($0) }.filter { DrawnContract(seed: $0).contract != nil }.prefix(
        count))
  }
}
