package import JSONParsing
package import MappingEngine

/// The kinds of values that are told apart.
package enum ValueKind: Int, CaseIterable, Comparable, Sendable {
  case null, bool
  /// A number of digits alone.
  case integer
  case real, text, array, object

  package static func < (left: ValueKind, right: ValueKind) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// Counts of a few things, by their numbers.
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

/// Counts are encoded as a list, which is empty if they are all zero.
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

/// The place of a summary of values among all of a capture's.
package typealias ValueID = Int32

/// The place of a summary of objects among all of a capture's.
package typealias ObjectSummaryID = Int32

/// All values that were seen at one place.
package struct ValueSummary: Codable, Sendable {
  package internal(set) var kinds = Counts<ValueKind>()
  /// The sum of the positions among the members of their objects.
  package internal(set) var positions = 0
  package internal(set) var numbers: NumberTraits = []
  /// The texts, and the digits of integers.
  package internal(set) var samples: TextSamples?
  package internal(set) var formats = Counts<TextFormat>()
  package internal(set) var tokenCount = 0
  package internal(set) var seen = SeenTimes()
  /// Of values that are payloads with a date.
  package internal(set) var payloadTimes: PayloadTimes?
  /// The elements of all arrays.
  package internal(set) var element: ValueID?
  /// The objects, by their tags.
  package internal(set) var objects: [TaggedObjects] = []
  /// Whether there were so many tags that they are not told apart.
  var isUntagged = false
  /// Whether values nest deeper than they are looked at.
  package internal(set) var isCut = false

  package var count: Int { kinds.total }

  /// By their tags, those without one first.
  var sortedObjects: [TaggedObjects] {
    objects.sorted { left, right in
      guard let tag = right.tag else { return false }
      return left.tag.map { $0 < tag } ?? true
    }
  }

  /// Adds what was seen at another place, but for what is in arrays and objects.
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

/// The objects at a place that have one tag, or none.
package struct TaggedObjects: Codable, Sendable {
  package let tag: ObjectTag?
  package let id: ObjectSummaryID
}

/// What one at least of the numbers at a place is: it says which types hold all of them.
package struct NumberTraits: OptionSet, Codable, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  package static let isNegative = NumberTraits(rawValue: 1 << 0)
  /// Of the integers.
  package static let exceedsInt64 = NumberTraits(rawValue: 1 << 1)
  package static let exceedsUInt64 = NumberTraits(rawValue: 1 << 2)
  package static let exceedsDouble = NumberTraits(rawValue: 1 << 3)
  package static let exceedsDecimal = NumberTraits(rawValue: 1 << 4)
  /// No whole number of seconds, or milliseconds, since 1970 of a time in the years 2000 to 2099.
  package static let isNoTimeInSeconds = NumberTraits(rawValue: 1 << 5)
  package static let isNoTimeInMilliseconds = NumberTraits(rawValue: 1 << 6)

  /// 2000-01-01 and 2100-01-01.
  private static let seconds = 946_684_800..<4_102_444_800

  private mutating func noteTime(_ text: ArraySlice<UInt8>, isInteger: Bool) {
    guard !isSuperset(of: [.isNoTimeInSeconds, .isNoTimeInMilliseconds]) else { return }
    let isLikely = isInteger && 9...13 ~= text.count
    let number = isLikely ? Int(String(decoding: text, as: UTF8.self)) ?? 0 : 0
    if !Self.seconds.contains(number) { insert(.isNoTimeInSeconds) }
    if !Self.seconds.contains(number / 1000) { insert(.isNoTimeInMilliseconds) }
  }

  /// - Parameter text: A number as JSON has it.
  mutating func add(_ text: ArraySlice<UInt8>, isInteger: Bool) {
    if text.first == UInt8(ascii: "-") { insert(.isNegative) }
    noteTime(text, isInteger: isInteger)
    // Every type holds a number of so few digits, without an exponent.
    let isShort = text.count <= 15 && !text.contains { $0 | 0x20 == UInt8(ascii: "e") }
    guard !isShort, let number = JSONNumber(String(decoding: text, as: UTF8.self)) else { return }
    if !number.fitsDouble { insert(.exceedsDouble) }
    if !number.fitsDecimal { insert(.exceedsDecimal) }
    guard isInteger, number.int64.exactValue == nil else { return }
    insert(number.uint64.exactValue == nil ? [.exceedsInt64, .exceedsUInt64] : .exceedsInt64)
  }
}

/// Objects at one place that have one tag: their members.
package struct ObjectSummary: Codable, Sendable {
  package struct Member: Codable, Sendable {
    package let name: MemberName
    package let value: ValueID
    /// The number of the last object that had it, from one on.
    var lastObject = 0

    init(name: MemberName, value: ValueID) { (self.name, self.value) = (name, value) }

    private enum CodingKeys: CodingKey { case name, value }
  }

  package internal(set) var count = 0
  /// In no order that means anything.
  var members: [Member] = []
  var index: [MemberName: Int] = [:]
  /// The values of all members, if those are so many that their names are data.
  package internal(set) var anyMember: ValueID?
  /// How often two objects of one payload had the same identity and said different things, by the
  /// member of `IdentityMember.names` that says it.
  package internal(set) var conflicts: [Int] = []
  /// Keys of which one object has two spellings, as `MemberName.plain`, in ascending order; `nil`: none.
  package internal(set) var doubled: [MemberName]?
  /// The first member of each plain name, and those that have one plain name.
  var plainIndex: [MemberName: Int] = [:]
  var spellings: [MemberName: [Int]] = [:]

  /// What is read is added to others, and needs no index for it.
  private enum CodingKeys: CodingKey { case count, members, anyMember, conflicts, doubled }

  package var sortedMembers: [Member] { members.sorted { $0.name < $1.name } }

  package var memberCount: Int { members.count }
}

extension ObjectSummary {
  /// Adds a member that it does not have.
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

  /// Notes which keys the object that was counted last has in two spellings.
  mutating func noteSpellings() {
    for (plain, members) in spellings
    where members.count(where: { self.members[$0].lastObject == count }) > 1 { add([plain]) }
  }

  /// Notes keys that an object has in two spellings.
  mutating func add(_ doubled: [MemberName]) {
    let all = Set(doubled).union(self.doubled ?? [])
    if all.count > self.doubled?.count ?? 0 { self.doubled = all.sorted() }
  }

  /// The members become one.
  mutating func removeMembers() {
    (members, index, plainIndex, spellings, doubled) = ([], [:], [:], [:], nil)
  }
}

extension MemberName {
  /// The name in small letters and without underscores, which most spellings of one key have in
  /// common: `sportid` of `sportId` and `sport_id`.
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

/// The members that say which object one is.
package enum IdentityMember {
  /// In their order of preference.
  package static let names: [MemberName] = [
    "id", "uid", "uuid", "guid", "_id", "sha", "node_id", "nodeId",
  ]

  /// Those whose values paths have as segments, and those of names.
  package static let namesInPaths = [
    "id", "number", "login", "name", "key", "slug", "sha", "uuid", "username", "display_name",
    "path", "code", "tag_name", "iid", "uid",
  ]
}
