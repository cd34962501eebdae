import CaptureSources
import ContractModel
import JSONParsing
import MappingEngine
package import Verification

extension CheckReport {
  /// One line a violation, as compilers write it: `file:line:column: error: …`.
  ///
  /// What the baseline accepts is a note, which editors do not show as a mistake.
  package func short(_ found: CheckViolation) -> String {
    let standing = standing(of: found)
    let isPassed = standing?.isAcceptance == true || tolerated[found.group] != nil
    let severity = isPassed ? "note" : found.severity.rawValue
    let remarks = [standing?.text, remark(on: found)].compactMap { $0 }
    let path = forPeople.path(of: found)
    let at = path.steps.isEmpty ? "" : " at \(displayed(path.description))"
    let place = found.isPositionInInput ? ":\(found.position):" : " \(found.position):"
    let position = found.isOfCapture ? ":" : place
    return "\(forPeople.place(of: found))\(position) \(severity): "
      + "[\(found.violation.rule.rawValue)]\(at): \(forPeople.message(of: found))"
      + (remarks.isEmpty ? "" : " (\(remarks.joined(separator: "; ")))")
  }

  /// One violation as a line of JSON.
  package func record(_ found: CheckViolation) -> String {
    var writer = JSONWriter(escapesUnsafe: true)
    write(found, to: &writer)
    return writer.text
  }

  /// The report as JSON: `payloads`, `violations`, `groups`, `endpoints`, `types`, `keys`,
  /// `captured`, `unmatched`; ends with a line end.
  package var json: String {
    var writer = JSONWriter(.indented(spaces: 2), escapesUnsafe: true)
    writer.beginObject()
    writer.name("report")
    writer.number(1)
    for (name, count) in [
      ("inputs", inputCount), ("records", check.totals.recordCount),
      ("payloads", check.totals.payloadCount), ("bytes", check.totals.byteCount),
      ("violations", violationCount), ("filtered", check.totals.filteredCount),
      ("bodiless", check.totals.bodilessCount),
      ("withoutStatus", check.totals.withoutStatusCount),
    ] {
      writer.name(name)
      writer.number(count)
    }
    if let stop { writer.member("stopped", stop.description) }
    list("unread", unread, &writer) { write($0, to: &$1) }
    list("groups", groups, &writer) { write($0, to: &$1) }
    list("endpoints", endpoints, &writer) { write($0, to: &$1) }
    list("types", types, &writer) { write($0, to: &$1) }
    list("keys", keys, &writer) { write($0, to: &$1) }
    list("unmapped", unmapped, &writer) { write($0, to: &$1) }
    writeCoverage(to: &writer)
    writer.member("unmatchedRecords", check.totals.unmatched.count)
    list("unmatched", check.totals.unmatched.groups, &writer) { write($0, to: &$1) }
    writeBaseline(to: &writer)
    writer.endObject()
    return writer.text + "\n"
  }

  func list<Item>(
    _ name: String, _ items: [Item], _ writer: inout JSONWriter,
    _ write: (Item, inout JSONWriter) -> Void
  ) {
    writer.name(name)
    writer.beginArray()
    for item in items { write(item, &writer) }
    writer.endArray()
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
    writer.name("count")
    writer.number(group.totals.count)
    writer.name("payloads")
    writer.number(group.totals.payloadCount)
    writeFigures(of: group, to: &writer)
    write(group.standing, to: &writer)
    write(group.tolerated, to: &writer)
    list("examples", group.totals.examples, &writer) { write($0, to: &$1) }
    writer.endObject()
  }

