import ContractModel
package import JSONParsing
package import MappingEngine

/// The groups of violations that a team accepts for a while, each with a reason and a last day, as
/// of a given day.
package struct Baseline: Sendable {
  /// The version of the file's format.
  package static let version = 2

  /// An accepted group of violations.
  package struct Entry: Sendable, Equatable {
    package var group: GroupIdentity
    package var reason: String
    /// The last day, in UTC, on which the group is accepted.
    package var expires: CivilDate
    /// The number of violations when the entry was written; `nil`, if the file does not say.
    package var count: Int?
    /// The greatest accepted share of payloads, in percent; `nil`: any share.
    package var upTo: Int?

    /// Whether the entry accepts the group in this share of the payloads; `nil`: the share is
    /// unknown.
    package func admits(_ share: PayloadShare?) -> Bool {
      guard let upTo, let share else { return true }
      return share.isAtMost(percent: upTo)
    }
  }

  /// The entries in the order of their groups; each group has one.
  package let entries: [Entry]
  private let table: [GroupIdentity: Entry]
  /// The day in UTC.
  package let day: CivilDate
  /// The file's name for the reader; not yet safe to display.
  package let file: String

  /// - Parameter entries: Entries of different groups, in any order.
  package init(_ entries: [Entry], on day: CivilDate, file: String) {
    self.entries = entries.sorted { $0.group < $1.group }
    table = Dictionary(entries.map { ($0.group, $0) }, uniquingKeysWith: { first, _ in first })
    (self.day, self.file) = (day, file)
  }

  package subscript(group: GroupIdentity) -> Entry? { table[group] }

  /// The text of the file: sorted, with one member on each line, so that diffs are easy to read;
  /// ends with a line end.
  package var text: String {
    JSONWriter.objectText(.indented(spaces: 2)) { writer in
      writer.member("baseline", Self.version)
      writer.objects("entries", of: entries) { $0.write(to: &$1) }
    } + "\n"
  }
}

extension Baseline.Entry {
  /// Writes the entry's members in the form of the file.
  package func write(to writer: inout JSONWriter) {
    writer.member("contract", group.contract.text)
    writer.member("endpoint", group.endpoint.text)
    writer.member("rule", group.rule.rawValue)
    if group.mapping != "" { writer.member("mapping", group.mapping.text) }
    if group.key != "" { writer.member("key", group.key.text) }
    writer.member("reason", reason)
    writer.member("expires", expires.text)
    if let count { writer.member("count", count) }
    if let upTo { writer.member("upTo", "\(upTo)%") }
    writer.member("fingerprint", group.fingerprint)
  }
}
