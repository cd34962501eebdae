/// The mutable state of a walk. It is separate, because the walk is copied into each call.
struct ScreenState {
  /// The objects of the record, which are counted if the whole record is clean.
  let journal: UnsafeMutablePointer<ScreenJournalEntry>
  var journalCount = 0
  /// The objects with an identity.
  let mentions: UnsafeMutablePointer<ScreenMention>
  var mentionCount = 0
  /// The names in the enclosing objects that may have any names.
  let names: UnsafeMutablePointer<ScreenName>
  var nameCount = 0
  var depth = 0
  /// Whether the walk stopped at something that the screen can learn if the record is clean.
  var isNew = false
  /// Whether the record is known to be clean, so that everything new in it is valid.
  var isLearning = false

  static let journalCapacity = 16_384
  static let mentionCapacity = 1_024
  static let nameCapacity = 4_096

  init() {
    journal = .allocate(capacity: Self.journalCapacity)
    mentions = .allocate(capacity: Self.mentionCapacity)
    names = .allocate(capacity: Self.nameCapacity)
  }

  func deallocate() {
    journal.deallocate()
    mentions.deallocate()
    names.deallocate()
  }

  mutating func begin(isLearning: Bool) {
    (journalCount, mentionCount, nameCount, depth) = (0, 0, 0, 0)
    (isNew, self.isLearning) = (false, isLearning)
  }
}

/// An object of a record.
struct ScreenJournalEntry {
  let node: UnsafeMutablePointer<ScreenNode>
  let seen: MemberSet
  let nulls: MemberSet
}

/// An object with an identity.
struct ScreenMention {
  let node: UnsafeMutablePointer<ScreenNode>
  let identity: ScreenIdentity
  let start: ScreenText
  let end: ScreenText
}

enum ScreenIdentity {
  case integer(Int64)
  case text(ScreenName)

  @inline(__always)
  func isEqual(to other: ScreenIdentity) -> Bool {
    switch (self, other) {
    case (.integer(let value), .integer(let other)): value == other
    case (.text(let text), .text(let other)): text.isEqual(to: other)
    case (.integer, _), (.text, _): false
    }
  }
}

/// A name in an object that may have any names, or the text of an identity: the content of a string
/// without escapes.
struct ScreenName {
  let mixed: UInt64
  let start: ScreenText
  let length: Int
}
