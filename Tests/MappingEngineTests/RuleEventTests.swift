import ContractModel
import JSONParsing
import MappingEngine
import TestSupport
import Testing

@Suite("Each rule has an event")
struct RuleEventTests {
  /// The events that may report any violation, because the object of the line is unchanged, omitted
  /// or absent.
  private static let ofAnyLine: Set<MappingEventName> = [
    .declined, .skippedUnmodified, .noDestination,
  ]

  @Test(
    "Each violation is reported by an event that its rule names, in damaged payloads too",
    arguments: ContractFile.all)
  func violations(file: ContractFile) throws {
    let payloads = try file.payloads()
    for payload in payloads { #expect(strangers(payload.map()) == [], "\(payload.name)") }
    for seed in 0..<150 as Range<UInt64> {
      var generator = SplitMix64(seed: seed)
      let payload = payloads[Int(seed) % payloads.count]
      var tree = payload.tree
      for _ in 0...seed % 4 { tree = tree.damaged(using: &generator) }
      #expect(strangers(payload.map(try tree.document())) == [], "seed \(seed)")
    }
  }

  /// Returns the violations whose rules do not name their events.
  private func strangers(_ result: MappingResult) -> [String] {
    result.events.compactMap { event in
      guard let rule = event.violation?.rule, !rule.traits.events.contains(event.name),
        !Self.ofAnyLine.contains(event.name)
      else { return nil }
      return "\(event.name) of \(rule)"
    }
  }

  @Test("The event that a rule names first is shown by an example")
  func examples() throws {
    var shown: Set<RuleID> = []
    for event in try TotalLogTests.examplePayloads().flatMap({ $0.map().events }) {
      guard let rule = event.violation?.rule, rule.traits.events.first == event.name else {
        continue
      }
      shown.insert(rule)
    }
    let others = RuleID.allCases.filter { !$0.traits.events.isEmpty && !shown.contains($0) }
    // Examples cannot have these: no payload, halves of surrogate pairs, or excessive sizes.
    #expect(others == [.loneSurrogate, .unexpectedBody, .tooDeep, .tooBig])
  }

  @Test("A rule about single values has an event, one about captures has none")
  func scopes() {
    for rule in RuleID.allCases {
      switch rule.traits.scope {
      case .value: #expect(!rule.traits.events.isEmpty, "\(rule)")
      case .line, .capture: #expect(rule.traits.events.isEmpty, "\(rule)")
      case .body, .request: break
      }
    }
  }
}
