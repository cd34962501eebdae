package import JSONParsing
package import MappingEngine

/// The kinds of values that are distinguished.
package enum ValueKind: Int, CaseIterable, Sendable {
  case null, bool
  /// A number without fraction and exponent.
  case integer
  case real, text, array, object
}

/// Counts by the cases of an enumeration.
package struct Counts<Key: CaseIterable & RawRepresentable & Sendable>: Sendable
where Key.RawValue == Int {
  private var counts: [Int]

  package init() { counts = [] }

  package subscript(key: Key) -> Int {
    get { key.rawValue < counts.count ? counts[key.rawValue] : 0 }
    set {
      if counts.isEmpty { counts = Array(repeating: 0, count: Key.allCases.count) }
      counts[key.rawValue] = newValue
    }
  }

  package mutating func add(_ other: Counts) {
    guard !other.counts.isEmpty else { return }
    if counts.isEmpty {
      counts = other.counts
      return
    }
    for index in counts.indices { counts[index] += other.counts[index] }
  }

  package var total: Int { counts.reduce(0, +) }
}

/// Counts are encoded as a list, which is empty if all are zero.
extension Counts: Codable {
  package init(from decoder: any Decoder) throws {
    counts = try [Int](from: decoder)
    guard counts.isEmpty || counts.count == Key.allCases.count else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "expected a count of each kind"))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    try (total == 0 ? [] : counts).encode(to: encoder)
  }
}

/// The number of a value summary in its table.
package typealias ValueID = Int32

/// The number of an object summary in its table.
package typealias ObjectSummaryID = Int32

/// The summary of all values at one place.
package struct ValueSummary: Codable, Sendable {
  package internal(set) var kinds = Counts<ValueKind>()
  /// The sum of the values' positions among the members of their objects.
  package internal(set) var positions = 0
  package internal(set) var numbers: NumberTraits = []
  /// The texts, and the digits of integers.
  package internal(set) var samples: TextSamples?
  package internal(set) var formats = Counts<TextFormat>()
  package internal(set) var tokenCount = 0
  package internal(set) var seen = SeenTimes()
  /// The times of values that are payloads with a date.
  package internal(set) var payloadTimes: PayloadTimes?
  /// The summary of the elements of all arrays.
  package internal(set) var element: ValueID?
  package internal(set) var objects: [TaggedObjects] = []
  /// Whether there are too many tags to distinguish them.
  var isUntagged = false
  /// Whether values nest deeper than the table's depth.
  package internal(set) var isCut = false

  package var count: Int { kinds.total }

  /// The objects sorted by tag, those without one first.
  var sortedObjects: [TaggedObjects] {
    objects.sorted { $0.tag.isBefore($1.tag) }
  }

  /// Adds another summary, without the contents of arrays and objects.
  mutating func add(_ other: ValueSummary) {
    kinds.add(other.kinds)
    positions += other.positions
    numbers.formUnion(other.numbers)
    if let own = other.samples {
      if samples == nil { samples = own } else { samples?.merge(own) }
    }
    formats.add(other.formats)
    tokenCount += other.tokenCount
    seen.merge(other.seen)
    if let times = other.payloadTimes {
      if payloadTimes == nil { payloadTimes = times } else { payloadTimes?.merge(times) }
    }
    isCut = isCut || other.isCut
  }

  mutating func addPayload(at time: Int64) {
    if payloadTimes == nil { payloadTimes = PayloadTimes() }
    payloadTimes?.add(time)
  }
}

/// The objects at a place with one tag, or without one.
package struct TaggedObjects: Codable, Sendable {
  package let tag: ObjectTag?
  package let id: ObjectSummaryID
}

extension ObjectTag? {
  /// Whether a tag comes before another one; none comes first.
  func isBefore(_ other: ObjectTag?) -> Bool {
    guard let other else { return false }
    return map { $0 < other } ?? true
  }
}

