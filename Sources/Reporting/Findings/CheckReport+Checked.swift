import CaptureChecking
import ContractModel
import MappingEngine

// What was checked, as several reports tell it: in the order of the contracts.

extension CheckReport {
  /// The contracts that payloads came for, and what was counted of these.
  var tallies: [(contract: Contract, tally: MappingTally)] {
    check.contracts.enumerated().compactMap { number, contract in
      check.tally(ofContract: number).map { (contract, $0) }
    }
  }

  /// The lines that were looked for.
  var checkedLines: [(contract: Contract, totals: MappingTally.LineTotals)] {
    tallies.flatMap { contract, tally in
      tally.lines.filter { $0.counts.total > 0 }.map { (contract, $0) }
    }
  }

  /// The key paths that were looked for, as `User.firstname`, safe to display.
  var checkedKeys: [(name: String, counts: EventCounts)] {
    checkedLines.map { _, line in
      (CheckCoverage.name(line.mapping, line.line.source.description), line.counts)
    }
  }

  /// The endpoints that payloads came for, with their types, safe to display; the type is empty, if an
  /// endpoint is named by it.
  var checkedEndpoints: [(name: String, type: String, totals: CheckTotals.EndpointTotals)] {
    check.totals.endpoints.sorted { $0.key < $1.key }.map { key, totals in
      (name(of: key), type(of: key) ?? "", totals)
    }
  }

  /// The share of all payloads that has an error.
  var refused: PayloadShare {
    check.totals.endpoints.values.reduce(.none) {
      $0 + PayloadShare($1.refusedCount, of: $1.payloadCount)
    }
  }
}
