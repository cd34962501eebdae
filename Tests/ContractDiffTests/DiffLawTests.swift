import ContractDiff
import ContractModel
import Generation
import JSONParsing
import MappingEngine
import TestSupport
import Testing

/// Laws of comparisons, over contracts that are drawn and changes of them that are.
@Suite("Differences of drawn contracts")
struct DiffLawTests {
  private struct Pair {
    var old: Contract
    var new: Contract
    var text: String
  }

  private static func pair(_ seed: Int) -> Pair? {
    let drawn = DrawnContract(seed: UInt64(seed))
    let other = drawn.changed(seed: UInt64(seed) &* 31 &+ 7)
    guard let old = drawn.contract, let new = other.contract else { return nil }
    return Pair(old: old, new: new, text: "\(seed):\n\(drawn.text)\n\(other.text)")
  }

  private static func diff(_ old: Contract, _ new: Contract) -> ContractDiff {
    ContractDiff(old: DiffSide([old]), new: DiffSide([new]), drawnCount: 10)
  }

  private static let groups = 0..<12
  private static func seeds(_ group: Int) -> Range<Int> { group * 2..<(group + 1) * 2 }

  @Test("A contract does not differ from itself", arguments: groups)
  func same(group: Int) {
    for seed in Self.seeds(group) {
      guard let contract = DrawnContract(seed: UInt64(seed)).contract else { continue }
      let again = DrawnContract(seed: UInt64(seed)).contract ?? contract
      #expect(Self.diff(contract, again).findings.isEmpty)
    }
  }

  @Test("Every payload that is told does what is said of it", arguments: groups)
  func verified(group: Int) throws {
    for seed in Self.seeds(group) {
      guard let pair = Self.pair(seed) else { continue }
      for finding in Self.diff(pair.old, pair.new).findings {
        guard let witness = finding.witness else {
          #expect(finding.kind == .compatible)
          continue
        }
        #expect(try Self.isRight(finding.kind, witness), "\(witness.payload) of \(pair.text)")
      }
    }
  }

  /// Maps a payload by both contracts, and nothing else of what made it.
  static func isRight(_ kind: DiffClass, _ witness: DiffWitness) throws -> Bool {
    let document = try JSONDocument(parsing: witness.payload)
    let targets = [MappingTarget(witness.targets.old), MappingTarget(witness.targets.new)]
    let old = Mapper(witness.contracts.old, as: [targets[0]])
    let new = Mapper(witness.contracts.new, as: [targets[1]])
    let takes = (
      old.admits(document, as: targets[0], exchange: witness.exchange),
      new.admits(document, as: targets[1], exchange: witness.exchange)
    )
    switch kind {
    case .breaksApps: return takes == (witness.isRequest ? (true, false) : (false, true))
    case .breaksServers: return takes == (witness.isRequest ? (false, true) : (true, false))
    case .changesMeaning:
      var stores = (ObjectStore(), ObjectStore())
      let results = (
        old.map(document, as: targets[0], into: &stores.0, exchange: witness.exchange),
        new.map(document, as: targets[1], into: &stores.1, exchange: witness.exchange)
      )
      let texts = (text(results.0), text(results.1))
      return takes == (true, true) && texts.0 != texts.1
    case .missing, .optional, .null, .type, .list, .openList: return takes == (false, true)
    case .compatible, .unspecified: return false
    }
  }

  private static func text(_ result: MappingResult) -> String {
    result.value.map { result.store.json($0) } ?? ""
  }

  @Test("The other way round the same places differ, with the sides changed", arguments: groups)
  func symmetric(group: Int) {
    let mirrored: [DiffClass: DiffClass] = [
      .breaksApps: .breaksServers, .breaksServers: .breaksApps, .changesMeaning: .changesMeaning,
      .compatible: .compatible,
    ]
    for seed in Self.seeds(group) {
      guard let pair = Self.pair(seed) else { continue }
      let there = Self.diff(pair.old, pair.new).findings.map { finding in
        Self.key(finding.place.old, finding.place.new, mirrored[finding.kind])
      }
      let back = Self.diff(pair.new, pair.old).findings.map { finding in
        Self.key(finding.place.new, finding.place.old, finding.kind)
      }
      #expect(there.sorted() == back.sorted(), "\(pair.text)")
    }
  }

