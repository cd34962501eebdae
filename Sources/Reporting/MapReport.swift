package import ContractModel
package import ContractReporting
package import JSONParsing
package import MappingEngine

/// The result of mapping one payload, for people or programs.
package struct MapReport {
  private let payload: PayloadText
  private let result: MappingResult
  private let hidden: Set<TypeProperty>
  private let lines: ContractLines
  private let colors: TextColors

  package init(
    _ payload: PayloadText, _ result: MappingResult, by mapper: Mapper, of set: ContractSet,
    colors: TextColors = .none
  ) {
    (self.payload, self.result) = (payload, result)
    lines = ContractLines(set)
    self.colors = colors
    hidden = mapper.sensitiveProperties
  }

  // MARK: - For people

  /// The objects, the events, the violations and the totals; ends with a line end.
  package var text: String {
    var parts = [objects]
    if !result.events.isEmpty { parts.append(events) }
    parts += result.violations.map(text)
    parts.append(summary)
    return parts.joined(separator: "\n\n") + "\n"
  }

  /// Returns a violation, with its marked place in the payload, and the contract's line.
  ///
  ///     users.json:2:11: error[wrong-type]: expected Int, found a string
  ///        2 |   { "id": "123", "file_url": "some_url.png" },
  ///          |           ^^^^^ at [0].id
  ///          = in Contracts/groups.contract.json:9:22  "id": "remoteId: Int"
  ///          = hint: if text is right, write Int(string)
  private func text(_ violation: Violation) -> String {
    let position = payload.position(violation.byteRange.lowerBound)
    let excerpt = SourceExcerpt(
      of: violation.byteRange, at: position, in: payload.shown[...], colors: colors)
    return SourceExcerpt.text(
      colors(.strong, "\(displayed(payload.name)):\(position)")
        + ": \(colors.severity(Severity(violation.severity), violation.rule)): \(violation.message)",
      excerpt.description + violation.path.placeText,
      remarks: [
        contractLine(of: violation).map { "in \($0)" },
        violation.hint.map { "hint: \($0)" },
      ])
  }

  private func contractLine(of violation: Violation) -> ContractLine? {
    lines[violation.line, violation.line?.origin ?? violation.origin]
  }

  private var objects: String {
    guard let value = result.value else { return "nothing was mapped" }
    var writer = JSONWriter(.indented(spaces: 2))
    result.store.write(value, to: &writer, hiding: hidden)
    return writer.text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { displayed($0) }.joined(separator: "\n")
  }

  private var events: String {
    let width = result.events.map(\.name.rawValue.count).max() ?? 0
    return result.events.map { event in
      let name = event.name.rawValue
      let padding = String(repeating: " ", count: width - name.count)
      return "\(name)\(padding)  \(displayed(line(event)))"
    }.joined(separator: "\n")
  }

  /// `[0].id -> remoteId = 123`
  private func line(_ event: MappingEvent) -> String {
    let place = event.path.steps.isEmpty ? "the payload" : event.path.description
    switch event.name {
    case .created, .reused, .identityMissing, .identityConflict, .deleted:
      return place + (event.object.map { ": \(result.store[$0].label)" } ?? "")
    default: break
    }
    let property = event.property.map { " -> \($0)" } ?? ""
    guard let value = event.value, event.isTerminal || event.line == nil else {
      return place + property
    }
    return "\(place)\(property) = \(shown(value, event))"
  }

  private func shown(_ value: MappedValue, _ event: MappingEvent) -> String {
    if event.line?.options.isSensitive == true { return "(sensitive)" }
    if let id = value.objectID { return result.store[id].label }
    let labels = value.elements.compactMap { $0.objectID.map { result.store[$0].label } }
    guard labels.isEmpty else { return "[\(labels.joined(separator: ", "))]" }
    return shortened(result.store.json(value))
  }

  private var summary: String {
    let types = counts.map { type, count -> String in
      let parts = [
        (count.created, "created"), (count.reused, "found again"), (count.deleted, "deleted"),
      ]
      .filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
      let detail = parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
      return "\(displayed(type.text)) \(count.distinct)\(detail)"
    }
    let errors = result.violations.filter { $0.severity == .error }.count
    let warnings = result.violations.count - errors
    let found = [(errors, "error"), (warnings, "warning")].filter { $0.0 > 0 }
      .map { counted($0.0, $0.1) }
    let objects = types.isEmpty ? "no objects" : types.joined(separator: ", ")
    return "\(objects); \(found.isEmpty ? "no violations" : found.joined(separator: ", "))"
  }

  // MARK: - For programs

  /// Returns the JSON report on a payload that cannot be parsed.
  package static func unreadable(_ error: JSONParseError) -> String {
    """
    {
      "objects": null,
      "events": [],
      "violations": [
        {
          "rule": "\(RuleID(error).rawValue)",
          "severity": "error",
          "path": "",
          "pointer": ""
        }
      ],
      "counts": {}
    }

    """
  }

  /// The report as JSON: `objects`, `events`, `violations`, `counts`; ends with a line end.
  package var json: String {
    var writer = JSONWriter(.indented(spaces: 2))
    writer.object { writer in
      writer.name("objects")
      result.store.write(result.value ?? .null, to: &writer, hiding: hidden)
      writer.objects("events", of: result.events) { write($0, to: &$1) }
      writer.objects("violations", of: result.violations) { write($0, to: &$1) }
      writer.object("counts") { writer in
        for (type, count) in counts {
          writer.object(type.text) {
            $0.members([
              "created": count.created, "reused": count.reused, "distinct": count.distinct,
              "updated": count.updated, "untouched": count.untouched, "deleted": count.deleted,
            ])
          }
        }
      }
    }
    return writer.text + "\n"
  }

  private func write(_ event: MappingEvent, to writer: inout JSONWriter) {
    writer.member("event", event.name.rawValue)
    if let source = event.source { writer.member("source", source.description) }
    writer.member("path", event.path.description)
    if let property = event.property { writer.member("property", property.description) }
    if let range = event.byteRange { writer.member("bytes", range) }
    let isSensitive = event.line?.options.isSensitive ?? false
    for (name, value) in [("value", event.value), ("old", event.oldValue)] {
      guard let value else { continue }
      writer.name(name)
      result.store.write(
        isSensitive ? .string("(sensitive)") : value, to: &writer, showsObjects: false)
    }
    if let object = event.object { writer.member("object", result.store[object].label) }
    if let violation = event.violation { writer.member("violation", violation.rule.rawValue) }
  }

  private func write(_ violation: Violation, to writer: inout JSONWriter) {
    let position = payload.position(violation.byteRange.lowerBound)
    writer.member("rule", violation.rule.rawValue)
    writer.member("severity", violation.severity.rawValue)
    writer.member("path", violation.path.description)
    writer.member("pointer", violation.path.pointer.description)
    writer.members(["line": position.line, "column": position.column])
    writer.member("bytes", violation.byteRange)
    writer.member("message", violation.message)
    if let hint = violation.hint { writer.member("hint", hint) }
    if let line = contractLine(of: violation) {
      writer.object("contract") { writer in
        writer.member("file", line.path)
        writer.members(["line": line.position.line, "column": line.position.column])
        writer.member("text", line.text)
      }
    }
  }

  /// The counts by type: first the types with objects, then those whose objects all are deleted.
  private var counts: [(type: MemberName, count: ObjectCounts)] {
    let (counts, types) = (result.counts, result.store.typeNames)
    let gone = counts.keys.filter { !types.contains($0) }.sorted()
    return (types + gone).map { ($0, counts[$0] ?? ObjectCounts()) }
  }
}

extension JSONWriter {
  /// Writes a range as its two bounds, the upper one exclusive.
  fileprivate mutating func member(_ name: String, _ range: Range<Int>) {
    array(name, of: [range.lowerBound, range.upperBound]) { $1.number($0) }
  }
}
