import CaptureSources
import ContractModel
import JSONParsing
import MappingEngine
import Verification

// What of the settings is about workers, shards and parts.

extension CheckSettings {
  /// The options that totals depend on; what is judged by them is judged when parts are merged.
  static let counting = [
    "as", "base-path", "examples", "format", "host", "max-depth", "max-ratio", "max-record",
    "method", "path",
    "rule", "status", "unknown-keys",
  ]

  /// The most jobs that may be asked for.
  private static let largestJobCount = 1_000

  static func jobCount(_ text: String) -> Int? {
    Int(text).flatMap { 1...largestJobCount ~= $0 ? $0 : nil }
  }

  /// What a part says of the check, besides its inputs.
  func marked(_ header: PartHeader, by set: ContractSet) -> PartHeader {
    var header = header
    for contract in set.contracts {
      header.contracts.append(
        PartHeader.ContractMark(
          name: contract.name.text, digest: StableHash(set.text(of: contract.path) ?? []).value))
    }
    header.files = StableHash(set.digests).value
    for name in Self.counting where !options.values(name).isEmpty {
      header.options[MemberName(name)] = options.values(name)
    }
    header.inputRules = options.inputRules.map {
      PartHeader.InputRule(pattern: $0.pattern, type: $0.type)
    }
    return header
  }

  /// The settings with those of a part, where totals depend on them.
  func counting(as header: PartHeader) throws(UsageError) -> CheckSettings {
    var fixed: [String: [String]] = [:]
    for name in Self.counting { fixed[name] = header.options[MemberName(name)] ?? [] }
    let rules = header.inputRules.map {
      LayeredOptions.InputRule(pattern: $0.pattern, type: $0.type)
    }
    return try CheckSettings(
      options.fixing(fixed, inputRules: rules), inputs: inputs, reports: reports)
  }
}

extension ContractSet {
  /// The fingerprints of all files that were read, in an order of their own, as bytes: where the
  /// files lie is not part of what they say.
  fileprivate var digests: [UInt8] {
    (contracts.first?.texts ?? ContractTexts()).all.map { StableHash($0).value }.sorted().flatMap {
      digest in
      stride(from: 0, to: 64, by: 8).map { UInt8(truncatingIfNeeded: digest >> UInt64($0)) }
    }
  }
}
