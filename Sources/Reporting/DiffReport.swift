package import ContractDiff
package import ContractModel
package import ContractReporting
import JSONParsing

/// The report on differences of contracts, in each of its styles.
package struct DiffReport {
  package enum Style: String, CaseIterable, Sendable {
    case human, json, markdown
    /// Workflow annotations.
    case github
  }

  private let diff: ContractDiff
  private let severity: (DiffClass) -> Severity
  private let colors: TextColors

  package init(
    _ diff: ContractDiff, colors: TextColors = .none,
    severity: @escaping (DiffClass) -> Severity
  ) {
    (self.diff, self.colors, self.severity) = (diff, colors, severity)
  }

  package func text(_ style: Style) -> String {
    switch style {
    case .human: human
    case .json: json
    case .markdown: markdown
    case .github: github
    }
  }

  private var told: [(finding: DiffFinding, severity: Severity)] {
    diff.findings.map { (finding: $0, severity: severity($0.kind)) }.filter { $0.severity > .off }
  }

  /// `compared 1 contract with 1: 3 findings: 1 breaks-apps, 2 compatible`
  private var summary: String {
    let told = told
    let compared =
      diff.readCount.map { "compared \(counted($0, "endpoint")) with the specification: " }
      ?? "compared \(counted(diff.new.contracts.count, "contract")) with \(diff.old.contracts.count): "
    guard !told.isEmpty else {
      return compared + (diff.readCount == nil ? "no difference" : "nothing is read otherwise")
    }
    let counts = DiffClass.allCases.compactMap { kind in
      let count = told.filter { $0.finding.kind == kind }.count
      return count > 0 ? "\(count) \(kind.rawValue)" : nil
    }
    return "\(compared)\(counted(told.count, "finding")): \(counts.joined(separator: ", "))"
  }

  // MARK: - Pieces

  private func place(_ finding: DiffFinding) -> String {
    let old = finding.place.old.map(diff.old.text)
    let new = finding.place.new.map(diff.new.text)
    let places = isReading ? [old, new.map { "by \($0)" }] : [new, old.map { "was \($0)" }]
    return places.compactMap(\.self).joined(separator: ", ")
  }

  /// `GET /users/:id  {"id":1,"mail":null}`
  private func payload(_ witness: DiffWitness) -> String {
    let sent = witness.exchangeText.isEmpty ? "" : "  \(witness.exchangeText)"
    return "\(displayed(witness.target))\(sent)  \(displayed(witness.payload))"
  }

  /// Returns how both sides read the payload: the apps for responses, the servers for requests.
  private func readers(_ witness: DiffWitness) -> [(name: String, words: String)] {
    if isReading { return [("app", witness.old)] }
    let reader = witness.isRequest ? "server" : "app"
    return [("old \(reader)", witness.old), ("new \(reader)", witness.new)]
  }

  private static let noWitness = "no payload shows it"

  /// What stands where a finding has no payload.
  private func withoutWitness(_ finding: DiffFinding) -> String {
    !isReading && finding.place.aspect == .endpoint && finding.place.new == nil
      ? Self.noWitness + "; released apps may still use it" : Self.noWitness
  }

  /// Whether an app is compared with a specification.
  private var isReading: Bool { diff.readCount != nil }

  // MARK: - Reports

  private var human: String {
    told.map { finding, severity in
      let word = "\(severity.rawValue)[\(finding.kind.rawValue)]"
      let lines =
        finding.witness.map { witness in
          aligned([["payload", payload(witness)]] + readers(witness).map { [$0.name, $0.words] })
        } ?? ["  " + withoutWitness(finding)]
      return "\(colors(severity == .error ? .error : .warning, word)) "
        + "\(colors(.strong, finding.place.title)): \(finding.place.change)  (\(place(finding)))\n"
        + lines.map { "  \($0)\n" }.joined()
    }.joined() + summary + "\n"
  }

  private var markdown: String {
    let rows = told.map { finding, severity in
      let cells = [
        severity.rawValue, finding.kind.rawValue, markdownCode(finding.place.title),
        markdownCode(finding.place.change), markdownCode(place(finding)),
        finding.witness.map { markdownCode(payload($0)) } ?? withoutWitness(finding),
        finding.witness.map { witness in
          readers(witness).map { "\($0.name): \(markdownCode($0.words))" }.joined(separator: "; ")
        } ?? "",
      ]
      return "| " + cells.joined(separator: " | ") + " |\n"
    }
    let head = """
      | | class | what | change | where | payload | |
      | --- | --- | --- | --- | --- | --- | --- |

      """
    return "## contractcheck diff: \(summary)\n" + (rows.isEmpty ? "" : "\n\(head)\(rows.joined())")
  }

  private var github: String {
    let annotated = told.filter { $0.severity > .information }
    let lines = annotated.prefix(GitHubReport.limit).map { finding, severity in
      let message =
        [finding.place.change]
        + (finding.witness.map { witness in
          ["payload: \(payload(witness))"] + readers(witness).map { "\($0.name): \($0.words)" }
        } ?? [])
      let title = ("title", "\(finding.kind.rawValue) \(finding.place.title)")
      return GitHubReport.command(
        severity == .error ? "error" : "warning", file(finding) + [title],
        message.joined(separator: "\n"))
    }
    let rest = annotated.count - lines.count
    let more = rest > 0 ? "; \(counted(rest, "more finding")) not shown here" : ""
    let notice = GitHubReport.command("notice", [("title", "contractcheck diff")], summary + more)
    return (lines + [notice]).map { $0 + "\n" }.joined()
  }

  private func file(_ finding: DiffFinding) -> [(String, String)] {
    let (side, origin) = isReading ? (diff.old, finding.place.old) : (diff.new, finding.place.new)
    guard let origin, let position = side.position(of: origin) else { return [] }
    return GitHubReport.place(side.shownPath(origin.path), position)
  }

  private var json: String {
    JSONWriter.objectText(.indented(spaces: 2)) { writer in
      writer.member("version", 1)
      writer.objects("findings", of: told) { told, writer in
        let finding = told.finding
        writer.member("class", finding.kind.rawValue)
        writer.member("severity", told.severity.rawValue)
        writer.member("subject", finding.place.title)
        writer.member("change", finding.place.change)
        write(isReading ? "app" : "old", finding.place.old, of: diff.old, to: &writer)
        write(isReading ? "specification" : "new", finding.place.new, of: diff.new, to: &writer)
        if let witness = finding.witness { write(witness, to: &writer) }
      }
    } + "\n"
  }

  private func write(
    _ name: String, _ origin: Origin?, of side: DiffSide, to writer: inout JSONWriter
  ) {
    guard let origin else { return }
    writer.object(name) { writer in
      writer.member("file", side.shownPath(origin.path))
      guard let position = side.position(of: origin) else { return }
      writer.members(["line": position.line, "column": position.column])
    }
  }

  private func write(_ witness: DiffWitness, to writer: inout JSONWriter) {
    writer.object("witness") { writer in
      writer.member("target", witness.target)
      writer.member("kind", witness.isRequest ? "request" : "response")
      if !isReading { writer.member("sender", witness.sender == .old ? "old" : "new") }
      if !witness.exchangeText.isEmpty { writer.member("sentWith", witness.exchangeText) }
      writer.member("payload", witness.payload)
      writer.member("path", witness.path.description)
      if let rule = witness.rule { writer.member("rule", rule.rawValue) }
      writer.member(isReading ? "app" : "old", witness.old)
      if !isReading { writer.member("new", witness.new) }
    }
  }
}
