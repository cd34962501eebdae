/// Returns rows with aligned, indented columns. A column without any text is omitted.
///
/// - Parameters:
///   - right: The columns that are aligned to the right: numbers.
///   - most: How many rows are shown; a line below them gives the number of the others.
package func aligned(
  _ rows: [[String]], right: Set<Int> = [], most: Int = .max
) -> [String] {
  let rest = restLine(rows.count - most)
  let rows = rows.prefix(most)
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
  } + rest
}

/// Returns the line below a shortened list; empty, if the list is complete.
///
/// - Parameter rest: How many items are not shown.
func restLine(_ rest: Int) -> [String] { rest > 0 ? ["  and \(rest) more"] : [] }
