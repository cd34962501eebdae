package import ContractDiff
import ContractModel
import Generation
import JSONParsing
import MappingEngine

/// A drawn contract, and the same contract with one to three changes.
package struct DrawnPair {
  private let old: Contract
  private let new: Contract
  private let again: Contract
  private let text: String

  /// - Returns: `nil` if one of the two is not a valid contract.
  package init?(seed: Int) {
    let drawn = DrawnContract(seed: UInt64(seed))
    let other = drawn.changed(seed: UInt64(seed) &* 31 &+ 7)
    guard let old = drawn.contract, let new = other.contract, let again = drawn.contract else {
      return nil
    }
    (self.old, self.new, self.again) = (old, new, again)
    text = "\(seed):\n\(drawn.text)\n\(other.text)"
  }

  /// The laws of comparisons.
  package enum Law: String, CaseIterable, Sendable {
    case same = "A contract does not differ from itself"
    case verified = "Every payload that is told does what is said of it"
    case symmetric = "The other way round the same places differ, with the sides changed"
    case complete = "What one side sends and the other refuses is told at a line that leads to it"
  }

  /// Returns the breaches of the laws, as texts with the pair.
  ///
  /// - Parameters:
  ///   - drawnCount: The number of payloads that a comparison draws from each side of a target.
  ///   - sentCount: The number of valid payloads of each target that the other side maps.
  package func breaches(
    of laws: [Law] = Law.allCases, drawnCount: Int = 10, sentCount: Int = 40
  ) -> [String] {
    let diff = { ContractDiff(old: DiffSide([$0]), new: DiffSide([$1]), drawnCount: drawnCount) }
    let there = diff(old, new).findings
    return laws.flatMap { law -> [String] in
      let broken: [String] =
        switch law {
        case .same: diff(old, again).findings.map { "\($0.kind)" }
        case .verified: there.filter { !$0.isRight }.map { "\($0.kind) of \(payload($0))" }
        case .symmetric: asymmetries(there, diff(new, old).findings)
        case .complete: misses(there, sentCount)
        }
      return broken.map { "\(law.rawValue): \($0) of \(text)" }
    }
  }

  private func payload(_ finding: DiffFinding) -> String {
    finding.witness?.payload ?? "no payload"
  }

  /// Returns the places that differ in one direction only.
  private func asymmetries(_ there: [DiffFinding], _ back: [DiffFinding]) -> [String] {
    let mirrored: [DiffClass: DiffClass] = [
      .breaksApps: .breaksServers, .breaksServers: .breaksApps, .changesMeaning: .changesMeaning,
      .compatible: .compatible,
    ]
    let forward = there.map { Self.key($0.place.old, $0.place.new, mirrored[$0.kind]) }.sorted()
    let backward = back.map { Self.key($0.place.new, $0.place.old, $0.kind) }.sorted()
    return forward == backward ? [] : ["\(forward) and \(backward)"]
  }

  private static func key(_ old: Origin?, _ new: Origin?, _ kind: DiffClass?) -> String {
    "\(old?.range.lowerBound ?? -1) \(new?.range.lowerBound ?? -1) \(kind?.rawValue ?? "")"
  }

  /// Returns payloads of one side that the other rejects without a finding.
  private func misses(_ findings: [DiffFinding], _ count: Int) -> [String] {
    [(old, new, false), (new, old, true)].flatMap { sender, receiver, isNew in
      ["GET /m0", "GET /m1", "POST /m2"].compactMap { name in
        guard let target = Self.target(name, sender), let other = Self.target(name, receiver) else {
          return nil
        }
        let kind: DiffClass =
          isNew != name.hasPrefix("POST") ? .breaksApps : .breaksServers
        let told = findings.filter { $0.kind == kind }
        let miss = Self.miss(sender, target, receiver, other, told, count, isNew: isNew)
        return miss.map { "\(name) \($0)" }
      }
    }
  }

  private static func target(_ name: String, _ contract: Contract) -> ContractExample.Target? {
    contract.endpoints.first { $0.selector.description.contains(name) }
      .map { .endpoint(Located($0.selector)) }
  }

  private static func miss(
    _ sender: Contract, _ target: ContractExample.Target, _ receiver: Contract,
    _ other: ContractExample.Target, _ told: [DiffFinding], _ count: Int, isNew: Bool
  ) -> String? {
    let closed = sender.settingUnknownKeys(to: .error)
    guard let cases = GeneratedCases(closed, target: target, seed: Seed(5)) else { return nil }
    let mapper = Mapper(receiver, as: [MappingTarget(other)])
    for number in 0..<count {
      let payload = cases[.valid, 100 + number].payload
      guard let document = try? JSONDocument(parsing: payload.bytes) else { continue }
      var store = ObjectStore()
      let result = mapper.map(document, as: MappingTarget(other), into: &store)
      for violation in result.violations where violation.severity == .error {
        // The line, and the lines that lead to it.
        let leading =
          [violation.origin.range]
          + result.events.filter { violation.path.steps.starts(with: $0.path.steps) }
          .compactMap { $0.line?.origin.range }
        let isTold = told.contains { finding in
          let origin = isNew ? finding.place.old : finding.place.new
          return violation.line == nil || finding.place.aspect != .line
            || finding.witness?.rule == violation.rule
            || origin.map { leading.contains($0.range) } ?? false
        }
        if !isTold { return "\(violation) of \(payload.text)" }
      }
    }
    return nil
  }
}

extension DiffFinding {
  /// Whether both contracts treat the payload as the finding says, judged by mapping it and nothing
  /// else.
  package var isRight: Bool {
    guard let witness else { return kind == .compatible }
    guard let document = try? JSONDocument(parsing: witness.payload) else { return false }
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
      let texts = (Self.text(results.0), Self.text(results.1))
      return takes == (true, true) && texts.0 != texts.1
    case .missing, .optional, .null, .type, .list, .openList: return takes == (false, true)
    case .compatible, .unspecified: return false
    }
  }

  private static func text(_ result: MappingResult) -> String {
    result.value.map { result.store.json($0) } ?? ""
  }
}
