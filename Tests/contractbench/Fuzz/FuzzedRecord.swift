import Foundation
import TestSupport

/// Draws records of a small contract, with the changes that servers make.
struct FuzzedRecord {
  static let contract = """
    { "contract": 1, "mappings": {
      "Record": { "map": {
        "id": "id: Int", "name": "name: String", "flag?": "flag: Bool", "note": "note: String?",
        "score?": "score: Double?", "tags": "tags: [String]", "item": "item: Item",
        "items?": "items: [Item]", "more?": "more: [String: Int]?" } },
      "Item": { "map": { "k": "k: Int", "v?": "v: Bool?" } } } }
    """

  private(set) var bytes: [UInt8] = []
  private var generator: SplitMix64
  /// One value in `rarity` is changed.
  private let rarity: Int

  init(seed: UInt64, number: Int) {
    var start = SplitMix64(seed: seed ^ 0x7265_636f_7264)
    generator = SplitMix64(seed: start.next() ^ UInt64(bitPattern: Int64(number)))
    rarity = number % 3 == 0 ? 1_000_000 : 12
    bytes = Array(record().utf8)
    if number % 2 == 1 {
      var mutation = FuzzMutation(seed: seed, number: number)
      bytes = mutation.mutated(bytes)
    }
  }

  private static let others = [
    "null", "true", "0", "-0", "1.0", "1.5", "1e3", "-12E-1", "9223372036854775807",
    "9223372036854775808", "1e400", "1e-400", "0e9999999999999999999", "100e-2", #""""#, #""12""#,
    #""\ud800\u0041""#, "[]", "{}", "[null]", #"{"k":1}"#, #"[{"k":1},{"k":null}]"#, #"{"a":1}"#,
  ]

  private mutating func one<Value>(of values: [Value]) -> Value {
    values[Int.random(in: values.indices, using: &generator)]
  }

  private mutating func isOther() -> Bool { Int.random(in: 0..<rarity, using: &generator) == 0 }

  private mutating func number() -> String { String(Int.random(in: -9...9999, using: &generator)) }

