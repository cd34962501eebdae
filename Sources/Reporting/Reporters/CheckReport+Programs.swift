package import CaptureChecking
import CaptureSources
import ContractModel
import ContractReporting
import JSONParsing
import MappingEngine

extension CheckReport {
  /// Returns a violation in the form of compilers: `file:line:column: error: …`.
  ///
  /// A violation that is accepted or tolerated is a note, which editors do not show as a mistake.
  package func short(_ found: CheckViolation) -> String {
    let standing = standing(of: found.group)
    let isPassed = standing?.isAcceptance == true || tolerated[found.group] != nil
    let severity = isPassed ? "note" : found.severity.rawValue
    let remarks = [standing?.text, remark(on: found)].compactMap { $0 }
    let path = forPeople.path(of: found)
    return "\(forPeople.place(of: found)): \(severity): "
      + (check[found.endpoint].isRequest ? "request " : "")
      + "[\(found.violation.rule.rawValue)]\(path.placeText): \(forPeople.message(of: found))"
      + (remarks.isEmpty ? "" : " (\(remarks.joined(separator: "; ")))")
  }

  /// Returns a violation as a line of JSON with its line end, in UTF-8.
  package func record(_ found: CheckViolation) -> [UInt8] {
    var writer = JSONWriter(escapesUnsafe: true)
    writer.reserveCapacity(512)
    write(found, to: &writer)
    writer.endLine()
    return writer.bytes
  }

  /// The report as JSON: `payloads`, `violations`, `groups`, `endpoints`, `types`, `keys`,
  /// `captured`, `unmatched`; ends with a line end.
  package var json: String {
    var writer = JSONWriter(.indented(spaces: 2), escapesUnsafe: true)
    writer.beginObject()
    writer.member("report", 1)
    for (name, count) in [
      ("inputs", inputCount), ("records", check.totals.recordCount),
      ("payloads", check.totals.payloadCount), ("bytes", check.totals.byteCount),
      ("violations", violationCount), ("filtered", check.totals.filteredCount),
      ("bodiless", check.totals.bodilessCount),
      ("withoutStatus", check.totals.withoutStatusCount),
    ] {
      writer.member(name, count)
    }
    if check.totals.cutOffCount > 0 { writer.member("cutOff", check.totals.cutOffCount) }
    if let stop { writer.member("stopped", stop.description) }
    writer.array("unread", of: unread) { write($0, to: &$1) }
    writer.array("groups", of: groups) { write($0, to: &$1) }
    writer.array("endpoints", of: endpoints) { write($0, to: &$1) }
    writer.array("types", of: tallies.flatMap { one in one.tally.types.map { (one.contract, $0) } })
    {
      write($0.1, of: $0.0, to: &$1)
    }
    writer.array("keys", of: checkedLines) { write($0.totals, of: $0.contract, to: &$1) }
    writer.array("unmapped", of: unmapped) { write($0, to: &$1) }
    writeCoverage(to: &writer)
    writer.member("unmatchedRecords", check.totals.unmatched.count)
    writer.array("unmatched", of: check.totals.unmatched.groups) { write($0, to: &$1) }
    writeVersions(to: &writer)
    writeBaseline(to: &writer)
    writer.endObject()
    return writer.text + "\n"
  }

  // MARK: - Parts

  private func write(_ group: Group, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("rule", group.key.rule.rawValue)
    writer.member("severity", group.totals.severity.rawValue)
    writer.member("endpoint", name(of: group.key.endpoint))
    writer.member("contract", check.contracts[group.key.endpoint.contract].name.text)
    if let mapping = group.mapping { writer.member("mapping", mapping.text) }
    if !group.keyPath.isEmpty { writer.member("key", group.keyPath) }
    writer.member("count", group.totals.count)
    writer.member("payloads", group.totals.payloadCount)
    writeFigures(of: group, to: &writer)
    write(group.standing, to: &writer)
    write(group.tolerated, to: &writer)
    writer.array("examples", of: group.totals.examples) { write($0, to: &$1) }
    writer.endObject()
  }

