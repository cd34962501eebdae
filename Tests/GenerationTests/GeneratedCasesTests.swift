import ContractModel
import JSONParsing
import MappingEngine
import TestSupport
import Testing

@testable import Generation

@Suite("Generated payloads are the same everywhere, and the engine reports the prediction")
struct GeneratedCasesTests {
  static let paths =
    (try? ["Contracts", "Fixtures/mapping", "Fixtures/generation"].flatMap {
      try PackageFiles.contracts(below: $0)
    }) ?? []

  static func cases(_ target: String, of contract: String) throws -> GeneratedCases {
    let contract = try Contract.named(contract)
    return try #require(GeneratedCases(contract, target: try TargetText(target).target))
  }

  // `FaultPredictionTests` checks the cells. This test checks a sixth of their combinations,
  // because a debug build takes two milliseconds for each, and 16 of a contract's hundreds of
  // targets.
  @Test(
    "The engine reports the prediction for targets of every contract",
    arguments: TestDepth.some(paths))
  func predictions(path: String) throws {
    let contract = try Contract.named(path)
    let targets = contract.sweepTargets
    var differences: [String] = []
    var (count, unpredicted, faultCount) = (0, 0, 0)
    for index in stride(from: 0, to: targets.count, by: max(1, targets.count / 8)) {
      let target = targets[index]
      let cases = try #require(GeneratedCases(contract, target: target))
      let judge = SweepJudge(contract, target)
      let prediction = try #require(Prediction(contract, target))
      let isAlone = prediction.errors(in: cases.sweep.bases[0].tree) == []
      // A random case has no fault, one or two faults.
      let random = (0..<max(12, 40 / targets.count)).map { cases[.random, $0] }
      let valid = (0..<6).map { cases[.valid, $0] }
      for one in Self.fixed(cases, share: contract.name == "github" ? 30 : 10) + random + valid {
        let payload = one.payload
        count += 1
        faultCount += one.phase == .random ? one.faults.count : 0
        guard let predicted = prediction.errors(in: payload) else {
          let isOpen = one.faults.contains { OpenAddress.contains($0.faultClass, $0.variant) }
          unpredicted += isOpen ? 0 : 1
          continue
        }
        let errors = judge.errors(in: payload.bytes)
        let isValid = [.valid, .pairwise, .combined].contains(one.phase)
        let isRight = !isValid || predicted.isEmpty || !isAlone
        guard errors != predicted || !isRight, differences.count < 10 else { continue }
        differences.append(
          "\(target) \(one.id) (\(one.name)): \(payload.text.prefix(400)): \(predicted.texts), "
            + "found \(errors.texts)")
      }
    }
    #expect(differences == [])
    #expect(unpredicted == 0)
    #expect(count > 50)
    #expect(faultCount > 20)
  }

  /// The canonical payloads, pairs, rows and combined faults: all of them, or every `share`-th.
  private static func fixed(_ cases: GeneratedCases, share: Int) -> [GeneratedCase] {
    [.canonical, .identityPair, .pairwise, .combined].flatMap { (phase: GeneratedCase.Phase) in
      stride(from: 0, to: cases.count(of: phase) ?? 0, by: share).map { cases[phase, $0] }
    }
  }

  @Test("A generated payload is found by its unique id", .enabled(if: TestDepth.isFull))
  func lookup() throws {
    for (target, contract) in [
      ("Envelope", "Contracts/groups.contract.json"),
      ("Article", "Contracts/articles.contract.json"),
      ("GET /orders", "Fixtures/generation/orders.contract.json"),
    ] {
      let cases = try Self.cases(target, of: contract)
      var ids: Set<MemberName> = []
      for index in 0..<cases.fixedCount + 40 {
        let one = cases[index]
        #expect(ids.insert(MemberName(one.id)).inserted, "\(one.id)")
        let found = try #require(cases.case(id: one.id))
        #expect(found.payload.bytes == one.payload.bytes)
        #expect(found.phase == one.phase)
      }
      let valid = cases[.valid, 3]
      #expect(cases.case(id: valid.id)?.payload.bytes == valid.payload.bytes)
    }
  }

  @Test("An invalid id finds no payload")
  func unknownIDs() throws {
    let cases = try Self.cases("[Avatar]", of: "Contracts/groups.contract.json")
    for id in [
      "", "canonical:0", "cell:3", "null@[0].fileurl", "pairwise:", "pairwise:-1", "pairwise:99999",
      "pairwise:01", "pairwise:1:2", "random:1", "random:1:-2", "random:+1:2", "random:1:2:3",
      "identity-pair:same@[0].id+[1].id",
    ] {
      #expect(cases.case(id: id) == nil, "\(id)")
    }
  }

  @Test("A payload does not depend on the payloads before it, but on the seed")
  func alone() throws {
    let first = try Self.cases("Envelope", of: "Contracts/groups.contract.json")
    let count = first.fixedCount
    let bytes = (count - 20..<count + 30).map { first[$0].payload.bytes }
    for index in [3, 17, 29, 45] {
      let second = try Self.cases("Envelope", of: "Contracts/groups.contract.json")
      #expect(second[count - 20 + index].payload.bytes == bytes[index])
    }
    let one = try #require(first.case(id: "random:1:5"))
    let two = try #require(first.case(id: "random:2:5"))
    #expect(one.payload.bytes != two.payload.bytes)
  }

