/// Rows of columns, indented, each column as wide as its widest text; a column without any text is
/// left out.
///
/// - Parameter right: The columns whose texts stand at their right ends: numbers.
func aligned(_ rows: [[String]], right: Set<Int> = []) -> [String] {
  let columns = rows.map(\.count).max() ?? 0
  let widths = (0..<columns).map { column in
    rows.map { $0[column].unicodeScalars.count }.max() ?? 0
  }
  return rows.map { row in
    var line = " "
    for (column, text) in row.enumerated() where widths[column] > 0 {
      let blank = String(repeating: " ", count: widths[column] - text.unicodeScalars.count)
      line += " " + (right.contains(column) ? blank + text : text + blank) + " "
    }
    while line.hasSuffix(" ") { line.removeLast() }
    return line
  }
}

/// The line below a list of which only the first are shown; none, if all are.
///
/// - Parameter rest: How many are not shown.
func restLine(_ rest: Int) -> [String] { rest > 0 ? ["  and \(rest) more"] : [] }

/// Rows of columns as a text.
package enum RowsText {
  /// The rows, each with a line end.
  package static func text(of rows: [[String]]) -> String {
    aligned(rows).map { $0 + "\n" }.joined()
  }
}
