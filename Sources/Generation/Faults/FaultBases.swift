import ContractModel
import JSONParsing
import MappingEngine

/// Searches for a payload for each case of each mapping that a target uses.
struct FaultBases {
  private var payloads: CanonicalPayloads
  private let index: MappingIndex
  private let target: ContractExample.Target
  private let recorder: ReadRecorder
  /// The number of cases for which payloads may still be searched.
  private var rest: Int
  private(set) var found: [FaultBase] = []
  /// The number of cases that were skipped because there are too many.
  private(set) var leftOutCount = 0
  /// Whether the canonical payload has less than it would have without limits.
  private(set) var isCut = false
  private var tried: Set<RecordedReads.Choice> = []

  init(
    _ contract: Contract, _ target: ContractExample.Target, _ limits: GenerationLimits,
    _ recorder: ReadRecorder
  ) {
    payloads = CanonicalPayloads(contract, mostValues: limits.valueCount)
    (self.recorder, self.target, rest) = (recorder, target, limits.caseCount)
    index = MappingIndex(contract)
  }

  mutating func find() {
    guard let canonical = base([:], label: "") else { return }
    isCut = payloads.isTooLarge
    found = [canonical]
    tried.formUnion(canonical.choices)
    var waiting: [(choices: [MemberName: Int], label: String, base: FaultBase)] = [
      ([:], "", canonical)
    ]
    while !waiting.isEmpty {
      let (choices, label, known) = waiting.removeFirst()
      for mapping in known.choices.map(\.mapping) where choices[mapping] == nil {
        for (option, item) in cases(of: mapping).enumerated() {
          let choice = RecordedReads.Choice(mapping: mapping, option: option)
          guard tried.insert(choice).inserted else { continue }
          guard rest > 0 else {
            leftOutCount += 1
            continue
          }
          rest -= 1
          var other = choices
          other[mapping] = option
          let conditions = item.conditions.map(\.description).joined(separator: " and ")
          let label = label + "{\(mapping): \(conditions)}"
          guard let base = base(other, label: label).flatMap({ avoidingEarlierCases(choice, $0) }),
            base.errors.isSubset(of: known.errors)
          else { continue }
          found.append(base)
          tried.formUnion(base.choices)
          waiting.append((other, label, base))
        }
      }
    }
  }

  private mutating func base(_ choices: [MemberName: Int], label: String) -> FaultBase? {
    payloads.payload(of: target, choosing: choices)
      .map { FaultBase($0, recorder, target, label: label) }
  }

  private func cases(of mapping: MemberName) -> [MappingCase] {
    index[mapping].flatMap { index.dispatch(of: $0) }?.cases ?? []
  }

  /// Returns the base, or one in which the values that an earlier case requires are changed; `nil`
  /// if that one does not choose the case either.
  private func avoidingEarlierCases(
    _ choice: RecordedReads.Choice, _ base: FaultBase
  ) -> FaultBase? {
    if base.choices.contains(choice) { return base }
    let cases = cases(of: choice.mapping)
    let wanted = cases[choice.option].conditions.map(\.source)
    let earlier = cases[..<choice.option].flatMap(\.conditions).filter { condition in
      !wanted.contains(condition.source)
    }
    var replacing: [Int32: String] = [:]
    for reads in base.keyPaths {
      guard case .member(let name)? = base.paths[reads.node].steps.last,
        earlier.contains(where: { $0.source.lastName == name && $0.literal(at: $0.source) != nil })
      else { continue }
      replacing[Int32(reads.node)] = OtherValue.text(of: reads, in: base.tree)
    }
    guard
      let document = try? JSONDocument(parsing: base.tree.text(of: 0, replacing: replacing))
    else { return nil }
    let other = FaultBase(document, recorder, target, label: base.label)
    return other.choices.contains(choice) ? other : nil
  }
}
