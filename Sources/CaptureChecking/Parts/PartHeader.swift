package import CaptureSources
package import ContractModel
import FaultTolerance
package import JSONParsing
package import MappingEngine

/// The header of a part, before its totals. It decides whether parts may be merged.
package struct PartHeader: Codable, Equatable, Sendable {
  /// The command that wrote the part, and merges it.
  package enum Subject: String, Codable, Sendable {
    case check
    /// Commands whose parts are summaries.
    case infer, stats
  }

  /// A contract, in the order of the check.
  package struct ContractMark: Codable, Equatable, Sendable {
    package var name: String
    /// A fingerprint of the file's bytes.
    @FingerprintText package var digest: UInt64
  }

  /// The type of inputs whose names fit a pattern, as the configuration has it.
  package struct InputRule: Codable, Equatable, Sendable {
    package var pattern: String
    package var type: String

    package init(pattern: String, type: String) { (self.pattern, self.type) = (pattern, type) }
  }

  package private(set) var subject = Subject.check
  package var contracts: [ContractMark] = []
  /// The released versions, in their order; the digest is of all files and measured tolerances.
  package var releases: [ContractMark] = []
  /// A fingerprint of all contract files, including those that they include.
  @FingerprintText package var files: UInt64 = 0
  /// The values of the given options that affect totals, by name.
  package var options: [MemberName: [String]] = [:]
  package var inputRules: [InputRule] = []
  /// `nil`: the part is a capture of its own.
  package var share: CaptureShare?
  /// A fingerprint of the inputs' names and sizes.
  @FingerprintText package var capture: UInt64 = 0
  package var inputCount = 0
  /// Whether the capture has a file, so that its fingerprint identifies it.
  package var hasFiles = false
  /// Whether the check ran to its end, and was not interrupted.
  package var isComplete = true
  /// Whether the part has counts only; `nil`: it has examples, too.
  package var omitsExamples: Bool?
  /// One sentence for each input that was not found.
  package var problems: [String] = []

  package init(_ subject: Subject = .check) { self.subject = subject }

  /// Sets the contracts of the check, in their order.
  package mutating func mark(_ contracts: [Contract]) {
    self.contracts = contracts.map { contract in
      ContractMark(
        name: contract.name.text,
        digest: StableHash(Array(contract.texts[contract.path] ?? [])).value)
    }
    files = Self.digest(of: contracts.flatMap(\.texts.all))
  }

  /// Sets the released versions, in their order.
  package mutating func mark(_ releases: [ReleasedVersion]) {
    self.releases = releases.map { release in
      ContractMark(
        name: release.name,
        digest: Self.digest(
          of: release.contracts.flatMap(\.texts.all) + release.tolerance.files.map { $0[...] }))
    }
  }

  /// Returns a digest of files in any order, since their paths do not affect their meaning.
  private static func digest(of files: [some Collection<UInt8>]) -> UInt64 {
    let digests = Set(files.map { StableHash(Array($0)).value })
    return StableHash(
      digests.sorted().flatMap { digest in
        stride(from: 0, to: 64, by: 8).map { UInt8(truncatingIfNeeded: digest >> UInt64($0)) }
      }
    ).value
  }

  /// Creates the header for the inputs of a plan.
  package init(of plan: CapturePlan, share: CaptureShare?, _ subject: Subject = .check) {
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
