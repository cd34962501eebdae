import ContractModel
import JSONParsing
import TestSupport
import Testing

@testable import Generation

@Suite("Shrinking ends at the simplest payload that fails")
struct ShrinkingTests {
  // A debug build is ten times slower, and takes fewer seeds.
  #if DEBUG
    private static let challengeSeeds: Range<UInt64> = 0..<25
    private static let orderSeeds: Range<UInt64> = 0..<12
    private static let challengeTable = """
      bound5: 25 of 25 minimal, 71 evaluations (Hypothesis 137)
      large_union_list: 25 of 25 minimal, 118 evaluations (Hypothesis 341)
      reverse: 25 of 25 minimal, 9 evaluations (Hypothesis 46)
      lengthlist: 25 of 25 minimal, 25 evaluations (Hypothesis 85)
      nestedlists: 25 of 25 minimal, 87 evaluations (Hypothesis 139)
      distinct: 25 of 25 minimal, 26 evaluations (Hypothesis 34)
      deletion: 25 of 25 minimal, 11 evaluations (Hypothesis 10)
      coupling: 25 of 25 minimal, 15 evaluations (Hypothesis 35)
      difference 0: 25 of 25 minimal, 37 evaluations (Hypothesis 30)
      difference small: 25 of 25 minimal, 44 evaluations (Hypothesis 45)
      difference one: 25 of 25 minimal, 56 evaluations (Hypothesis 43)
      calculator: 25 of 25 minimal, 40 evaluations (Hypothesis 54)

      """
    private static let orderTable = """
      one id twice: 1 payload, 38 evaluations
      null in a long array: 1 payload, 31 evaluations
      number over 2^53: 1 payload, 25 evaluations
      character outside the BMP: 1 payload, 42 evaluations

      """
  #else
    private static let challengeSeeds: Range<UInt64> = 0..<100
    private static let orderSeeds: Range<UInt64> = 0..<50
    private static let challengeTable = """
      bound5: 95 of 100 minimal, 83 evaluations (Hypothesis 137)
      large_union_list: 100 of 100 minimal, 106 evaluations (Hypothesis 341)
      reverse: 100 of 100 minimal, 9 evaluations (Hypothesis 46)
      lengthlist: 100 of 100 minimal, 25 evaluations (Hypothesis 85)
      nestedlists: 100 of 100 minimal, 87 evaluations (Hypothesis 139)
      distinct: 100 of 100 minimal, 26 evaluations (Hypothesis 34)
      deletion: 100 of 100 minimal, 13 evaluations (Hypothesis 10)
      coupling: 100 of 100 minimal, 15 evaluations (Hypothesis 35)
      difference 0: 100 of 100 minimal, 38 evaluations (Hypothesis 30)
      difference small: 100 of 100 minimal, 45 evaluations (Hypothesis 45)
      difference one: 100 of 100 minimal, 52 evaluations (Hypothesis 43)
      calculator: 100 of 100 minimal, 48 evaluations (Hypothesis 54)

      """
    private static let orderTable = """
      one id twice: 1 payload, 39 evaluations
      null in a long array: 1 payload, 32 evaluations
      number over 2^53: 1 payload, 26 evaluations
      character outside the BMP: 1 payload, 41 evaluations

      """
  #endif

  @Test("The shrinking challenges")
  func challenges() throws {
    var table = ""
    for challenge in ShrinkingChallenge.all {
      let tally = ShrinkingTally(challenge, try challenge.plan(), seeds: Self.challengeSeeds)
      table +=
        "\(challenge.name): \(tally.minimalCount) of \(tally.evaluationCounts.count) minimal, "
      table += "\(tally.meanCount) evaluations (Hypothesis \(challenge.hypothesisCount))\n"
    }
    #expect(table == Self.challengeTable)
  }

  @Test("Four failures of a mapper of orders end at one payload each")
  func orders() throws {
    let plan = try SampleContracts.orders()
    var table = ""
    for challenge in ShrinkingChallenge.orders {
      let tally = ShrinkingTally(challenge, plan, seeds: Self.orderSeeds)
      table +=
        "\(challenge.name): \(tally.payloads.count) payload, \(tally.meanCount) evaluations\n"
      let minimal = tally.payloads.keys.first ?? ""
      #expect(minimal.utf8.contains(challenge.minimal.utf8), "\(minimal)")
    }
    #expect(table == Self.orderTable)
  }
}

