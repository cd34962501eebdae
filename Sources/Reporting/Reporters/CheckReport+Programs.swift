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
    let example = ReportedExample(found: found, discretion: forPeople)
    return "\(example.place): \(severity): " + (check[found.endpoint].isRequest ? "request " : "")
      + "[\(found.violation.rule.rawValue)]\(example.path.placeText): \(example.message)"
      + (remarks.isEmpty ? "" : " (\(remarks.joined(separator: "; ")))")
  }

  /// Returns a violation as a line of JSON with its line end, in UTF-8.
  package func record(_ found: CheckViolation) -> [UInt8] {
    var writer = JSONWriter(escapesUnsafe: true)
    writer.reserveCapacity(512)
    writer.object { write(found, to: &$0) }
    writer.endLine()
    return writer.bytes
  }

  /// The report as JSON: `payloads`, `violations`, `groups`, `endpoints`, `types`, `keys`,
  /// `captured`, `unmatched`; ends with a line end.
  package var json: String {
    let types = tallies.flatMap { one in one.tally.types.map { (one.contract, $0) } }
    return JSONWriter.objectText(.indented(spaces: 2)) { writer in
      writer.member("report", 1)
      writer.members([
        "inputs": inputCount, "records": check.totals.recordCount,
        "payloads": check.totals.payloadCount, "bytes": check.totals.byteCount,
        "violations": violationCount, "filtered": check.totals.filteredCount,
        "bodiless": check.totals.bodilessCount, "withoutStatus": check.totals.withoutStatusCount,
      ])
      if check.totals.cutOffCount > 0 { writer.member("cutOff", check.totals.cutOffCount) }
      if let stop { writer.member("stopped", stop.description) }
      writer.objects("unread", of: unread) { write($0, to: &$1) }
      writer.objects("groups", of: groups) { write($0, to: &$1) }
      writer.objects("endpoints", of: endpoints) { write($0, to: &$1) }
      writer.objects("types", of: types) { write($0.1, of: $0.0, to: &$1) }
      writer.objects("keys", of: checkedLines) { write($0.totals, of: $0.contract, to: &$1) }
      writer.objects("unmapped", of: unmapped) { write($0, to: &$1) }
      writeCoverage(to: &writer)
      writer.member("unmatchedRecords", check.totals.unmatched.count)
      writer.objects("unmatched", of: check.totals.unmatched.groups) { write($0, to: &$1) }
      writeVersions(to: &writer)
      writeBaseline(to: &writer)
    } + "\n"
  }

  // MARK: - Parts

  // Each function writes the members of an object.

  private func write(_ group: Group, to writer: inout JSONWriter) {
    writer.member("rule", group.rule.rawValue)
    writer.member("severity", group.severity.rawValue)
    writer.member("endpoint", group.endpoint)
    writer.member("contract", group.contract.name.text)
    if let mapping = group.mapping { writer.member("mapping", mapping.text) }
    if !group.keyPath.isEmpty { writer.member("key", group.keyPath) }
    writer.members(["count": group.count, "payloads": group.totals.payloadCount])
    writeFigures(of: group, to: &writer)
    write(group.standing, to: &writer)
    write(group.tolerated, to: &writer)
    writer.objects("examples", of: group.totals.examples) { write($0, to: &$1) }
  }

  /// Writes the counts of a group's line, the number of its values, and the most frequent values,
  /// if values are shown.
  private func writeFigures(of group: Group, to writer: inout JSONWriter) {
    if let counts = group.counts {
      writer.members(["objects": counts.total, "present": counts.present, "null": counts.null])
    }
    let values = group.totals.values
    guard !values.isEmpty else { return }
    writer.member("distinctValues", values.entries.count)
    writer.member("hasMoreValues", values.hasMore)
    guard showsValues else { return }
    let shown = values.mostFrequent.prefix(Self.shownValueCount)
    writer.objects("values", of: shown) { value, writer in
      writer.member("value", value.text)
      writer.member("count", value.count)
    }
  }

  private func write(_ found: CheckViolation, to writer: inout JSONWriter) {
    let violation = found.violation
    writer.member("rule", violation.rule.rawValue)
    writer.member("severity", found.severity.rawValue)
    writer.member("input", found.location.input)
    switch found.location.record {
    case .file: break
    case .line(let number): writer.member("record", number)
    case .entry(let number): writer.member("entry", number)
    }
    let example = self.example(found)
    if let request = example.request { writer.member("request", request) }
    writer.member("endpoint", name(of: found.endpoint))
    let path = example.path
    writer.member("path", path.description)
    writer.member("pointer", path.pointer.description)
    let position = found.location.position
    writer.members(["line": position.line, "column": position.column])
    writer.member("in", found.location.isPositionInInput ? "input" : "body")
    writer.member("message", example.message)
    if let hint = example.hint { writer.member("hint", hint) }
    if let line = contractLine(of: found) {
      writer.member("contractLine", "\(line.path):\(line.position)")
    }
    writer.member("next", "contractcheck explain \(violation.rule.rawValue)")
    write(standing(of: found.group), to: &writer)
    write(tolerated[found.group], to: &writer)
    if let tolerance = tolerance(for: found) {
      writer.member("tolerance", "\(tolerance.limit)".filter { $0 != " " })
    }
  }

  private func write(_ endpoint: EndpointKey, to writer: inout JSONWriter) {
    let totals = check.totals[endpoint]
    writer.member("endpoint", name(of: endpoint))
    writer.member("contract", check.contracts[endpoint.contract].name.text)
    writer.members(["payloads": totals.payloadCount, "refused": totals.refusedCount])
  }

  private func write(
    _ type: MappingTally.TypeTotals, of contract: Contract, to writer: inout JSONWriter
  ) {
    writer.member("type", type.name.text)
    writer.member("contract", contract.name.text)
    writer.member("mentions", type.mentions)
    // Without identities, distinct objects cannot be counted.
    guard !check.omitsExamples else { return }
    writer.members(["distinct": type.distinct, "repeated": type.repeated])
  }

  private func write(
    _ line: MappingTally.LineTotals, of contract: Contract, to writer: inout JSONWriter
  ) {
    writer.member("contract", contract.name.text)
    if let mapping = line.mapping { writer.member("mapping", mapping.text) }
    writer.member("key", line.line.source.description)
    let counts = line.counts
    writer.members(["total": counts.total, "present": counts.present])
    writer.members(["null": counts.null, "failed": counts.failed])
  }

  private var unmapped: [UnmappedKey] {
    check.contracts.indices.flatMap { number in
      let keys = check.tally(ofContract: number)?.unmappedKeys ?? []
      return shown(keys, ofContract: number, by: forPrograms)
    }
  }

  private func write(_ item: UnmappedKey, to writer: inout JSONWriter) {
    if let mapping = item.mapping { writer.member("mapping", mapping.text) }
    writer.member("key", item.key)
    writer.member("count", item.count)
  }

  private func write(_ group: UnmatchedRecords.Group, to writer: inout JSONWriter) {
    writer.member("reason", forPrograms.reason(group.reason))
    writer.member("shape", forPrograms.request(shape(group)))
    if showsValues { writer.member("example", group.example) }
    if let nearest = group.nearest { writer.member("nearest", name(of: nearest)) }
    writer.member("count", group.count)
  }
}
