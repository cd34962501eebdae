import CaptureSources
import ContractModel
import Foundation
import JSONParsing
import MappingEngine

/// Writes what a check has counted of a part of a capture.
///
/// A JSON object, sorted throughout, so that the same totals are the same bytes. `merge` is who reads
/// it, but the members are named for people:
///
///     {"part": 3,
///     "contracts": [{"name":"users","digest":"04e2…"}],
///     …
///     "groups": [
///       {"contract":0,"endpoint":2,"rule":"wrong-type","line":4,"mapping":1,"severity":"error","count":7, …}],
///     …}
///
/// Fingerprints are 16 hexadecimal digits, for a number of JSON may lose some of them.
package struct PartWriter {
  private let check: CaptureCheck
  private var layout: PartLayout

  /// The part as a text that ends with a line end.
  ///
  /// - Parameters:
  ///   - check: That is not finished.
  ///   - isOneLine: Whether there is no line end in it, so that parts can be lines of a file.
  package static func text(
    of check: CaptureCheck, _ header: PartHeader, isOneLine: Bool = false
  ) -> [UInt8] {
    var writer = PartWriter(check: check, layout: PartLayout(header, isOneLine: isOneLine))
    writer.writeTotals()
    writer.writeContracts()
    return writer.layout.ended
  }

  // MARK: - Members

  private mutating func writeTotals() {
    let totals = check.totals
    for figure in CheckTotals.figures {
      layout.member(figure.name) { $0.number(totals[keyPath: figure.path]) }
    }
    layout.write(totals.lineCounts, totals.problems)
    layout.list("endpoints", totals.endpointKeys) { key, writer in
      let counts = totals.endpoints[key] ?? CheckTotals.EndpointTotals()
      writer.beginObject()
      writer.members(of: key)
      writer.figures(of: counts)
      writer.name("rules")
      writer.beginObject()
      for rule in RuleID.allCases {
        if let count = counts.rules[rule] { writer.member(rule.rawValue, count) }
      }
      writer.endObject()
      writer.endObject()
    }
    layout.list("statuses", totals.statuses.sorted { $0.key < $1.key }) { item, writer in
      writer.beginObject()
      writer.members(of: item.key)
      writer.name("records")
      writer.beginArray()
      for (status, count) in item.value.sorted(by: { $0.key < $1.key }) {
        writer.numbers([status, count])
      }
      writer.endArray()
      writer.endObject()
    }
    layout.list("groups", totals.groupKeys) { key, writer in
      let isFolded = totals.violations.folded.contains(key)
      if let group = totals.groups[key] { writer.write(group, of: key, isFolded: isFolded) }
    }
    layout.member("unmatchedRecords") { $0.number(totals.unmatched.count) }
    layout.list("unknownKeys", totals.violations.places.sorted { $0.key < $1.key }) {
      item, writer in
      writer.write(item.value, of: item.key)
    }
    layout.list("unmatched", totals.unmatched.groups) { $1.write($0) }
  }

  private mutating func writeContracts() {
    let tallies = check.contracts.indices.map { check.tally(ofContract: $0)?.contents }
    layout.list("tallies", tallies) { contents, writer in
      if let contents { writer.write(contents) } else { writer.null() }
    }
    let constants = check.constants.enumerated().flatMap { number, values in
      values.values.entries.map { (number, $0) }
    }
    layout.list("constants", constants) { item, writer in
      writer.write(item.1.value, of: item.1.key, contract: item.0)
    }
  }
}

/// A number as 16 hexadecimal digits.
package func hexadecimal(_ value: UInt64) -> String {
  let digits = String(value, radix: 16)
  return String(repeating: "0", count: 16 - digits.count) + digits
}
