import CaptureChecking
import ContractModel
import JSONParsing
import MappingEngine

/// A key path of a mapping, and how often payloads had it.
struct ReportedKey {
  let contract: String
  /// `User.firstname`, safe to display.
  let name: String
  let total: Int
  let present: Int
  let null: Int

  var isSometimesAbsentOrNull: Bool { present < total || null > 0 }
}

extension CheckReport {
  /// The key paths that payloads came for, in the order of the contracts.
  var reportedKeys: [ReportedKey] {
    check.contracts.enumerated().flatMap { number, contract in
      lines(ofContract: number).filter { $0.counts.total > 0 }.map { line in
        let source = line.line.source.description
        let names = [line.mapping?.text, source.isEmpty ? "(itself)" : source].compactMap { $0 }
        return ReportedKey(
          contract: displayed(contract.name.text), name: displayed(names.joined(separator: ".")),
          total: line.counts.total, present: line.counts.present, null: line.counts.null)
      }
    }
  }
}
