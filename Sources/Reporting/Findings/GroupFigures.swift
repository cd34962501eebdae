import CaptureChecking
import ContractModel
import ContractReporting
import JSONParsing
import MappingEngine

// What is told of a group besides how often it is there.

extension CheckReport {
  /// How many values of a group are shown.
  private static let shownValueCount = 10

  /// The values of groups, those that came most often first: `"unstable" 40, "draft" 12`; empty,
  /// where values are not what is wrong. Safe to display.
  func valuesText(_ values: GroupValues) -> String {
    let all = values.mostFrequent
    let shown = all.prefix(Self.shownValueCount).map { "\(displayed($0.text)) \($0.count)" }
      .joined(separator: ", ")
    if values.hasMore {
      return "\(shown); of more than \(GroupValues.capacity) values, "
        + "\(GroupValues.capacity) are told apart"
    }
    let rest = all.count - Self.shownValueCount
    return rest > 0 ? "\(shown) and \(counted(rest, "more value"))" : shown
  }

  /// Writes what the line of a group found, and its values: how many there are, and, if values are
  /// shown, the most frequent.
  func writeFigures(of group: Group, to writer: inout JSONWriter) {
    if let counts = group.counts {
      writer.member("objects", counts.total)
      writer.member("present", counts.present)
      writer.member("null", counts.null)
    }
    let values = group.totals.values
    guard !values.isEmpty else { return }
    writer.member("distinctValues", values.entries.count)
    writer.member("hasMoreValues", values.hasMore)
    guard showsValues else { return }
    let shown = values.mostFrequent.prefix(Self.shownValueCount)
    writer.array("values", of: shown) { value, writer in
      writer.object {
        $0.member("value", value.text)
        $0.member("count", value.count)
      }
    }
  }

  /// Returns the form of a group of records that no endpoint describes, safe to display.
  func shape(_ group: UnmatchedRecords.Group) -> String {
    group.shape.isEmpty ? "bodies" : group.shape
  }

  /// How many records more there are that no endpoint describes than the groups have; `nil`, if none.
  var otherUnmatchedText: String? {
    let count = check.totals.unmatched.otherCount
    guard count > 0 else { return nil }
    return "and \(counted(count, "record")) of other paths: "
      + "\(UnmatchedRecords.capacity) are told apart"
  }
}
