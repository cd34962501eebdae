import ContractModel
import JSONParsing
import Verification

/// The report as one HTML page, which needs no network and, to be read, no script.
///
/// The page allows itself only the style and the script that it brings, by their hashes (Content
/// Security Policy Level 3), so no text in it could run or load anything. For the same reason bars
/// are drawn as SVG: their widths are attributes, which a policy does not forbid as it does styles.
struct HTMLReport {
  private let report: CheckReport

  init(_ report: CheckReport) { self.report = report }

  /// The page; ends with a line end.
  var text: String {
    let groups = report.worstGroups
    let parts = [
      head, summary(groups), unread, table(groups), keys, never, unmatched, baseline, foot,
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n") + "\n"
  }

  private var head: String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
    style-src '\(HTMLPage.styleHash)'; script-src '\(HTMLPage.scriptHash)'; \
    base-uri 'none'; form-action 'none'">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>contractcheck</title>
    <style>\(HTMLPage.style)</style>
    </head>
    <body>
    """
  }

  private var foot: String {
    """
    <footer>contractcheck \(ToolVersion.text)</footer>
    <script>\(HTMLPage.script)</script>
    </body>
    </html>
    """
  }

  // MARK: - Summary

  private func summary(_ groups: [ToldGroup]) -> String {
    let groups = groups.filter { $0.severity > .information }
    let found =
      groups.isEmpty
      ? "No violations"
      : "\(counted(report.violationCount, "violation")) in \(counted(groups.count, "group"))"
    return """
      <header>
      <h1>\(found)\(report.unreadCount)</h1>
      <p>\(markup(report.summaryWithStop))</p>
      </header>
      """
  }

  // MARK: - Groups

  private func table(_ groups: [ToldGroup]) -> String {
    guard !groups.isEmpty else { return "" }
    let rows = groups.enumerated().map { row($0.element, number: $0.offset) }
    return """
      <section>
      <h2>Groups</h2>
      <div class="tools" hidden>
      <label>Filter <input type="search" id="filter" autocomplete="off"></label>
      <label>Severity <select id="severity"><option value="">all</option>\
      <option>error</option><option>warning</option><option>info</option></select></label>
      <output id="shown"></output>
      </div>
      <div class="wide">
      <table id="groups">
      <thead><tr>\(Self.header(["Severity", "Rule", "Where", "Endpoint", "#Count", "Payloads"]))</tr></thead>
      \(rows.joined(separator: "\n"))
      </table>
      </div>
      </section>
      """
  }

  /// The cells of a header; `#` stands before columns of numbers.
  private static func header(_ names: [String]) -> String {
    names.map { name in
      name.hasPrefix("#")
        ? #"<th scope="col" class="number">\#(name.dropFirst())</th>"#
        : #"<th scope="col">\#(name)</th>"#
    }.joined()
  }

  private func row(_ group: ToldGroup, number: Int) -> String {
    let severity = group.severity.rawValue
    return """
      <tbody data-severity="\(severity)" data-number="\(number)"><tr>\
      <td class="severity \(group.isAccepted ? "accepted" : severity)">\(severity)</td>\
      <td title="\(markup(group.rule.meaning))"><code>\(group.rule.rawValue)</code></td>\
      <td><code>\(markup(group.place))</code></td>\
      <td><code>\(markup(group.endpoint))</code></td>\
      <td class="number" data-value="\(group.count)">\(group.count)</td>\
      <td>\(payloads(group))</td></tr>
      <tr class="more"><td colspan="6">\(example(group))</td></tr></tbody>
      """
  }

  private func payloads(_ group: ToldGroup) -> String {
    [group.payloads, group.rate].filter { !$0.isEmpty }.map(markup).joined(separator: "<br>")
  }

  /// The contract's line, and an example that unfolds.
  private func example(_ group: ToldGroup) -> String {
    let line = group.line.map { " <code>\(markup($0.text))</code>" } ?? ""
    let values = group.values.isEmpty ? "" : "<div>values: \(markup(group.values))</div>"
    let contract = markup(group.contractPlace) + line
    let standing = values + (group.standing.map { "<div>\(markup($0.text))</div>" } ?? "")
    guard let example = group.examples.first else { return contract + standing }
    let hint = example.hint.map { "<p>hint: \(markup($0))</p>" } ?? ""
    let lines = example.excerpt.map { $0.split(separator: "\n").map { markup(String($0)) } }
    let excerpt = lines.map { "<pre>\($0.joined(separator: "\n"))</pre>" } ?? ""
    return standing + "<details><summary>\(contract)</summary>"
      + "<p>\(markup(example.headline))</p>\(excerpt)\(hint)</details>"
  }

  // MARK: - Keys

  private var keys: String {
    let rows = report.toldKeys.map { key in
      """
      <tr><td><code>\(markup(key.name))</code></td><td class="number">\(key.total)</td>\
      <td>\(bar(key.present, of: key.total, "present"))</td>\
      <td>\(key.present == 0 ? "" : bar(key.null, of: key.present, "null"))</td></tr>
      """
    }
    guard !rows.isEmpty else { return "" }
    return """
      <section>
      <h2>Keys</h2>
      <div class="wide">
      <table>
      <thead><tr>\(Self.header(["Key", "#Looked for", "Present", "Null"]))</tr></thead>
      <tbody>
      \(rows.joined(separator: "\n"))
      </tbody>
      </table>
      </div>
      </section>
      """
  }

  private func bar(_ part: Int, of whole: Int, _ kind: String) -> String {
    // In thousandths, exact for any counts: the whole is at most 2^53 payloads.
    let width = whole == 0 ? 0 : Int((Double(part) / Double(whole) * 1_000).rounded())
    return """
      <svg class="bar \(kind)" viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">\
      <rect class="all" width="1000" height="10"/><rect width="\(width)" height="10"/></svg> \
      \(percent(part, of: whole))
      """
  }

  // MARK: - Baseline

  /// The entries that accept nothing.
  private var baseline: String {
    guard let baseline = report.baseline, let review = report.review else { return "" }
    let rows = report.notedEntries(review).map { note, entry in
      """
      <tr><td>\(markup(note))</td><td><code>\(markup(entry.group.description))</code></td>\
      <td>\(markup(entry.reason))</td></tr>
      """
    }
    guard !rows.isEmpty else { return "" }
    return """
      <section>
      <h2>Entries of <code>\(markup(baseline.file))</code> that accept nothing</h2>
      <div class="wide">
      <table>
      <thead><tr>\(Self.header(["Why", "Group", "Reason"]))</tr></thead>
      <tbody>
      \(rows.joined(separator: "\n"))
      </tbody>
      </table>
      </div>
      </section>
      """
  }

  // MARK: - Never captured

  private var never: String {
    let rows = report.captured.rows(limit: .max).map { row in
      "<tr><td>\(markup(row[0]))</td><td><code>\(markup(row[1]))</code></td></tr>"
    }
    guard !rows.isEmpty else { return "" }
    return """
      <section>
      <h2>Never captured</h2>
      <div class="wide">
      <table>
      <thead><tr>\(Self.header(["Kind", "Name"]))</tr></thead>
      <tbody>
      \(rows.joined(separator: "\n"))
      </tbody>
      </table>
      </div>
      </section>
      """
  }

  // MARK: - Unread

  private var unread: String {
    let rows = report.unread.map { unread in
      """
      <tr><td><code>\(markup(unread.place ?? ""))</code></td>\
      <td>\(markup(report.forPrograms.message(of: unread)))</td></tr>
      """
    }
    guard !rows.isEmpty else { return "" }
    return """
      <section>
      <h2>Could not be read</h2>
      <div class="wide">
      <table>
      <thead><tr>\(Self.header(["Input", "Why"]))</tr></thead>
      <tbody>
      \(rows.joined(separator: "\n"))
      </tbody>
      </table>
      </div>
      </section>
      """
  }

  // MARK: - Unmatched

  private var unmatched: String {
    let rows = report.check.totals.unmatched.groups.map { group in
      let nearest = group.nearest.map { "<code>\(markup(report.name(of: $0)))</code>" } ?? ""
      return """
        <tr><td class="number">\(group.count)</td>\
        <td><code>\(markup(report.forPrograms.request(report.shape(group))))</code></td>\
        <td>\(markup(report.forPrograms.reason(group.reason)))</td><td>\(nearest)</td></tr>
        """
    }
    guard !rows.isEmpty else { return "" }
    return """
      <section>
      <h2>Not described by any endpoint</h2>
      <div class="wide">
      <table>
      <thead><tr>\(Self.header(["#Count", "Request", "Why", "Nearest endpoint"]))</tr></thead>
      <tbody>
      \(rows.joined(separator: "\n"))
      </tbody>
      </table>
      </div>
      </section>
      """
  }
}
