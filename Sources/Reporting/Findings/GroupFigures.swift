import CaptureChecking
import ContractModel
import ContractReporting
import JSONParsing
import MappingEngine

// The figures of a group besides its count.

extension CheckReport {
  private static let shownValueCount = 10

  /// Returns the values of a group, the most frequent first: `"unstable" 40, "draft" 12`; empty, if
  /// the rule is not about values. Safe to display.
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

  /// Writes the counts of a group's line, the number of its values, and the most frequent values,
  /// if values are shown.
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

  /// Returns the shape of a group of records that no endpoint describes, safe to display.
  func shape(_ group: UnmatchedRecords.Group) -> String {
    group.shape.isEmpty ? "bodies" : group.shape
  }

  /// The number of undescribed records outside of the groups, in words; `nil`, if there are none.
  var otherUnmatchedText: String? {
    let count = check.totals.unmatched.otherCount
    guard count > 0 else { return nil }
    return "and \(counted(count, "record")) of other paths: "
      + "\(UnmatchedRecords.capacity) are told apart"
  }
}
