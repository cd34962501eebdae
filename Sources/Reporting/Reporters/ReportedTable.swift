import CaptureChecking
import CaptureSources

/// A table of the reports in HTML and Markdown.
struct ReportedTable {
  /// A piece of text, by its origin.
  enum Piece {
    /// Words of the report itself, which need no escapes.
    case words(String)
    /// A sentence that may contain untrusted words.
    case text(String)
    /// A name or a place.
    case code(String)
  }

  let title: [Piece]
  /// The names of the columns in HTML; `#` marks columns of numbers.
  let columns: [String]
  let header: [String]
  let rows: [[Piece]]
}

extension CheckReport {
  var unreadTable: ReportedTable {
    ReportedTable(
      title: [.words("Could not be read")], columns: ["Input", "Why"], header: ["input", "why"],
      rows: unread.map { unread in
        [.code(unread.place ?? ""), .text(forPrograms.message(of: unread))]
      })
  }

  var neverTable: ReportedTable {
    ReportedTable(
      title: [.words("Never captured")], columns: ["Kind", "Name"], header: ["", "name"],
      rows: captured.never.flatMap { kind, names in
        names.map { [ReportedTable.Piece.words(kind), .code($0)] }
      })
  }

  /// Returns the shape of a group of records that no endpoint describes, safe to display.
  func shape(_ group: UnmatchedRecords.Group) -> String {
    group.shape.isEmpty ? "bodies" : group.shape
  }

  var unmatchedTable: ReportedTable {
    ReportedTable(
      title: [.words("Not described by any endpoint")],
      columns: ["#Count", "Request", "Why", "Nearest endpoint"],
      header: ["count", "request", "why", "nearest endpoint"],
      rows: check.totals.unmatched.groups.map { group in
        [
          .words("\(group.count)"), .code(forPrograms.request(shape(group))),
          .text(forPrograms.reason(group.reason)),
          .code(group.nearest.map { name(of: $0) } ?? ""),
        ]
      })
  }

  /// The entries of the baseline that accept nothing; `nil` without a baseline.
  var baselineTable: ReportedTable? {
    guard let baseline, let review else { return nil }
    return ReportedTable(
      title: [.words("Entries of "), .code(baseline.file), .words(" that accept nothing")],
      columns: ["Why", "Group", "Reason"], header: ["", "group", "reason"],
      rows: notedEntries(review).map { note, entry in
        [.words(note), .code(entry.group.description), .text(entry.reason)]
      })
  }
}