/// The traits of at least one number at a place, which show what types can hold all.
package struct NumberTraits: OptionSet, Codable, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  package static let isNegative = NumberTraits(rawValue: 1 << 0)
  /// For integers.
  package static let exceedsInt64 = NumberTraits(rawValue: 1 << 1)
  package static let exceedsUInt64 = NumberTraits(rawValue: 1 << 2)
  package static let exceedsDouble = NumberTraits(rawValue: 1 << 3)
  package static let exceedsDecimal = NumberTraits(rawValue: 1 << 4)
  /// Not an integer number of seconds since 1970 for a time in the years 2000 to 2099; the next
  /// trait is for milliseconds.
  package static let isNoTimeInSeconds = NumberTraits(rawValue: 1 << 5)
  package static let isNoTimeInMilliseconds = NumberTraits(rawValue: 1 << 6)

  /// From 2000-01-01 to 2100-01-01.
  private static let seconds = 946_684_800..<4_102_444_800

  private mutating func noteTime(_ text: ArraySlice<UInt8>, isInteger: Bool) {
    guard !isSuperset(of: [.isNoTimeInSeconds, .isNoTimeInMilliseconds]) else { return }
    let isLikely = isInteger && 9...13 ~= text.count
    let number = isLikely ? Int(String(decoding: text, as: UTF8.self)) ?? 0 : 0
    if !Self.seconds.contains(number) { insert(.isNoTimeInSeconds) }
    if !Self.seconds.contains(number / 1000) { insert(.isNoTimeInMilliseconds) }
  }

  /// - Parameter text: A JSON number.
  mutating func add(_ text: ArraySlice<UInt8>, isInteger: Bool) {
    if text.first == UInt8(ascii: "-") { insert(.isNegative) }
    noteTime(text, isInteger: isInteger)
    // Every type can hold a number of so few digits without an exponent.
    let isShort = text.count <= 15 && !text.contains { $0 | 0x20 == UInt8(ascii: "e") }
    guard !isShort, let number = JSONNumber(String(decoding: text, as: UTF8.self)) else { return }
    if !number.fitsDouble { insert(.exceedsDouble) }
    if !number.fitsDecimal { insert(.exceedsDecimal) }
    guard isInteger, number.int64.exactValue == nil else { return }
    insert(number.uint64.exactValue == nil ? [.exceedsInt64, .exceedsUInt64] : .exceedsInt64)
  }
}

/// The members of the objects at one place with one tag.
package struct ObjectSummary: Codable, Sendable {
  /// A member and the summary of its values.
  package struct Member: Codable, Sendable {
    package let name: MemberName
    package let value: ValueID
    /// The one-based number of the last object with the member.
    var lastObject = 0

    init(name: MemberName, value: ValueID) { (self.name, self.value) = (name, value) }

    private enum CodingKeys: CodingKey { case name, value }
  }

  package internal(set) var count = 0
  /// The members in arbitrary order.
  var members: [Member] = []
  var index: [MemberName: Int] = [:]
  /// The values of all members, if there are too many, so that names count as data.
  package internal(set) var anyMember: ValueID?
  /// How often two objects of one payload had the same identity but other scalars, by the index in
  /// `IdentityMember.names`.
  package internal(set) var conflicts: [Int] = []
  /// Keys that an object has in two spellings, as `MemberName.plain`, in ascending order; `nil`:
  /// none.
  package internal(set) var doubled: [MemberName]?
  /// The first member of each plain name; `spellings` has all members of names with several.
  var plainIndex: [MemberName: Int] = [:]
  var spellings: [MemberName: [Int]] = [:]

  /// A decoded summary is merged into another, and needs no index.
  private enum CodingKeys: CodingKey { case count, members, anyMember, conflicts, doubled }

  /// The members sorted by name.
  package var sortedMembers: [Member] { members.sorted { $0.name < $1.name } }

  /// The values of all members, for objects whose keys are data.
  var valuesOfAnyKey: [ValueID] { anyMember.map { [$0] } ?? sortedMembers.map(\.value) }

  package var memberCount: Int { members.count }
}

extension ObjectSummary {
  /// Adds a member that the object lacks.
  mutating func append(_ member: Member) {
    let (index, plain) = (members.count, member.name.plain)
    members.append(member)
    self.index[member.name] = index
    if let first = plainIndex[plain] {
      spellings[plain, default: [first]].append(index)
    } else {
      plainIndex[plain] = index
    }
  }

  /// Notes the keys that the last object has in two spellings.
  mutating func noteSpellings() {
    for (plain, members) in spellings
    where members.count(where: { self.members[$0].lastObject == count }) > 1 { add([plain]) }
  }

  /// Notes keys that an object has in two spellings.
  mutating func add(_ doubled: [MemberName]) {
    let all = Set(doubled).union(self.doubled ?? [])
    if all.count > self.doubled?.count ?? 0 { self.doubled = all.sorted() }
  }

  /// Removes the members, after they were combined.
  mutating func removeMembers() {
    (members, index, plainIndex, spellings, doubled) = ([], [:], [:], [:], nil)
  }
}

extension MemberName {
  /// The name in lower case without underscores, which most spellings of a key have in common:
  /// `sportid` for `sportId` and `sport_id`.
  package var plain: MemberName {
    MemberName(String(decoding: text.utf8.compactMap(Self.plain), as: UTF8.self))
  }

  private static func plain(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "_"): nil
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
    default: byte
    }
  }
}

/// The members that identify objects.
package enum IdentityMember {
  /// The names in order of preference.
  package static let names: [MemberName] = [
    "id", "uid", "uuid", "guid", "_id", "sha", "node_id", "nodeId",
  ]

  /// The members whose values are often segments of paths.
  package static let namesInPaths = [
    "id", "number", "login", "name", "key", "slug", "sha", "uuid", "username", "display_name",
    "path", "code", "tag_name", "iid", "uid",
  ]
}
