import ContractModel
package import JSONParsing
package import MappingEngine

/// The violations that a team knows of and accepts for a while, each with a reason and a last day.
package struct Baseline: Sendable, Equatable {
  /// The version of the file's format that is written; 1 is read, too.
  package static let version = 2

  /// A group of violations that is accepted.
  package struct Entry: Sendable, Equatable {
    package var group: GroupIdentity
    package var reason: String
    /// The last day, in UTC, on which it is accepted.
    package var expires: CivilDate
    /// How many violations there were when it was written; `nil`, if the file does not say.
    package var count: Int?
    /// The share of the payloads, in percent, that may have it; `nil`: any share.
    package var upTo: Int?

    package init(
      group: GroupIdentity, reason: String, expires: CivilDate, count: Int? = nil, upTo: Int? = nil
    ) {
      (self.group, self.reason) = (group, reason)
      (self.expires, self.count, self.upTo) = (expires, count, upTo)
    }

    /// Whether it accepts the group in that many of the payloads; `nil`: nobody knows in how many.
    package func admits(_ share: PayloadShare?) -> Bool {
      guard let upTo, let share else { return true }
      return share.isAtMost(percent: upTo)
    }
  }

  /// In the order of their groups, each of which has one.
  package let entries: [Entry]
  /// Whether it was read from a file of version 1.
  package let isOld: Bool
  private let numbers: [GroupIdentity: Int]

  /// - Parameters:
  ///   - entries: Of groups that all differ, in any order.
  ///   - isOld: Whether keys may have their old names.
  package init(_ entries: [Entry] = [], isOld: Bool = false) {
    self.isOld = isOld
    self.entries = entries.sorted { $0.group < $1.group }
    numbers = Dictionary(
      self.entries.enumerated().map { ($0.element.group, $0.offset) },
      uniquingKeysWith: { first, _ in first })
  }

  /// The entry of a group; of a file of version 1, also one that has the key by its old name.
  package subscript(group: GroupIdentity) -> Entry? {
    let names = [group] + (isOld ? group.oldNames : [])
    return names.lazy.compactMap { numbers[$0] }.first.map { entries[$0] }
  }

  /// The file: sorted, a member a line, so that a change of it is easily read; ends with a line end.
  package var text: String {
    var writer = JSONWriter(.indented(spaces: 2), escapesUnsafe: true)
    writer.beginObject()
    writer.member("baseline", Self.version)
    writer.name("entries")
    writer.beginArray()
    for entry in entries { entry.write(to: &writer) }
    writer.endArray()
    writer.endObject()
    return writer.text + "\n"
  }
}

extension Baseline.Entry {
  /// Writes the entry as it stands in the file.
  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
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
    writer.endObject()
  }
}
