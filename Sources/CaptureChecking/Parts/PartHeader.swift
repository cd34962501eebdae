package import CaptureSources
package import ContractModel
package import JSONParsing
package import MappingEngine

/// The head of a part, before its totals: it has to be the same for parts to be merged.
package struct PartHeader: Codable, Equatable, Sendable {
  /// The command that has counted, and merges.
  package enum Subject: String, Codable, Sendable {
    case check
    /// Summaries.
    case infer, stats
  }

  /// A contract, in the order of the check.
  package struct ContractMark: Codable, Equatable, Sendable {
    package var name: String
    /// A fingerprint of the file's bytes.
    @FingerprintText package var digest: UInt64
  }

  /// The type of inputs whose names a pattern fits, as the configuration has it.
  package struct InputRule: Codable, Equatable, Sendable {
    package var pattern: String
    package var type: String

    package init(pattern: String, type: String) { (self.pattern, self.type) = (pattern, type) }
  }

  package private(set) var subject = Subject.check
  package var contracts: [ContractMark] = []
  /// A fingerprint of all files that contracts were read from, with those that they include.
  @FingerprintText package var files: UInt64 = 0
  /// The values of the options that totals depend on, by their names; of none that is not given.
  package var options: [MemberName: [String]] = [:]
  package var inputRules: [InputRule] = []
  /// `nil`: the part is of a capture of its own.
  package var share: CaptureShare?
  /// A fingerprint of the inputs' names and sizes.
  @FingerprintText package var capture: UInt64 = 0
  package var inputCount = 0
  /// Whether the capture has a file, so that another one has another fingerprint.
  package var hasFiles = false
  /// Whether all was checked; else the user has stopped it.
  package var isComplete = true
  /// Whether it has counts alone; `nil`: it has examples, too.
  package var omitsExamples: Bool?
  /// Inputs that were not found, each in a sentence.
  package var problems: [String] = []

  package init(_ subject: Subject = .check) { self.subject = subject }

  /// Says which contracts are checked by, in their order.
  package mutating func mark(_ contracts: [Contract]) {
    self.contracts = contracts.map { contract in
      ContractMark(
        name: contract.name.text,
        digest: StableHash(Array(contract.texts[contract.path] ?? [])).value)
    }
    // In an order of their own: where the files lie is not part of what they say.
    let digests = Set(contracts.flatMap { $0.texts.all.map { StableHash(Array($0)).value } })
    files =
      StableHash(
        digests.sorted().flatMap { digest in
          stride(from: 0, to: 64, by: 8).map { UInt8(truncatingIfNeeded: digest >> UInt64($0)) }
        }
      ).value
  }

  /// A header that says which inputs there are.
  package init(
    of plan: CapturePlan, share: CaptureShare?, _ subject: Subject = .check
  ) {
    (self.subject, self.share) = (subject, share)
    inputCount = plan.inputs.count
    hasFiles = plan.inputs.contains { !$0.isStream }
    var bytes: [UInt8] = []
    for (number, input) in plan.inputs.enumerated() {
      bytes += input.name.utf8
      bytes += [0] + String(plan.byteCount(ofInput: number)).utf8 + [0]
    }
    capture = StableHash(bytes).value
  }
}
