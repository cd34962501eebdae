import ContractDrafting
import Foundation
import TestSupport
import Testing

@Suite("Captures differ only where their counts are significant")
struct ComparisonTests {
  /// A service that draws exchanges, with an optional change.
  private struct Service {
    var random: SplitMix64
    /// The name of the change; an empty text for no change.
    var change = ""

    mutating func chance(_ share: Double) -> Bool {
      Double.random(in: 0..<1, using: &random) < share
    }

    mutating func line(_ number: Int) -> String {
      let id = Int.random(in: 1...1_000_000, using: &random)
      var members = [
        (change == "kind" ? #""id":"\#(id)""# : #""id":\#(id)"#),
        #""login":"u\#(number)""#, #""state":"\#(state)""#,
        #""mail":\#(chance(change == "null" ? 0.4 : 0.1) ? "null" : #""a@b.example""#)"#,
        #""seen":"\#(change == "format" ? "03.04.2025" : "2025-04-03")""#, #""list":\#(list)"#,
      ]
      if chance(change == "presence" ? 0.9 : 0.5) { members.append(#""nick":"n""#) }
      if change != "gone" { members.append(#""site":"https://x.example/\#(number)""#) }
      if change == "new" { members.append(#""fresh":true"#) }
      if change == "inner" { members.append(#""inner":{"a":1}"#) }
      let body = "{\(members.joined(separator: ","))}"
      let path = change == "endpoint" && chance(0.5) ? "people" : "users"
      let status = change == "status" && chance(0.3) ? 299 : 200
      return DraftTrial.line("/\(path)/\(id)", body, status: status)
    }

    private var state: String {
      mutating get {
        if change == "value", chance(0.2) { return "refunded" }
        return chance(0.3) ? "open" : "closed"
      }
    }

    /// All elements of a list are alike.
    private var list: String {
      mutating get {
        let element =
          chance(0.2) ? #"{"p":null}"# : change == "element" ? #"{"p":"1"}"# : #"{"p":1}"#
        let count = Int.random(in: 0..<12, using: &random)
        return "[\(Array(repeating: element, count: count).joined(separator: ","))]"
      }
    }

    mutating func lines(_ count: Int) -> String {
      (0..<count).map { line($0) + "\n" }.joined()
    }
  }

  private func comparison(_ old: String, _ new: String) throws -> CaptureComparison {
    var found: CaptureComparison?
    try DraftTrial.with(["a.ndjson": old]) { before in
      try DraftTrial.with(["b.ndjson": new]) { now in
        found = CaptureComparison(now.summary(), against: before.summary())
      }
    }
    return try #require(found)
  }

  /// The number of drawn pairs; `CONTRACTCHECK_PAIRS` sets another one.
  private static let pairCount =
    ProcessInfo.processInfo.environment["CONTRACTCHECK_PAIRS"].flatMap { Int($0) } ?? 25

  @Test("Two captures of one distribution have no differences")
  func alike() throws {
    var counts: [Int] = []
    for seed in 0..<Self.pairCount {
      var service = Service(random: SplitMix64(seed: UInt64(seed)))
      let (old, new) = (service.lines(60 + seed % 90), service.lines(60 + seed % 70))
      counts.append(try comparison(old, new).differences.count)
    }
    #expect(counts.count { $0 > 0 } * 1_000 <= counts.count, "\(counts)")
  }

  @Test(
    "A change of the service is the only difference in two hundred bodies",
    arguments: [
      ("gone", ["gone site"]), ("kind", ["kind id text"]), ("null", ["null mail"]),
      ("presence", ["presence nick"]), ("value", ["value state"]),
      ("format", ["format seen yyyy-MM-dd"]), ("new", ["new fresh"]), ("inner", ["new inner"]),
      ("element", ["kind list[].p text"]), ("status", ["new "]), ("endpoint", ["new "]),
    ])
  func planted(change: String, told: [String]) throws {
    var service = Service(random: SplitMix64(seed: 7))
    let old = service.lines(200)
    service.change = change
    let found = try comparison(old, service.lines(200)).differences.map {
      "\($0.change.rawValue) \($0.keyPath)" + ($0.detail.isEmpty ? "" : " \($0.detail)")
    }
    #expect(found == told)
  }

  @Test("Few payloads have no differences, and swapping the sides swaps the differences")
  func sides() throws {
    var service = Service(random: SplitMix64(seed: 11))
    let (few, old) = (service.lines(3), service.lines(150))
    service.change = "gone"
    let (fewOther, new) = (service.lines(3), service.lines(150))
    #expect(try comparison(few, fewOther).differences.isEmpty)
    let there = try comparison(old, new).differences
    let back = try comparison(new, old).differences
    #expect(there.map(\.keyPath) == back.map(\.keyPath))
    #expect(there.map(\.change) == [.gone] && back.map(\.change) == [.new])
    #expect(there.map(\.old.count) == back.map(\.new.count))
  }

  @Test(
    "A replaced endpoint is gone, and a renamed file is not")
  func names() throws {
    let lines = { (path: String) in
      (0..<40).map { DraftTrial.line("/\(path)", #"{"\#(path)": \#($0)}"#) + "\n" }.joined()
    }
    let other = try comparison(lines("users"), lines("orders")).differences
    #expect(
      other.map { "\($0.change) \($0.section) \($0.keyPath)" } == [
        "new GET /orders -> 200 ", "gone GET /users -> 200 ",
      ])
    let bodies = { (key: String) in
      (0..<40).map { #"{"id": \#($0), "\#(key)": 1}"# + "\n" }.joined()
    }
    let files = try comparison(bodies("a"), bodies("b")).differences
    #expect(files.map { "\($0.change) \($0.keyPath)" } == ["gone a", "new b"])
  }

  @Test("Keys with the same letters in other code points are different keys")
  func codePoints() throws {
    let lines = { (key: String) in
      (0..<40).map { #"{"id": \#($0), "\#(key)": 1}"# + "\n" }.joined()
    }
    let found = try comparison(lines("\u{e9}"), lines("e\u{301}")).differences
    #expect(found.map(\.change) == [.gone, .new])
    let events = { (name: String) in
      String(repeating: #"{"event":"\#(name)","data":{"id":1}}"# + "\n", count: 40)
    }
    let other = try comparison(events("\u{e9}"), events("e\u{301}")).differences
    #expect(other.map { "\($0.change) \($0.keyPath)" } == ["new ", "gone "])
  }

  @Test("If keys are data on one side, none of them is gone, and each payload counts once")
  func data() throws {
    let colors = (0..<12).map { "c\(Character(UnicodeScalar(UInt8(97 + $0))))olor" }
    let lines = { (count: Int) in
      (0..<60).map { number in
        let keys = [colors[number % count], colors[(number + 1) % count]]
        let members = keys.map { "\"\($0)\": 1" }.joined(separator: ", ")
        return DraftTrial.line("/d", #"{"id": \#(number), "of": {\#(members)}}"#) + "\n"
      }.joined()
    }
    #expect(try comparison(lines(2), lines(12)).differences.map(\.keyPath) == [])
    // The elements of one payload do not count as several payloads.
    let list = { (value: String, count: Int) in
      (0..<count).map { number in
        let own = number == 0 ? value : "1"
        return DraftTrial.line(
          "/l", "[\(Array(repeating: own, count: 500).joined(separator: ","))]") + "\n"
      }.joined()
    }
    #expect(try comparison(list("1", 12), list("\"1\"", 12)).differences.isEmpty)
  }

  @Test("A change of a rate below a percentage point is no difference, except from or to zero")
  func smallRates() throws {
    let lines = { (nulls: Int) in
      (0..<4_000).map { #"{"a": \#($0 < nulls ? "null" : "1")}"# + "\n" }.joined()
    }
    #expect(try comparison(lines(1), lines(39)).differences.isEmpty)
    #expect(try comparison(lines(0), lines(39)).differences.map(\.change) == [.null])
    #expect(try comparison(lines(1), lines(45)).differences.map(\.change) == [.null])
  }
}