  /// Writes the counts of a group's line, the number of its values, and the most frequent values,
  /// if values are shown.
  private func writeFigures(of group: Group, to writer: inout JSONWriter) {
    if let counts = group.counts {
      writer.member("objects", counts.total)
      writer.member("present", counts.present)
      writer.member("null", counts.null)
    }
    let values = group.totals.values
    guard !values.isEmpty else { return }
    writer.member("distinctValues", values.entries.count)
    writer.member("hasMoreValues", values.hasMore)
    guard showsValues else { return }
    let shown = values.mostFrequent.prefix(Self.shownValueCount)
    writer.array("values", of: shown) { value, writer in
      writer.object {
        $0.member("value", value.text)
        $0.member("count", value.count)
      }
    }
  }

  private func write(_ found: CheckViolation, to writer: inout JSONWriter) {
    let violation = found.violation
    writer.beginObject()
    writer.member("rule", violation.rule.rawValue)
    writer.member("severity", found.severity.rawValue)
    writer.member("input", found.location.input)
    switch found.location.record {
    case .file: break
    case .line(let number):
      writer.member("record", number)
    case .entry(let number):
      writer.member("entry", number)
    }
    let forPrograms = forPrograms
    if let request = forPrograms.request(of: found) { writer.member("request", request) }
    writer.member("endpoint", name(of: found.endpoint))
    let path = forPrograms.path(of: found)
    writer.member("path", path.description)
    writer.member("pointer", path.pointer.description)
    writer.member("line", found.location.position.line)
    writer.member("column", found.location.position.column)
    writer.member("in", found.location.isPositionInInput ? "input" : "body")
    writer.member("message", forPrograms.message(of: found))
    if let hint = forPrograms.hint(of: found) { writer.member("hint", hint) }
    if let line = contractLine(of: found) {
      writer.member("contractLine", "\(line.path):\(line.position)")
    }
    writer.member("next", "contractcheck explain \(violation.rule.rawValue)")
    write(standing(of: found.group), to: &writer)
    write(tolerated[found.group], to: &writer)
    if let tolerance = tolerance(for: found) {
      writer.member("tolerance", "\(tolerance.limit)".filter { $0 != " " })
    }
    writer.endObject()
  }

  private func write(_ endpoint: EndpointKey, to writer: inout JSONWriter) {
    let totals = check.totals[endpoint]
    writer.beginObject()
    writer.member("endpoint", name(of: endpoint))
    writer.member("contract", check.contracts[endpoint.contract].name.text)
    writer.member("payloads", totals.payloadCount)
    writer.member("refused", totals.refusedCount)
    writer.endObject()
  }

  private func write(
    _ type: MappingTally.TypeTotals, of contract: Contract, to writer: inout JSONWriter
  ) {
    writer.object { writer in
      writer.member("type", type.name.text)
      writer.member("contract", contract.name.text)
      writer.member("mentions", type.mentions)
      // Without identities, distinct objects cannot be counted.
      guard !check.omitsExamples else { return }
      writer.member("distinct", type.distinct)
      writer.member("repeated", type.repeated)
    }
  }

  private func write(
    _ line: MappingTally.LineTotals, of contract: Contract, to writer: inout JSONWriter
  ) {
    writer.object { writer in
      writer.member("contract", contract.name.text)
      if let mapping = line.mapping { writer.member("mapping", mapping.text) }
      writer.member("key", line.line.source.description)
      writer.member("total", line.counts.total)
      writer.member("present", line.counts.present)
      writer.member("null", line.counts.null)
      writer.member("failed", line.counts.failed)
    }
  }

  private var unmapped: [UnmappedKey] {
    check.contracts.indices.flatMap { number in
      let keys = check.tally(ofContract: number)?.unmappedKeys ?? []
      return shown(keys, ofContract: number, by: forPrograms)
    }
  }

  private func write(_ item: UnmappedKey, to writer: inout JSONWriter) {
    writer.beginObject()
    if let mapping = item.mapping { writer.member("mapping", mapping.text) }
    writer.member("key", item.key)
    writer.member("count", item.count)
    writer.endObject()
  }

  private func write(_ group: UnmatchedRecords.Group, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("reason", forPrograms.reason(group.reason))
    writer.member("shape", forPrograms.request(shape(group)))
    if showsValues { writer.member("example", group.example) }
    if let nearest = group.nearest { writer.member("nearest", name(of: nearest)) }
    writer.member("count", group.count)
    writer.endObject()
  }
}
