import CaptureSources
import ContractReporting
import JSONParsing
import MappingEngine

// Unreadable inputs, and keys that no line reads.

extension CheckReport {
  /// How many problems are shown to people.
  private static let shownUnreadCount = 10

  /// Returns the problems with inputs, one line each; `nil`, if there are none.
  func unreadText(_ colors: TextColors) -> String? {
    let lines = unread.prefix(Self.shownUnreadCount).map { "  " + forPeople.text(of: $0) }
    let rest = restLine(unread.count - lines.count)
    return section("could not be read", lines + rest, colors)
  }

  /// The problems with single inputs for people, one line each.
  package var unreadTexts: [String] {
    unread.filter { $0.input != nil }.map { forPeople.text(of: $0) }
  }

  /// `, 2 problems with the inputs`; may be empty.
  var unreadCount: String {
    unread.isEmpty ? "" : ", \(counted(unread.count, "problem")) with the inputs"
  }

  // MARK: - Lines

  /// The problems with inputs in the form of compilers, one line each.
  var unreadShort: [String] {
    unread.map { unread in
      "\(unread.place ?? "contractcheck"): error: [unread]: \(forPeople.message(of: unread))"
    }
  }

  /// The problems with inputs, one line of JSON each.
  var unreadRecords: [String] {
    unread.map { unread in JSONWriter.objectText { write(unread, to: &$0) } }
  }

  /// Writes the members of an object.
  func write(_ unread: CaptureProblem, to writer: inout JSONWriter) {
    writer.member("unread", forPrograms.message(of: unread))
    if let input = unread.input { writer.member("input", input) }
    if let position = unread.position {
      writer.members(["line": position.line, "column": position.column])
    }
  }

  // MARK: - Keys

  /// A key that no line of a mapping reads, as shown, with its count.
  typealias UnmappedKey = (mapping: MemberName?, key: String, count: Int)

  /// Returns each key that no line of a contract reads once; hidden keys of a mapping are combined.
  func shown(
    _ keys: [(mapping: MemberName?, keyPath: MemberName, count: Int)], ofContract number: Int,
    by discretion: Discretion
  ) -> [UnmappedKey] {
    let shown: [UnmappedKey] = keys.map { item in
      (item.mapping, discretion.unknownKey(item.keyPath, ofContract: number), item.count)
    }
    return shown.parted { [$0.mapping, MemberName($0.key)] }.map { same in
      (same[0].mapping, same[0].key, same.reduce(0) { $0 + $1.count })
    }
  }

  /// Returns the keys that no line of a contract reads, with their counts, for people.
  func unmappedText(
    _ keys: [(mapping: MemberName?, keyPath: MemberName, count: Int)], ofContract number: Int
  ) -> String {
    list(shown(keys, ofContract: number, by: forPeople).map { "\($0.key) \($0.count)" })
  }
}

extension CaptureProblem {
  /// The input, if it is a file, not yet safe to display.
  var file: String? { input == CaptureInput.standardInput.name ? nil : input }
}
