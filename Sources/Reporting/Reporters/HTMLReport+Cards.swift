import CaptureChecking
import ContractModel
import ContractReporting
import JSONParsing

/// The rows of a report in HTML: one card each, the worst first, with a collapsed example.
extension HTMLReport {
  /// How many endpoints of a row are visible; the others are collapsed.
  private static let endpointLimit = 4

  /// Returns a section; empty without rows.
  func cards(_ rows: [CheckReport.Row]) -> String {
    guard !rows.isEmpty else { return "" }
    return """
      <section>
      <h2>Groups, the worst first</h2>
      <div class="tools" hidden>
      <label>Filter <input type="search" id="filter" autocomplete="off"></label>
      <label>Severity <select id="severity"><option value="">all</option>\
      <option>error</option><option>warning</option><option>info</option></select></label>
      <label>Order <select id="order"><option value="number">worst first</option>\
      <option value="count">count</option><option value="rule">rule</option>\
      <option value="place">key</option></select></label>
      <output id="shown"></output>
      </div>
      <div id="groups">
      \(rows.enumerated().map { card($0.element, number: $0.offset) }.joined(separator: "\n"))
      </div>
      </section>
      """
  }

  // MARK: - A card

  private func card(_ row: CheckReport.Row, number: Int) -> String {
    let severity = row.severity.rawValue
    return """
      <article class="card \(row.isLetPass ? "passed" : severity)" data-severity="\(severity)" \
      data-number="\(number)" data-count="\(row.count)">
      \(title(of: row))
      \(extent(of: row))\(endpoints(of: row))\(example(of: row))
      </article>
      """
  }

  private func title(of row: CheckReport.Row) -> String {
    """
    <h3><span class="severity">\(row.severity.rawValue)</span> \
    <code class="rule" title="\(markup(row.rule.meaning))">\(row.rule.rawValue)</code> \
    <code class="place">\(markup(row.title))</code></h3>
    """
  }

  /// Returns the counts, the rate, and the endpoints.
  private func extent(of row: CheckReport.Row) -> String {
    let bar =
      row.payloads.whole == 0
      ? "" : Self.bar(row.payloads.part, of: row.payloads.whole, "refused")
    let endpoints = markup(row.endpoints)
    let place = row.parts.count == 1 ? "<code>\(endpoints)</code>" : endpoints
    let rate = row.rate.isEmpty ? "" : ", \(markup(row.rate))"
    return "<p>\(markup(row.found)) of \(place)\(rate)</p>"
      + (bar.isEmpty ? "" : "\n<p>\(bar)</p>") + values(of: row) + mark(row.mark)
  }

  private func values(of row: CheckReport.Row) -> String {
    row.values.isEmpty || !report.showsValues
      ? "" : "\n<p>values: <code>\(markup(row.values))</code></p>"
  }

  private func mark(_ text: String) -> String {
    text.isEmpty ? "" : #"\#n<p class="mark">\#(markup(text))</p>"#
  }

  // MARK: - Its endpoints

  private func endpoints(of row: CheckReport.Row) -> String {
    guard row.parts.count > 1 else { return "" }
    let rest = row.parts.dropFirst(Self.endpointLimit)
    let more =
      rest.isEmpty
      ? ""
      : "\n<details><summary>\(counted(rest.count, "more endpoint"))</summary>"
        + "\(list(rest, of: row))</details>"
    return "\n" + list(row.parts.prefix(Self.endpointLimit), of: row) + more
  }

  private func list(_ parts: ArraySlice<CheckReport.Group>, of row: CheckReport.Row) -> String {
    "<ul>\(parts.map { item($0, of: row) }.joined())</ul>"
  }

  private func item(_ part: CheckReport.Group, of row: CheckReport.Row) -> String {
    let payloads = part.payloads.whole == 0 ? "" : " in \(part.payloads)"
    let rate = part.rate.isEmpty ? "" : ", \(markup(part.rate))"
    let mark = part.mark.isEmpty ? "" : #", <span class="mark">\#(markup(part.mark))</span>"#
    let endpoint = markup(row.endpoint(of: part))
    return "<li><code>\(endpoint)</code> \(part.count)×\(payloads)\(rate)\(mark)</li>"
  }

  // MARK: - An example

  /// Returns the contract's line, and a collapsed example.
  private func example(of row: CheckReport.Row) -> String {
    let line = row.line.map { " <code>\(markup($0.text))</code>" } ?? ""
    let contract = markup(row.contractPlace) + line
    guard let found = row.examples.first else { return #"\#n<p class="quiet">\#(contract)</p>"# }
    let example = report.example(found)
    let hint = example.hint.map { "<p>hint: \(markup($0))</p>" } ?? ""
    return "\n<details><summary>\(contract)</summary>"
      + "<p>\(markup(example.headline))</p>\(example.source.map(excerpt) ?? "")\(hint)</details>"
  }

  /// Returns the source line, with the place marked in the line: carets below it would be misplaced
  /// where a narrow screen wraps the line.
  private func excerpt(_ source: SourceExcerpt) -> String {
    let parts = source.parts
    return "<pre>\(source.number) | \(markup(parts.before))<mark>\(markup(parts.marked))</mark>"
      + "\(markup(parts.behind))</pre>"
  }
}