  private func write(_ found: CheckViolation, to writer: inout JSONWriter) {
    let violation = found.violation
    writer.beginObject()
    writer.member("rule", violation.rule.rawValue)
    writer.member("severity", found.severity.rawValue)
    writer.member("input", found.input)
    switch found.record {
    case .file: break
    case .line(let number):
      writer.name("record")
      writer.number(number)
    case .entry(let number):
      writer.name("entry")
      writer.number(number)
    }
    if let request = forPrograms.request(of: found) { writer.member("request", request) }
    writer.member("endpoint", name(of: found.endpoint))
    let path = forPrograms.path(of: found)
    writer.member("path", path.description)
    writer.member("pointer", path.pointer.description)
    writer.name("line")
    writer.number(found.position.line)
    writer.name("column")
    writer.number(found.position.column)
    writer.member("in", found.isPositionInInput ? "input" : "body")
    writer.member("message", forPrograms.message(of: found))
    if let hint = forPrograms.hint(of: found) { writer.member("hint", hint) }
    if let line = ContractLine(violation, in: set, path: self.path) {
      writer.member("contractLine", "\(line.path):\(line.position)")
    }
    write(standing(of: found), to: &writer)
    write(tolerated[found.group], to: &writer)
    if let tolerance = tolerance(for: found) {
      writer.member("tolerance", "\(tolerance.limit)".filter { $0 != " " })
    }
    writer.endObject()
  }

  private func write(_ endpoint: CheckTotals.EndpointKey, to writer: inout JSONWriter) {
    let totals = check.totals.endpoints[endpoint] ?? CheckTotals.EndpointTotals()
    writer.beginObject()
    writer.member("endpoint", name(of: endpoint))
    writer.member("contract", check.contracts[endpoint.contract].name.text)
    writer.name("payloads")
    writer.number(totals.payloadCount)
    writer.name("refused")
    writer.number(totals.refusedCount)
    writer.endObject()
  }

  private var types: [(contract: Contract, type: MappingTally.TypeTotals)] {
    check.contracts.enumerated().flatMap { number, contract in
      (check.tally(ofContract: number)?.types ?? []).map { (contract, $0) }
    }
  }

  private func write(
    _ item: (contract: Contract, type: MappingTally.TypeTotals), to writer: inout JSONWriter
  ) {
    writer.beginObject()
    writer.member("type", item.type.name.text)
    writer.member("contract", item.contract.name.text)
    for (name, count) in [
      ("mentions", item.type.mentions), ("distinct", item.type.distinct),
      ("repeated", item.type.repeated),
    ] {
      writer.name(name)
      writer.number(count)
    }
    writer.endObject()
  }

  private var keys: [(contract: Contract, line: MappingTally.LineTotals)] {
    check.contracts.enumerated().flatMap { number, contract in
      lines(ofContract: number).filter { $0.counts.total > 0 }.map { (contract, $0) }
    }
  }

  private func write(
    _ item: (contract: Contract, line: MappingTally.LineTotals), to writer: inout JSONWriter
  ) {
    writer.beginObject()
    writer.member("contract", item.contract.name.text)
    if let mapping = item.line.mapping { writer.member("mapping", mapping.text) }
    writer.member("key", item.line.rule.source.description)
    let counts = item.line.counts
    for (name, count) in [
      ("total", counts.total), ("present", counts.present), ("null", counts.null),
      ("failed", counts.failed),
    ] {
      writer.name(name)
      writer.number(count)
    }
    writer.endObject()
  }

  private var unmapped: [UnmappedKey] {
    check.contracts.indices.flatMap { number in
      summed(
        (check.tally(ofContract: number)?.unmappedKeys ?? []).map {
          ($0.mapping, forPrograms.unknownKey($0.keyPath, ofContract: number), $0.count)
        })
    }
  }

  private func write(_ item: UnmappedKey, to writer: inout JSONWriter) {
    writer.beginObject()
    if let mapping = item.mapping { writer.member("mapping", mapping.text) }
    writer.member("key", item.key)
    writer.name("count")
    writer.number(item.count)
    writer.endObject()
  }

  private func write(_ group: UnmatchedRecords.Group, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("reason", forPrograms.reason(group.reason))
    writer.member("shape", forPrograms.request(shape(group)))
    if showsValues { writer.member("example", group.example) }
    if let nearest = group.nearest { writer.member("nearest", name(of: nearest)) }
    writer.name("count")
    writer.number(group.count)
    writer.endObject()
  }
}
