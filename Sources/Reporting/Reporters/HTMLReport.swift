import CaptureChecking
import MappingEngine

/// The report as one HTML page, which needs no network, and is readable without its script.
///
/// The page allows only its own style and script, by their hashes (Content Security Policy Level
/// 3), so that no text in it can run or load anything. Bars are SVG, since the policy forbids style
/// attributes but not the width of an SVG shape. On a narrow screen, tables become lists of rows,
/// with the column's name in each cell.
struct HTMLReport {
  let report: CheckReport

  /// The page; ends with a line end.
  var text: String {
    let parts = [
      head, summary, table(report.unreadTable), cards(report.rows), table(report.versionsTable),
      endpoints, keys, table(report.neverTable), table(report.unmatchedTable),
      table(report.baselineTable), foot,
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

  private var summary: String {
    """
    <header>
    <h1>\(report.found.prefix(1).uppercased() + report.found.dropFirst())\(report.unreadCount)</h1>
    <p>\(markup(report.summaryWithStop))</p>
    </header>
    """
  }

  // MARK: - Tables

  /// Returns a section with a table; empty without rows.
  ///
  /// - Parameters:
  ///   - title: The title as markup.
  ///   - names: The names of the columns; `#` marks columns of numbers.
  ///   - rows: The cells' contents as markup.
  private func table(_ title: String, _ names: [String], _ rows: [[String]]) -> String {
    guard !rows.isEmpty else { return "" }
    let columns = names.map { name in
      name.hasPrefix("#") ? (String(name.dropFirst()), #" class="number""#) : (name, "")
    }
    let header = columns.map { #"<th scope="col"\#($1)>\#($0)</th>"# }.joined()
    let lines = rows.map { row in
      let cells = zip(columns, row).map { #"<td\#($0.1) data-label="\#($0.0)">\#($1)</td>"# }
      return "<tr>\(cells.joined())</tr>"
    }
    return """
      <section>
      <h2>\(title)</h2>
      <table>
      <thead><tr>\(header)</tr></thead>
      <tbody>
      \(lines.joined(separator: "\n"))
      </tbody>
      </table>
      </section>
      """
  }

  private func table(_ table: ReportedTable?) -> String {
    guard let table else { return "" }
    let rows = table.rows.map { $0.map(written) }
    return self.table(table.title.map(written).joined(), table.columns, rows)
  }

  private func written(_ piece: ReportedTable.Piece) -> String {
    switch piece {
    case .words(let text), .text(let text): markup(text)
    case .code(let text): code(text)
    }
  }

  private func code(_ text: String) -> String {
    text.isEmpty ? "" : "<code>\(markup(text))</code>"
  }

  // MARK: - Endpoints

  private var endpoints: String {
    let rows = report.checkedEndpoints.map { name, type, totals in
      let bar = Self.bar(totals.refusedCount, of: totals.payloadCount, "refused")
      return [code(name), code(type), "\(totals.payloadCount)", "\(totals.refusedCount) \(bar)"]
    }
    return table("Endpoints", ["Endpoint", "Type", "#Payloads", "Refused"], rows)
  }

  // MARK: - Keys

  private var keys: String {
    let rows = report.checkedKeys.map { name, counts in
      [
        code(name), "\(counts.total)", Self.bar(counts.present, of: counts.total, "present"),
        counts.present == 0 ? "" : Self.bar(counts.null, of: counts.present, "null"),
      ]
    }
    return table("Keys", ["Key", "#Looked for", "Present", "Null"], rows)
  }

  static func bar(_ part: Int, of whole: Int, _ kind: String) -> String {
    // In thousandths, exact for any counts: the whole is at most 2^53.
    let width = whole == 0 ? 0 : Int((Double(part) / Double(whole) * 1_000).rounded())
    return """
      <svg class="bar \(kind)" viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">\
      <rect class="all" width="1000" height="10"/><rect width="\(width)" height="10"/></svg> \
      \(percent(part, of: whole))
      """
  }
}
