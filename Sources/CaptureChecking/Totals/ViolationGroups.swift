import ContractModel
import JSONParsing
import MappingEngine

/// The violations of a check, by kind.
///
/// Keys that no line reads have a group each, up to `mostKeys` at one place of a contract. Where
/// there are more, they are data: then all of the place are one group, whose key is a placeholder.
/// How often and in how many payloads the place had any is counted from the first one on, so that it
/// does not matter in which order they came.
package struct ViolationGroups: Codable, Sendable {
  package typealias Key = CheckTotals.GroupKey
  package typealias Totals = CheckTotals.GroupTotals

  /// How many different unknown keys of a place are distinguished.
  package static let mostKeys = 200

  package private(set) var totals: [Key: Totals] = [:]
  /// The unknown keys of each place, all together, while they have a group each.
  package private(set) var places: [Key: Totals] = [:]
  /// The places whose unknown keys are one group.
  package private(set) var folded: Set<Key> = []
  /// How many groups the keys of a place have.
  private var keyCounts: [Key: Int] = [:]

  private enum CodingKeys: CodingKey { case totals, places, folded }

  // MARK: - Noting

  /// Which violation of a payload one is, zero-based: of its group, and of the unknown keys of its
  /// place.
  struct Numbers {
    var ofGroup: Int
    var ofPlace = 0
  }

  /// - Returns: Whether the violation is one of the first, of which an example is kept.
  mutating func note(
    _ key: Key, _ severity: CheckOptions.Severity, _ value: PayloadValue?, _ numbers: Numbers,
    at order: ViolationOrder, _ exampleCount: Int
  ) -> Bool {
    guard let place = key.place else {
      return totals[noting: key, severity].note(
        severity, value, isFirstOfPayload: numbers.ofGroup == 0, at: order, exampleCount)
    }
    if folded.contains(place) {
      return totals[noting: place, severity].note(
        severity, value, isFirstOfPayload: numbers.ofPlace == 0, at: order, exampleCount)
    }
    let isOfPlace = places[noting: place, severity].note(
      severity, value, isFirstOfPayload: numbers.ofPlace == 0, at: order, exampleCount)
    countKey(key, of: place)
    let isOfKey = totals[noting: key, severity].note(
      severity, value, isFirstOfPayload: numbers.ofGroup == 0, at: order, exampleCount)
    foldIfCrowded(place)
    return isOfPlace || isOfKey
  }

  mutating func keep(_ violation: CheckViolation, of key: Key, _ exampleCount: Int) {
    guard let place = key.place else { return totals[key]?.keep(violation, exampleCount) ?? () }
    let ofPlace = violation.grouped(as: place)
    guard !folded.contains(place) else {
      return totals[place]?.keep(ofPlace, exampleCount) ?? ()
    }
    places[place]?.keep(ofPlace, exampleCount)
    totals[key]?.keep(violation, exampleCount)
  }

  /// Notes a violation of the capture as a whole.
  mutating func noteOfCapture(
    _ found: CheckViolation, _ key: Key, count: Int, _ exampleCount: Int
  ) {
    totals[noting: key, found.severity].count += count
    totals[key]?.keep(found, exampleCount)
  }

  // MARK: - Merging

  /// Adds what was counted of a kind, or, of a place whose keys are one group, of all of them.
  private mutating func add(_ added: Totals, of key: Key, isFolded: Bool, _ exampleCount: Int) {
    if isFolded { fold(key) }
    if let place = key.place {
      guard !folded.contains(place) || isFolded else { return }
      if !isFolded { countKey(key, of: place) }
    }
    totals[noting: key, added.severity].add(added, exampleCount)
  }

  /// Adds what was counted of all unknown keys of a place.
  private mutating func add(_ added: Totals, ofPlace place: Key, _ exampleCount: Int) {
    if folded.contains(place) {
      totals[noting: place, added.severity].add(added, exampleCount)
    } else {
      places[noting: place, added.severity].add(added, exampleCount)
    }
  }

  mutating func merge(_ other: ViolationGroups, _ exampleCount: Int) {
    for place in other.folded { fold(place) }
    for (key, totals) in other.totals {
      add(totals, of: key, isFolded: other.folded.contains(key), exampleCount)
    }
    for (place, totals) in other.places { add(totals, ofPlace: place, exampleCount) }
    for place in other.places.keys { foldIfCrowded(place) }
  }

  mutating func resolveLines(_ linesBefore: [ItemPlace: Int]) {
    for index in totals.values.indices { totals.values[index].resolveLines(linesBefore) }
    for index in places.values.indices { places.values[index].resolveLines(linesBefore) }
  }

  // MARK: - Folding

  private mutating func countKey(_ key: Key, of place: Key) {
    if totals[key] == nil { keyCounts[place, default: 0] += 1 }
  }

  private mutating func foldIfCrowded(_ place: Key) {
    if keyCounts[place, default: 0] > Self.mostKeys { fold(place) }
  }

  /// Makes all unknown keys of a place one group.
  private mutating func fold(_ place: Key) {
    guard folded.insert(place).inserted else { return }
    for key in totals.keys where key.place == place { totals[key] = nil }
    totals[place] = places.removeValue(forKey: place)
    keyCounts[place] = nil
  }
}

extension ViolationGroups {
  /// Makes the groups of one line or mapping one, if their keys are a payload's, and takes examples
  /// and found values out of all.
  ///
  /// - Parameter payloadCounts: By endpoint: no group is in more payloads.
  mutating func removeValues(payloadCounts: [CheckTotals.EndpointKey: Int]) {
    for place in places.keys { fold(place) }
    var merged: [Key: Totals] = [:]
    folded = []
    for var (key, group) in totals {
      (group.examples, group.values) = ([], GroupValues())
      if key.group.key != nil {
        key.group.key = MemberName(KeyName.placeholder)
        if let place = key.place { folded.insert(place) }
      }
      merged[noting: key, group.severity].add(group, 0)
    }
    for (key, group) in merged {
      merged[key]?.payloadCount = min(group.payloadCount, payloadCounts[key.endpoint] ?? 0)
    }
    totals = merged
  }
}

extension CheckTotals.GroupKey {
  /// The kind of all keys that no line reads and that stand where this one's does: that of the key
  /// `repo.id` is `repo.{key}`; `nil`, if it is not about such a key.
  var place: Self? {
    guard rule == .unknownKey, let path = group.key?.text else { return nil }
    var (end, isEscaped) = (path.utf8.startIndex, false)
    for index in path.utf8.indices {
      if !isEscaped, path.utf8[index] == UInt8(ascii: ".") { end = path.utf8.index(after: index) }
      isEscaped = !isEscaped && path.utf8[index] == UInt8(ascii: "\\")
    }
    var place = self
    place.group.key = MemberName(path[..<end] + KeyName.placeholder)
    return place
  }
}

extension [CheckTotals.GroupKey: CheckTotals.GroupTotals] {
  /// The totals of a kind; none were counted, if it is new.
  fileprivate subscript(noting key: Key, severity: CheckOptions.Severity) -> Value {
    get { self[key] ?? Value(severity: severity) }
    _modify {
      let index = index(forKey: key) ?? index(adding: key, severity)
      yield &values[index]
    }
  }

  private mutating func index(adding key: Key, _ severity: CheckOptions.Severity) -> Index {
    self[key] = Value(severity: severity)
    guard let index = index(forKey: key) else { preconditionFailure("a key was put in") }
    return index
  }
}
