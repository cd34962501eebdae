import ContractModel
import JSONParsing

/// Drawn valid payloads, and the faults that are made in them.
struct RandomCases: Sendable {
  private let plan: DrawPlan
  private let base: FaultBase
  private let sites: FaultSites

  init(_ plan: DrawPlan, _ sweep: FaultSweep) {
    self.plan = plan
    base = sweep.bases[0]
    sites = FaultSites(sweep)
  }

  func drawn(_ index: Int, of seed: Seed, isFaulty: Bool) -> GeneratedCase {
    var generator = PayloadGenerator(plan)
    var payload = generator.payload(
      seed: seed, index: index, size: PayloadGenerator.size(ofCase: index))
    let cells = isFaulty ? addFaults(to: &payload, index, of: seed) : []
    let phase = isFaulty ? GeneratedCase.Phase.random : .valid
    let name = cells.map(\.name).joined(separator: " and ")
    return GeneratedCase(
      id: "\(phase.rawValue):\(seed.value):\(index)",
      name: "payload \(index) of seed \(seed.value)" + (name.isEmpty ? "" : " with \(name)"),
      phase: phase, base: base, isUnspecified: cells.contains(where: \.isUnspecified),
      line: cells.first.flatMap { cell in
        cell.base.keyPaths.first { $0.node == cell.node }?.lines.first
      },
      faults: cells, payload: { [payload] in payload })
  }

  /// Adds faults: one of four payloads has no fault, two have one, and one has two.
  private func addFaults(
    to payload: inout PayloadTree, _ index: Int, of seed: Seed
  ) -> [FaultCell] {
    // The faults have their own random numbers, independent of those of the payload.
    var random = Seed(seed.value ^ 0x6661_756c_7473_2121).random(ofCase: index)
    let count = [0, 1, 1, 2][random.below(4)]
    return (0..<count).compactMap { _ in
      let cell = sites.cell(in: payload, &random)
      if let cell { payload = cell.payload() }
      return cell
    }
  }
}
