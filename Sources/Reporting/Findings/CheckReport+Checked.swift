import CaptureChecking
import ContractModel
import MappingEngine

// The checked parts of contracts for several reports, in the order of the contracts.

extension CheckReport {
  /// The contracts with payloads, and their tallies.
  var tallies: [(contract: Contract, tally: MappingTally)] {
    check.contracts.enumerated().compactMap { number, contract in
      check.tally(ofContract: number).map { (contract, $0) }
    }
  }

  /// The lines that ran.
  var checkedLines: [(contract: Contract, totals: MappingTally.LineTotals)] {
    tallies.flatMap { contract, tally in
      tally.lines.filter { $0.counts.total > 0 }.map { (contract, $0) }
    }
  }

  /// The key paths of the lines that ran, as `User.firstname`, safe to display.
  var checkedKeys: [(name: String, counts: EventCounts)] {
    checkedLines.map { _, line in
      (CheckCoverage.name(line.mapping, line.line.source.description), line.counts)
    }
  }

  /// The endpoints with payloads, and their types, safe to display. The type is empty, if the
  /// endpoint is named by its type.
  var checkedEndpoints: [(name: String, type: String, totals: CheckTotals.EndpointTotals)] {
    check.totals.endpoints.filter { $0.key != check.outside }
      .map { key, totals in (name(of: key), type(of: key) ?? "", totals) }
  }

  /// The share of payloads with an error.
  var refused: PayloadShare {
    check.totals.endpoints.reduce(.none) {
      $0 + PayloadShare($1.totals.refusedCount, of: $1.totals.payloadCount)
    }
  }
}