  private static func key(_ old: Origin?, _ new: Origin?, _ kind: DiffClass?) -> String {
    "\(old?.range.lowerBound ?? -1) \(new?.range.lowerBound ?? -1) \(kind?.rawValue ?? "")"
  }

  @Test("What one side sends and the other refuses is told at its line", arguments: groups)
  func complete(group: Int) throws {
    for seed in Self.seeds(group) {
      guard let pair = Self.pair(seed) else { continue }
      let findings = Self.diff(pair.old, pair.new).findings
      for (sender, receiver, isNew) in [(pair.old, pair.new, false), (pair.new, pair.old, true)] {
        for name in ["GET /m0", "GET /m1", "POST /m2"] {
          guard let target = Self.target(name, sender), let other = Self.target(name, receiver)
          else {
            continue
          }
          let missed = Self.missed(
            sender, target, receiver, other, findings, isNew: isNew,
            isRequest: name.hasPrefix("POST"))
          #expect(missed == nil, "\(missed ?? "") \(name) of \(pair.text)")
        }
      }
    }
  }

  private static func target(_ name: String, _ contract: Contract) -> ContractExample.Target? {
    contract.endpoints.first { $0.selector.description.contains(name) }
      .map { .endpoint(Located($0.selector)) }
  }

  /// A payload of the sender that the receiver refuses, where nothing is told of that.
  private static func missed(
    _ sender: Contract, _ target: ContractExample.Target, _ receiver: Contract,
    _ other: ContractExample.Target, _ findings: [DiffFinding], isNew: Bool, isRequest: Bool
  ) -> String? {
    let closed = sender.settingUnknownKeys(to: .error)
    guard let cases = GeneratedCases(closed, target: target, seed: Seed(5)) else { return nil }
    let mapper = Mapper(receiver, as: [MappingTarget(other)])
    let kind: DiffClass = isNew != isRequest ? .breaksApps : .breaksServers
    let told = findings.filter { $0.kind == kind }
    for number in 0..<40 {
      let payload = cases[.valid, 100 + number].payload
      guard let document = try? JSONDocument(parsing: payload.bytes) else { continue }
      var store = ObjectStore()
      let result = mapper.map(document, as: MappingTarget(other), into: &store)
      for violation in result.violations where violation.severity == .error {
        let isTold = told.contains { finding in
          let origin = isNew ? finding.place.old : finding.place.new
          return origin?.range == violation.origin.range || violation.line == nil
            || finding.place.aspect != .line || finding.witness?.rule == violation.rule
        }
        if !isTold { return "\(violation) of \(payload.text)" }
      }
    }
    return nil
  }

  /// Contracts by their paths.
  private struct Files: ContractFiles {
    var texts: [String: String]

    func contract(at path: String) -> [UInt8]? { texts[path].map { Array($0.utf8) } }
    func hasFixture(_ name: String, forContractAt path: String) -> Bool { true }
    func fixture(_ name: String, forContractAt path: String) -> [UInt8]? { nil }
  }

  private static func contracts(_ seeds: [Int], isChanged: Bool) -> [Contract] {
    seeds.compactMap { seed in
      let drawn = DrawnContract(seed: UInt64(seed))
      var text = (isChanged ? drawn.changed(seed: 3) : drawn).text
      for path in ["/m0", "/m1", "/m2"] { text = text.replacing(path, with: "/\(seed)\(path)") }
      let path = "c\(seed).contract.json"
      return try? Contract(at: path, files: Files(texts: [path: text]))
    }
  }

  @Test("The order of files changes nothing")
  func order() {
    let seeds = Array(0..<8)
    let told = [(seeds, seeds), (seeds.reversed(), seeds), (seeds, seeds.reversed())].map {
      let diff = ContractDiff(
        old: DiffSide(Self.contracts($0, isChanged: false)),
        new: DiffSide(Self.contracts($1, isChanged: true)), drawnCount: 5)
      return diff.findings.map { "\($0.kind) \($0.place.title) \($0.witness?.payload ?? "")" }
    }
    #expect(told[0].count > 2)
    #expect(told[0] == told[1])
    #expect(told[0] == told[2])
  }
}