  @Test("The first payloads of two avatars have these ids")
  func firstIDs() throws {
    let cases = try Self.cases("[Avatar]", of: "Contracts/groups.contract.json")
    #expect(
      (0..<30).map { cases[$0].id } == [
        "canonical",
        "wrong-type:digits@[0]",
        "null@",
        "text:non-bmp@[0].file_url",
        "wrong-type:digits@[0].id",
        "identity:zero@[0].id",
        "array:null-element@",
        "key-case-after:upper@[0].id",
        "identity:repeated@[0].id",
        "text:null@[0].file_url",
        "integer:2^63-1@[0].id",
        "integer:2^31@[0].id",
        "identity:first-null@[0].id",
        "number:1.0@[0].id",
        "array:unwrapped@",
        "key-case-after:upper@[0].file_url",
        "identity:empty-string@[0].id",
        "wrong-type:digits@",
        "missing@[0].id",
        "payload:unwrapped@",
        "missing@[0].file_url",
        "text:nfc@[0].file_url",
        "number:1e400@[0].id",
        "text:blank@[0].file_url",
        "key-case-after:acronym-capital@[0].file_url",
        "identity:another@[0].id",
        "number:1e0@[0].id",
        "array:nested@",
        "integer:-2^63@[0].id",
        "array:same-element@",
      ])
  }

  @Test("The pairs and rows of avatars have these payloads")
  func pairsAndRows() throws {
    let cases = try Self.cases("[Avatar]", of: "Contracts/groups.contract.json")
    let fixed: [GeneratedCase.Phase] = [.identityPair, .pairwise]
    let lines = fixed.flatMap { phase in
      (0..<(cases.count(of: phase) ?? 0)).map { index in
        let one = cases[phase, index]
        return "\(one.id) (\(one.name)): \(one.payload.text.prefix(50))"
      }
    }
    #expect(
      lines == [
        "identity-pair:same@[0].id+[0].id (the same identity at [0].id twice, with the same values): "
          + #"[{"id":1,"file_url":"a"},{"id":1,"file_url":"a"}]"#,
        "identity-pair:other@[0].id+[0].id (the same identity at [0].id twice, with other values): "
          + #"[{"id":1,"file_url":"a"},{"id":1,"file_url":"ax"}]"#,
        "pairwise:0 (nothing at its edge): "
          + #"[{"id":1,"file_url":"a"}]"#,
        "pairwise:1 ([0].file_url min): "
          + #"[{"id":1,"file_url":""}]"#,
        "pairwise:2 ([0].file_url max): "
          + #"[{"id":1,"file_url":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaa"#,
      ])
  }

  @Test("Targets have this many generated payloads")
  func counts() throws {
    let counts = try [
      ("[Avatar]", "Contracts/groups.contract.json"),
      ("Envelope", "Contracts/groups.contract.json"),
      ("user: User", "Contracts/groups.contract.json"),
      ("Article", "Contracts/articles.contract.json"),
      ("GET /orders", "Fixtures/generation/orders.contract.json"),
    ].map { target, contract in
      let cases = try Self.cases(target, of: contract)
      let counts = GeneratedCase.Phase.allCases.compactMap { phase in
        cases.count(of: phase).map { "\($0) \(phase)" }
      }
      return "\(target): " + counts.joined(separator: ", ")
    }
    #expect(
      counts == [
        "[Avatar]: 1 canonical, 137 cell, 2 identityPair, 0 combined, 3 pairwise",
        "Envelope: 3 canonical, 520 cell, 4 identityPair, 14 combined, 12 pairwise",
        "user: User: 1 canonical, 516 cell, 6 identityPair, 29 combined, 34 pairwise",
        "Article: 1 canonical, 283 cell, 0 identityPair, 19 combined, 25 pairwise",
        "GET /orders: 1 canonical, 2311 cell, 30 identityPair, 32 combined, 65 pairwise",
      ])
  }

  @Test("A seed and a number stand for the same bytes on every machine")
  func digests() throws {
    let digests = try [
      ("[Avatar]", "Contracts/groups.contract.json"),
      ("GET /orders", "Fixtures/generation/orders.contract.json"),
    ].map { target, contract in
      let cases = try Self.cases(target, of: contract)
      let texts = (0..<cases.fixedCount + 60).flatMap { index in
        [cases[index].id, cases[index].payload.text]
      }
      return "\(target): seed \(cases.seed.value), cases \(StableHash(texts: texts).value)"
    }
    #expect(
      digests == [
        "[Avatar]: seed 1018539939602978930, cases 13293260321510335963",
        "GET /orders: seed 1310819150149739108, cases 11597468893135950227",
      ])
  }

  @Test("Eight workers that share the cases make the same payloads as one worker")
  func workers() async throws {
    let cases = try Self.cases("[Avatar]", of: "Contracts/groups.contract.json")
    let count = cases.fixedCount + 400
    let alone = (0..<count).map { cases[$0].payload.bytes }
    let shared = await withTaskGroup(of: [(Int, [UInt8])].self) { group in
      for worker in 0..<8 {
        group.addTask {
          stride(from: worker, to: count, by: 8).map { ($0, cases[$0].payload.bytes) }
        }
      }
      return await group.reduce(into: [Int: [UInt8]]()) { payloads, found in
        payloads.merge(found) { first, _ in first }
      }
    }
    #expect((0..<count).map { shared[$0] } == alone)
  }
}
