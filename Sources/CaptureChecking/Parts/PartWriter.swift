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
  private let header: PartHeader
  private let check: CaptureCheck
  private let isOneLine: Bool
  private var bytes: [UInt8] = []

  /// The part as a text that ends with a line end.
  ///
  /// - Parameters:
  ///   - check: That is not finished.
  ///   - isOneLine: Whether there is no line end in it, so that parts can be lines of a file.
  package static func text(
    of check: CaptureCheck, _ header: PartHeader, isOneLine: Bool = false
  ) -> [UInt8] {
    var writer = PartWriter(header: header, check: check, isOneLine: isOneLine)
    writer.writeHeader()
    writer.writeTotals()
    writer.writeContracts()
    return writer.bytes + Array("}\n".utf8)
  }

  // MARK: - Layout

  private mutating func member(_ name: String, _ write: (inout JSONWriter) -> Void) {
    var writer = JSONWriter()
    write(&writer)
    bytes += Array((bytes.isEmpty ? "{" : isOneLine ? "," : ",\n").utf8)
    bytes += Array("\"\(name)\":".utf8) + writer.bytes
  }

  /// Writes a list, an item a line.
  private mutating func list<Items: Sequence>(
    _ name: String, _ items: Items, _ write: (Items.Element, inout JSONWriter) -> Void
  ) {
    bytes += Array((isOneLine ? ",\"\(name)\":[" : ",\n\"\(name)\":[").utf8)
    var isFirst = true
    for item in items {
      var writer = JSONWriter()
      write(item, &writer)
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      if !isOneLine { bytes += Array("\n  ".utf8) }
      bytes += writer.bytes
      isFirst = false
    }
    bytes.append(UInt8(ascii: "]"))
  }

  // MARK: - Members

  private mutating func writeHeader() {
    member("part") { $0.number(PartHeader.version) }
    list("contracts", header.contracts) { mark, writer in
      writer.beginObject()
      writer.member("name", mark.name)
      writer.member("digest", hexadecimal(mark.digest))
      writer.endObject()
    }
    member("files") { [header] in $0.string(hexadecimal(header.files)) }
    member("options") { [header] writer in
      writer.beginObject()
      for (name, values) in header.options.sorted(by: { $0.key < $1.key }) {
        writer.name(name.text)
        writer.strings(values)
      }
      writer.endObject()
    }
    list("inputRules", header.inputRules) { rule, writer in
      writer.strings([rule.pattern, rule.type])
    }
    member("shard") { [header] writer in
      if let share = header.share {
        writer.string(share.description)
      } else {
        writer.null()
      }
    }
    member("capture") { [header] in $0.string(hexadecimal(header.capture)) }
    member("inputs") { [header] in $0.number(header.inputCount) }
    member("hasFiles") { [header] in $0.bool(header.hasFiles) }
    member("complete") { [header] in $0.bool(header.isComplete) }
    list("notFound", header.problems) { $1.string($0) }
  }

  private mutating func writeTotals() {
    let totals = check.totals
    for figure in CheckTotals.figures {
      member(figure.name) { $0.number(totals[keyPath: figure.path]) }
    }
    list("lines", totals.lineCounts.counts.sorted { $0.key < $1.key }) { item, writer in
      writer.numbers([item.key.input, item.key.segment, item.value])
    }
    list("endpoints", totals.endpointKeys) { key, writer in
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
    list("statuses", totals.statuses.sorted { $0.key < $1.key }) { item, writer in
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
    list("groups", totals.groupKeys) { key, writer in
      let isFolded = totals.violations.folded.contains(key)
      if let group = totals.groups[key] { writer.write(group, of: key, isFolded: isFolded) }
    }
    member("unmatchedRecords") { $0.number(totals.unmatched.count) }
    list("unknownKeys", totals.violations.places.sorted { $0.key < $1.key }) { item, writer in
      writer.write(item.value, of: item.key)
    }
    list("unmatched", totals.unmatched.groups) { $1.write($0) }
    member("problemCount") { $0.number(totals.problems.count) }
    list("problems", totals.problems.inputs.entries) { $1.write($0.value, ofInput: $0.key) }
  }

  private mutating func writeContracts() {
    let tallies = check.contracts.indices.map { check.tally(ofContract: $0)?.contents }
    list("tallies", tallies) { contents, writer in
      if let contents { writer.write(contents) } else { writer.null() }
    }
    let constants = check.constants.enumerated().flatMap { number, values in
      values.values.entries.map { (number, $0) }
    }
    list("constants", constants) { item, writer in
      writer.write(item.1.value, of: item.1.key, contract: item.0)
    }
  }
}

/// A number as 16 hexadecimal digits.
package func hexadecimal(_ value: UInt64) -> String {
  let digits = String(value, radix: 16)
  return String(repeating: "0", count: 16 - digits.count) + digits
}
