package import CaptureSources
import ContractModel
package import JSONParsing

/// The head of a part, before its totals: it has to be the same for parts to be merged.
package struct PartHeader: Sendable, Equatable {
  /// The command that has counted, and merges; by the name of the member that says the version of
  /// how it is written.
  package enum Subject: String, Sendable, CaseIterable {
    case check = "part"
    /// Summaries.
    case infer, stats

    var command: String { self == .check ? "check" : rawValue }

    /// The version of how it is written.
    package var version: Int {
      switch self {
      case .check: 3
      case .infer, .stats: 1
      }
    }
  }

  /// A contract, in the order of the check.
  package struct ContractMark: Sendable, Equatable {
    package var name: String
    /// A fingerprint of the file's bytes.
    package var digest: UInt64

    package init(name: String, digest: UInt64) { (self.name, self.digest) = (name, digest) }
  }

  /// The type of inputs whose names a pattern fits, as the configuration has it.
  package struct InputRule: Sendable, Equatable {
    package var pattern: String
    package var type: String

    package init(pattern: String, type: String) { (self.pattern, self.type) = (pattern, type) }
  }

  package private(set) var subject = Subject.check
  package var contracts: [ContractMark] = []
  /// A fingerprint of all files that contracts were read from, with those that they include.
  package var files: UInt64 = 0
  /// The values of the options that totals depend on, by their names; of none that is not given.
  package var options: [MemberName: [String]] = [:]
  package var inputRules: [InputRule] = []
  /// `nil`: the part is of a capture of its own.
  package var share: CaptureShare?
  /// A fingerprint of the inputs' names and sizes.
  package var capture: UInt64 = 0
  package var inputCount = 0
  /// Whether the capture has a file, so that another one has another fingerprint.
  package var hasFiles = false
  /// Whether all was checked; else the user has stopped it.
  package var isComplete = true
  /// Inputs that were not found, each in a sentence that is safe to display.
  package var problems: [String] = []

  package init(_ subject: Subject = .check) { self.subject = subject }

  /// A header that says which inputs there are.
  package init(
    of plan: CapturePlan, share: CaptureShare?, _ subject: Subject = .check
  ) {
    (self.subject, self.share) = (subject, share)
    inputCount = plan.inputs.count
    hasFiles = plan.inputs.contains { $0 != .standardInput }
    var bytes: [UInt8] = []
    for (number, input) in plan.inputs.enumerated() {
      bytes += input.name.utf8
      bytes += [0] + String(plan.byteCount(ofInput: number)).utf8 + [0]
    }
    capture = StableHash(bytes).value
  }
}