@Suite("A shrinker keeps to one failure")
struct ShrinkerTests {
  private func plan(_ body: String) throws -> DrawPlan {
    let contract = try OneContract.contract(
      #"{ "contract": 1, "endpoints": { "GET /x": \#(body) }, "mappings": {} }"#)
    return DrawPlan(contract, contract.endpoints[0])
  }

  private func number(_ value: Int) -> ChoiceSequence {
    var sequence = ChoiceSequence()
    sequence.append(.integer(value))
    return sequence
  }

  @Test("The nearest payload that passes is known")
  func neighbour() throws {
    var shrinker = Shrinker<String, Never>(try plan(#"{ "n": "Int" }"#)) { payload in
      let number = (try? JSONDocument(parsing: payload.bytes))?.root["n"]?.whole ?? 0
      return number > 9_007_199_254_740_992 ? "too large" : nil
    }
    let shrunk = shrinker.shrink(number(.max))
    let result = try #require(shrunk)
    #expect(result.payload.text == #"{"n":9007199254740993}"#)
    #expect(result.neighbour?.text == #"{"n":9007199254740992}"#)
  }

  @Test(
    "Texts that fail alike end at one, beside the nearest that passes", arguments: UInt64(1)...20)
  func texts(seed: UInt64) throws {
    let plan = try plan(#"{ "s": "String" }"#)
    let judge = { (payload: PayloadTree) -> String? in
      let text = (try? JSONDocument(parsing: payload.bytes))?.root["s"]?.string ?? ""
      return text.unicodeScalars.count > 3 && text.unicodeScalars.contains { $0.value > 0x7f }
        ? "bad" : nil
    }
    var generator = PayloadGenerator(plan)
    let failing = (0..<2_000).lazy.map { index in
      generator.recordedPayload(seed: Seed(seed), index: index, size: 30)
    }.first { judge($0.payload) != nil }
    var shrinker = Shrinker<String, Never>(plan, judge: judge)
    let shrunk = try shrinker.shrink(#require(failing).trace.sequence)
    let result = try #require(shrunk)
    #expect(result.payload.text == "{\"s\":\"aaa\u{80}\"}")
    #expect(result.neighbour?.text == "{\"s\":\"aaa\u{7f}\"}")
  }

  @Test("Another failure is kept for itself")
  func parking() throws {
    var shrinker = Shrinker<String, Never>(try plan(#"{ "n": "Int" }"#)) { payload in
      let number = (try? JSONDocument(parsing: payload.bytes))?.root["n"]?.whole ?? 0
      return number >= 1000 ? "large" : number >= 100 ? "middling" : nil
    }
    let shrunk = shrinker.shrink(number(123_456))
    let result = try #require(shrunk)
    #expect(result.payload.text == #"{"n":1000}"#)
    #expect(result.otherIdentities == ["middling"])
  }

  @Test("Faults that the failure does without are dropped")
  func faults() throws {
    var shrinker = Shrinker<String, UInt8>(
      try plan(#"{ "n": "Int" }"#),
      applying: { fault, payload in
        payload.suffix.append(fault)
        return true
      },
      judge: { $0.suffix.contains(0x42) ? "B" : nil })
    let shrunk = shrinker.shrink(number(5), faults: [0x41, 0x42, 0x43])
    let result = try #require(shrunk)
    #expect(result.faults == [0x42])
    #expect(result.payload.text == #"{"n":0}B"#)
  }

  @Test("Deviations for which any value does are told from those that matter")
  func generalisation() throws {
    let plan = try plan(#"{ "n": "Int 5...", "s?": "String" }"#)
    var shrinker = Shrinker<String, Never>(plan) { payload in
      let root = (try? JSONDocument(parsing: payload.bytes))?.root
      return (root?["n"]?.whole ?? 0) != 5 && root?["s"] == nil ? "bad" : nil
    }
    var sequence = ChoiceSequence()
    for choice in [Choice.integer(77), .integer(2)] { sequence.append(choice) }
    let shrunk = shrinker.shrink(sequence)
    let result = try #require(shrunk)
    #expect(result.payload.text == #"{"n":6}"#)
    #expect(result.trace.deviations == [0, 1])
    #expect(shrinker.placesThatMayBeAnything(Seed(1)).map(\.description) == ["n"])
  }

  @Test("A budget ends it, with what was found")
  func budget() throws {
    var shrinker = Shrinker<String, Never>(try plan(#"{ "n": "Int" }"#), evaluationLimit: 3) {
      $0.text.utf8.count > 8 ? "long" : nil
    }
    let shrunk = shrinker.shrink(number(.max))
    let result = try #require(shrunk)
    #expect(result.evaluationCount == 3)
  }
}