  private mutating func text() -> String {
    one(of: [#""a""#, #""é""#, #""\u0000\n""#, #""😀 b""#])
  }

  private mutating func record() -> String {
    let tags = [value(text()), value(text())].joined(separator: ", ")
    let items = [value(item()), value(item()), value(item())].joined(separator: ",")
    var members = [
      member("id", number()), member("name", text()), member("note", one(of: ["null", text()])),
      member("tags", "[\(tags)]"), member("item", item()),
    ]
    if Bool.random(using: &generator) {
      members.append(member("flag", one(of: ["true", "false"])))
    }
    if Bool.random(using: &generator) {
      members.append(member("score", one(of: ["null", "0.25", "1E5"])))
    }
    if Bool.random(using: &generator) { members.append(member("items", "[\(items)]")) }
    if Bool.random(using: &generator) {
      members.append(member("more", one(of: ["null", "{}", #"{"x": \#(number()), "y": 2}"#])))
    }
    members.shuffle(using: &generator)
    return "{\(members.filter { !$0.isEmpty }.joined(separator: ","))}"
  }

  private mutating func item() -> String {
    let members = [member("k", number()), member("v", one(of: ["null", "true"]))]
    return "{\(members.filter { !$0.isEmpty }.joined(separator: ","))}"
  }

  private mutating func value(_ usual: String) -> String {
    isOther() ? one(of: Self.others) : usual
  }

  /// A member, or none, or twice, or under another name.
  private mutating func member(_ name: String, _ usual: String) -> String {
    let member = "\"\(name)\":\(value(usual))"
    guard isOther() else { return member }
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: return ""
    case 1: return "\"\(name.uppercased())\":\(usual)"
    case 2: return "\(member),\"\(name)\": \(value(usual))"
    default:
      let escape = "\\u00" + String(name.utf8.first ?? 0, radix: 16)
      return "\"\(escape)\(name.dropFirst())\" :\(usual)"
    }
  }

  // MARK: - The verdict

  /// Returns the contract's verdict on a record, by a reading of its own.
  static func verdict(on bytes: [UInt8]) -> FuzzVerdict {
    guard let json = OtherJSON(bytes) else { return .noJSON }
    var findings = FuzzVerdict.Findings()
    findRecord(json, &findings)
    return .findings(findings)
  }

  private typealias Findings = FuzzVerdict.Findings
  private typealias Check = (OtherJSON, inout FuzzVerdict.Findings) -> Void

  private static func findRecord(_ json: OtherJSON, _ findings: inout Findings) {
    guard case .object(let members) = json else {
      if case .null = json { findings.null += 1 } else { findings.wrong += 1 }
      return
    }
    look(members, "id", &findings, integer)
    look(members, "name", &findings, string)
    look(members, "flag", isOptional: true, &findings, bool)
    look(members, "note", mayBeNull: true, &findings, string)
    look(members, "score", isOptional: true, mayBeNull: true, &findings, double)
    look(members, "tags", &findings) { array($0, &$1, string) }
    look(members, "item", &findings, item)
    look(members, "items", isOptional: true, &findings) { array($0, &$1, item) }
    look(members, "more", isOptional: true, mayBeNull: true, &findings) { json, findings in
      guard case .object(let members) = json else {
        findings.wrong += 1
        return
      }
      for name in Set(members.map(\.name)) {
        look(members, String(String.UnicodeScalarView(name)), &findings, integer)
      }
    }
  }

  private static func look(
    _ members: [(name: [Unicode.Scalar], value: OtherJSON)], _ name: String,
    isOptional: Bool = false, mayBeNull: Bool = false, _ findings: inout Findings, _ check: Check
  ) {
    let name = Array(name.unicodeScalars)
    switch members.last(where: { $0.name == name })?.value {
    case nil: if !isOptional { findings.missing += 1 }
    case .null: if !mayBeNull { findings.null += 1 }
    case let value?: check(value, &findings)
    }
  }

  private static func item(_ json: OtherJSON, _ findings: inout Findings) {
    guard case .object(let members) = json else {
      findings.wrong += 1
      return
    }
    look(members, "k", &findings, integer)
    look(members, "v", isOptional: true, mayBeNull: true, &findings, bool)
  }

  private static func array(_ json: OtherJSON, _ findings: inout Findings, _ check: Check) {
    guard case .array(let elements) = json else {
      findings.wrong += 1
      return
    }
    for element in elements {
      if case .null = element { findings.null += 1 } else { check(element, &findings) }
    }
  }

  private static func string(_ json: OtherJSON, _ findings: inout Findings) {
    if case .string = json { return }
    findings.wrong += 1
  }

  private static func bool(_ json: OtherJSON, _ findings: inout Findings) {
    if case .bool = json { return }
    findings.wrong += 1
  }

  private static func double(_ json: OtherJSON, _ findings: inout Findings) {
    if case .number(let text) = json, let number = Double(text), number.isFinite {
      // What is too small for a Double is lost as what is too large is, and so is a whole number
      // that it neither holds exactly nor prints.
      let wanted = Digits(text)
      let isHeld = [String(format: "%.0f", number), "\(number)"].contains { Digits($0) == wanted }
      if wanted.digits.isEmpty || number != 0 && (wanted.exponent < 0 || isHeld) { return }
    }
    findings.wrong += 1
  }

  private static func integer(_ json: OtherJSON, _ findings: inout Findings) {
    if case .number(let text) = json, OtherJSON.isInt64(text) { return }
    findings.wrong += 1
  }
}

/// The digits of a number without the zeros around them, and where they end.
private struct Digits: Equatable {
  let digits: Substring
  let exponent: Int

  init(_ text: String) {
    let parts = text.lowercased().split(separator: "e")
    let sides = (parts.first ?? "").split(separator: ".", omittingEmptySubsequences: false)
    let all = sides.joined().filter(\.isNumber)
    let end = all.lastIndex { $0 != "0" }.map { all.index(after: $0) } ?? all.startIndex
    let fraction = sides.count > 1 ? sides[1].count : 0
    exponent =
      (parts.count > 1 ? Int(parts[1]) ?? 0 : 0) - fraction
      + all.distance(from: end, to: all.endIndex)
    digits = all[..<end].drop { $0 == "0" }
  }
}
