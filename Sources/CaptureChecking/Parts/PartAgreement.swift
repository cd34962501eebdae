import CaptureSources
import ContractModel
import JSONParsing

/// Checks whether parts belong to one capture, so that their totals may be added.
package enum PartAgreement {
  /// Returns the parts in the order of the capture: shards by number, others in the given order.
  ///
  /// - Throws: An error that names a difference of two parts, a duplicate shard, or missing shards.
  package static func ordered(_ parts: [CheckPart]) throws(PartError) -> [CheckPart] {
    guard let first = parts.first else { return [] }
    var sum = 0
    for part in parts {
      sum += part.sum
      guard sum <= CheckPart.largestSum else {
        throw PartError(part.name, "the counts are more than a capture has")
      }
      guard part.header.isComplete else {
        throw PartError(part.name, "the check was interrupted", hint: "check that part again")
      }
      try compare(part, with: first)
    }
    guard let share = first.header.share else {
      try refuseDuplicates(parts)
      return parts
    }
    return try shards(parts, of: share.count)
  }

  private static func compare(_ part: CheckPart, with first: CheckPart) throws(PartError) {
    let (header, other) = (part.header, first.header)
    guard header.subject == other.subject else {
      throw PartError(
        part.name,
        "this is a part of \(header.subject.rawValue), but \(first.name) is one of "
          + other.subject.rawValue)
    }
    if let difference = difference(of: header, from: other, "as \(first.name)") {
      throw PartError(part.name, difference)
    }
    for name in Set(header.options.keys).union(other.options.keys).sorted()
    where header.options[name] != other.options[name] {
      throw PartError(
        part.name,
        "--\(displayed(name.text)) is \(shown(header.options[name])), "
          + "but \(shown(other.options[name])) in \(first.name)")
    }
    if let difference = difference(ofVersions: header, from: other, "as in \(first.name)") {
      throw PartError(part.name, difference)
    }
    guard header.inputRules == other.inputRules else {
      throw PartError(part.name, "the rules for inputs are not those of \(first.name)")
    }
    guard (header.share == nil) == (other.share == nil) else {
      let (shard, whole) = header.share == nil ? (first, part) : (part, first)
      throw PartError(whole.name, "this is no shard, but \(shard.name) is one")
    }
  }

  private static func shown(_ values: [String]?) -> String {
    values.map { $0.map { quoted($0) }.joined(separator: ", ") } ?? "not given"
  }

  /// Returns how the contracts of two checks differ; `nil`, if they are the same.
  ///
  /// - Parameter others: The words that name the other check: `as a.part`.
  package static func difference(
    of header: PartHeader, from other: PartHeader, _ others: String
  ) -> String? {
    let (own, their) = (header.contracts, other.contracts)
    guard own.map(\.name) == their.map(\.name) else {
      return "was not checked by the same contracts \(others): "
        + "\(list(own.map(\.name))) and \(list(their.map(\.name)))"
    }
    let changed = zip(own, their).filter { $0 != $1 }.map(\.0.name)
    if !changed.isEmpty {
      return "was not checked by the same contracts \(others): \(list(changed)) changed"
    }
    guard header.files != other.files else { return nil }
    return "was not checked by the same contracts \(others): an included one changed"
  }

  /// Returns how the released versions of two checks differ; `nil`, if they are the same.
  ///
  /// - Parameter others: The words that name the other check: `as in a.part`.
  package static func difference(
    ofVersions header: PartHeader, from other: PartHeader, _ others: String
  ) -> String? {
    let changed = zip(header.releases, other.releases).filter { $0 != $1 }.map(\.0.name)
    guard !changed.isEmpty else { return nil }
    return "version \(list(changed)) has not the same contracts and tolerances \(others)"
  }

  // MARK: - Shards

  private static func shards(_ parts: [CheckPart], of count: Int) throws(PartError) -> [CheckPart] {
    var known: [Int: CheckPart] = [:]
    for part in parts {
      guard let share = part.header.share else { continue }
      guard share.count == count, part.header.capture == parts[0].header.capture,
        part.header.inputCount == parts[0].header.inputCount
      else {
        throw PartError(
          part.name,
          share.count == count
            ? "shard \(share) saw other inputs than \(parts[0].name)"
            : "shard \(share) is one of \(share.count), but \(parts[0].name) is one of \(count)",
          hint: "every shard has to find the same files with the same names and sizes")
      }
      if let other = known[share.index] {
        throw PartError(part.name, "shard \(share) is also in \(other.name)")
      }
      known[share.index] = part
    }
    let missing = (0..<count).filter { known[$0] == nil }
    guard missing.isEmpty else {
      let names = missing.map { CaptureShare(index: $0, count: count).description }
      throw PartError(
        parts[0].name,
        "\(missing.count == 1 ? "shard" : "shards") \(list(names)) "
          + "\(missing.count == 1 ? "is" : "are") missing")
    }
    return known.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Rejects two checks of the same files, which would count everything twice.
  private static func refuseDuplicates(_ parts: [CheckPart]) throws(PartError) {
    var known: [UInt64: CheckPart] = [:]
    for part in parts where part.header.hasFiles {
      if let other = known[part.header.capture] {
        throw PartError(part.name, "the same inputs were checked in \(other.name)")
      }
      known[part.header.capture] = part
    }
  }

  private static func list(_ names: [String]) -> String { listed(names.map { displayed($0) }) }
}

extension [CheckPart] {
  /// The inputs that were not found, in one sentence each that is safe to display. Shards have
  /// searched for the same inputs.
  package var notFound: [String] {
    let headers = first?.header.share == nil ? map(\.header) : prefix(1).map(\.header)
    return headers.flatMap(\.problems).map { displayed($0) }
  }
}
