import Foundation
import Testing

/// A row of a report for people, read from the report's text.
struct ReadRow: Equatable {
  struct Part: Equatable {
    var endpoint: String
    var count: Int
    var payloads: Int
    var total: Int
  }

  var name: CountedCapture.Name
  var isError: Bool
  var whole: Part
  var parts: [Part]
}

extension ReadRow.Part {
  /// Whether the row may come before another: it has a larger share, or the same share and at least
  /// the same count.
  func isAtLeastAsBad(as other: Self) -> Bool {
    let (share, otherShare) = (payloads * other.total, other.payloads * total)
    return share > otherShare || share == otherShare && count >= other.count
  }
}

// MARK: - Reading

extension ReadRow {
  /// Returns the rows of a `human` report.
  static func human(_ text: String) throws -> [ReadRow] {
    var rows: [ReadRow] = []
    var isError = true
    for line in text.split(separator: "\n") {
      if line == "errors" || line == "warnings" { isError = line == "errors" }
      let row = /\ \ (.*?)\ *([0-9]+)×\ \ in\ ([0-9]+)\ of\ ([0-9]+)\ +(.+)/
      guard let match = line.wholeMatch(of: row) else { continue }
      let words = match.1.split(separator: " ").map(String.init)
      append(try part(match.2, match.3, match.4, match.5), words, isError, to: &rows)
    }
    return rows
  }

  /// Returns the rows of a `markdown` report.
  static func markdown(_ text: String) throws -> [ReadRow] {
    var rows: [ReadRow] = []
    for line in text.split(separator: "\n") {
      let cells = line.replacing("<code>", with: "").replacing("</code>", with: "")
        .components(separatedBy: " |").map { $0.replacing(/^[|\ ]+/, with: "") }
      guard cells.count > 5, let match = cells[4].wholeMatch(of: /([0-9]+)\ of\ ([0-9]+)/)
      else { continue }
      let words = [cells[1], cells[2]].filter { !$0.isEmpty }
      let part = try part(cells[3][...], match.1, match.2, cells[5][...])
      append(part, words, cells[0] == "error", to: &rows)
    }
    return rows
  }

  /// Adds a row, or adds an endpoint to the last row if the text has no words of its own.
  private static func append(
    _ part: Part, _ words: [String], _ isError: Bool, to rows: inout [ReadRow]
  ) {
    guard let rule = words.first else {
      rows[rows.count - 1].parts.append(part)
      return
    }
    let name = CountedCapture.Name(rule: rule, place: words.count > 1 ? words[1] : "")
    let isAlone = !part.endpoint.hasSuffix(" endpoints")
    rows.append(ReadRow(name: name, isError: isError, whole: part, parts: isAlone ? [part] : []))
  }

  private static func part(
    _ count: Substring, _ payloads: Substring, _ total: Substring, _ endpoint: Substring
  ) throws -> Part {
    Part(
      // A rate may follow the endpoint.
      endpoint: endpoint.components(separatedBy: "  ")[0], count: try #require(Int(count)),
      payloads: try #require(Int(payloads)), total: try #require(Int(total)))
  }
}
