import ContractModel
import JSONParsing
package import MappingEngine

/// The violations of a check, by group.
///
/// Each key that no line reads has its own group, and so has each duplicate key, up to `mostKeys`
/// keys per rule and place of a contract. If there are more, keys count as data: they form one
/// group, whose key is a placeholder. The totals of a place are counted from its first key on, so
/// that the order of the keys does not matter.
package struct ViolationGroups: Codable, Sendable {
  package typealias Key = FindingKey
  package typealias Totals = CheckTotals.GroupTotals

  /// How many unknown keys of a place, and how many duplicate ones, are distinguished.
  package static let mostKeys = 200

  /// The unknown keys of a place, or the duplicate ones.
  fileprivate struct Place: Codable {
    /// The totals of all keys together.
    var all: Totals
    /// The totals of each key, while keys are distinguished.
    var keys: [Key: Totals] = [:]
    var isOne = false
  }

  /// The groups that are not about keys of payloads.
  private var others: [Key: Totals] = [:]
  private var places: [Key: Place] = [:]

  package subscript(key: Key) -> Totals? {
    guard let place = key.place else { return others[key] }
    guard let found = places[place], found.isOne else { return places[place]?.keys[key] }
    return key == place ? found.all : nil
  }

  package var totals: [Key: Totals] {
    places.reduce(into: others) { totals, place in
      let keys = place.value.isOne ? [place.key: place.value.all] : place.value.keys
      totals.merge(keys) { first, _ in first }
    }
  }

  /// All totals with their keys, including the sums of places whose keys are distinguished.
  var allTotals: [(key: Key, totals: Totals)] {
    others.map { ($0, $1) } + places.flatMap { [($0, $1.all)] + $1.keys.map { ($0, $1) } }
  }

  // MARK: - Noting

  /// Whether a violation is the first one of its payload in its group, and at its place.
  typealias IsFirst = (inGroup: Bool, atPlace: Bool)

  /// - Returns: Whether to keep the violation as an example, since it is one of the first.
  mutating func note(
    _ key: Key, _ severity: Severity, _ value: PayloadValue?, _ isFirst: IsFirst,
    at order: RecordOrder, _ exampleCount: Int
  ) -> Bool {
    let none = Totals(severity: severity)
    guard let place = key.place else {
      return others[key, default: none].note(
        severity, value, isFirstOfPayload: isFirst.inGroup, at: order, exampleCount)
    }
    return places[place, default: Place(all: none)].note(
      key, severity, value, isFirst, at: order, exampleCount)
  }

  mutating func keep(_ violation: CheckViolation, of key: Key, _ exampleCount: Int) {
    guard let place = key.place else { return others[key]?.keep(violation, exampleCount) ?? () }
    places[place]?.keys[key]?.keep(violation, exampleCount)
    var violation = violation
    violation.group = place
    places[place]?.all.keep(violation, exampleCount)
  }

  mutating func noteOfCapture(
    _ found: CheckViolation, _ key: Key, count: Int, _ exampleCount: Int
  ) {
    others[key, default: Totals(severity: found.severity)].count += count
    others[key]?.keep(found, exampleCount)
  }

  // MARK: - Merging

  mutating func merge(_ other: ViolationGroups, _ exampleCount: Int) {
    others.merge(other.others) { $0.adding($1, exampleCount) }
    places.merge(other.places) { $0.adding($1, exampleCount) }
  }

  mutating func resolveLines(_ linesBefore: [ItemPlace: Int]) {
    others = others.mapValues { $0.resolved(linesBefore) }
    places = places.mapValues { place in
      Place(
        all: place.all.resolved(linesBefore),
        keys: place.keys.mapValues { $0.resolved(linesBefore) }, isOne: place.isOne)
    }
  }
}

extension ViolationGroups.Place {
  mutating func note(
    _ key: ViolationGroups.Key, _ severity: Severity, _ value: PayloadValue?,
    _ isFirst: ViolationGroups.IsFirst, at order: RecordOrder, _ exampleCount: Int
  ) -> Bool {
    let isOfPlace = all.note(
      severity, value, isFirstOfPayload: isFirst.atPlace, at: order, exampleCount)
    guard !isOne else { return isOfPlace }
    let isOfKey = keys[key, default: ViolationGroups.Totals(severity: severity)].note(
      severity, value, isFirstOfPayload: isFirst.inGroup, at: order, exampleCount)
    limit()
    return isOfPlace || isOfKey
  }

  func adding(_ other: Self, _ exampleCount: Int) -> Self {
    var sum = self
    sum.all = all.adding(other.all, exampleCount)
    sum.keys.merge(other.keys) { $0.adding($1, exampleCount) }
    sum.isOne = isOne || other.isOne
    sum.limit()
    return sum
  }

  /// Combines all keys into one group, if there are more than `mostKeys`.
  private mutating func limit() {
    isOne = isOne || keys.count > ViolationGroups.mostKeys
    if isOne { keys = [:] }
  }
}

extension ViolationGroups {
  /// Combines groups of one mapping whose keys come from payloads, and removes examples and found
  /// values from all groups.
  ///
  /// - Parameter payloadCounts: The number of payloads by endpoint, which bounds that of a group.
  mutating func removeValues(payloadCounts: [EndpointKey: Int]) {
    var merged: [Key: Totals] = [:]
    for var (key, group) in others.map({ ($0, $1) }) + places.map({ ($0, $1.all) }) {
      (group.examples, group.values) = ([], GroupValues())
      if key.key != nil { key.key = MemberName(KeyName.placeholder) }
      merged[key] = merged[key]?.adding(group, 0) ?? group
    }
    self = ViolationGroups()
    for (key, var group) in merged {
      group.payloadCount = min(group.payloadCount, payloadCounts[key.endpoint] ?? 0)
      if key.place == nil {
        others[key] = group
      } else {
        places[key] = Place(all: group, isOne: true)
      }
    }
  }
}

extension FindingKey {
  /// The key of the group of all unknown keys, or duplicate ones, at the same place: for the key
  /// `repo.id`, it is `repo.{key}`; `nil`, if the group is not of a payload's key.
  var place: Self? {
    guard [.unknownKey, .duplicateKey].contains(rule), let path = key?.text else { return nil }
    var (end, isEscaped) = (path.utf8.startIndex, false)
    for index in path.utf8.indices {
      if !isEscaped, path.utf8[index] == UInt8(ascii: ".") { end = path.utf8.index(after: index) }
      isEscaped = !isEscaped && path.utf8[index] == UInt8(ascii: "\\")
    }
    var place = self
    place.key = MemberName(path[..<end] + KeyName.placeholder)
    return place
  }
}
