/// The records that a screen lets pass: the objects in them, their members, and which tokens stand
/// for which value.
///
/// Whoever makes one answers for this: of a record that has only such values, and only such absent
/// keys, nulls and other names as a clean record had before, nothing is to be told. What a screen
/// does not know it does not let pass.
package struct ScreenPlan: Sendable {
  /// How many members a node has at most.
  package static let mostMembers = MemberSet.capacity

  /// The objects, by number.
  package var nodes: [Node] = []
  /// The values that are elements of arrays, by number.
  package var elements: [Value] = []
  package var tests: [Test] = []
  package var bounds: [ClosedRange<Int64>] = []
  /// The value of a record itself, an object or an array of objects.
  package var root = Value()

  package init() {}

  /// Says whether a token, as it stands in a record, is a value: for those that their kind alone
  /// does not tell.
  ///
  /// - Parameters:
  ///   - token: A string with its quotes, a number, `true` or `false`; valid JSON without the escape
  ///     of a surrogate.
  ///   - isPlain: Whether it is a string without escapes.
  package typealias Test = @Sendable (_ token: UnsafeBufferPointer<UInt8>, _ isPlain: Bool) -> Bool

  /// An object: the members that are looked for in it.
  package struct Node: Sendable {
    /// `mostMembers` at most.
    package var members: [Member] = []
    /// The member that tells its objects apart, an index of `members`.
    package var identity: Int?
    /// The space in which they are distinguished.
    package var family: Int32 = -1
    /// Whatever their identities are handed back with.
    package var type: Int32 = -1
    /// Whether a member has to be there that makes an object.
    package var isMapped = false
    /// The choice among several that this stands for: a member says which of them an object is, and
    /// this has no other members.
    package var choice: Choice?

    package init() {}
  }

  /// Which object it is, by the text of a member.
  package struct Choice: Sendable {
    /// The member's name, and the texts with the nodes that they stand for: UTF-8, without escapes.
    package var name: [UInt8]
    package var cases: [(text: [UInt8], node: Int32)]
    /// The node of all other texts; −1: they do not pass.
    package var otherwise: Int32

    package init(name: [UInt8], cases: [(text: [UInt8], node: Int32)], otherwise: Int32) {
      (self.name, self.cases, self.otherwise) = (name, cases, otherwise)
    }
  }

  package struct Member: Sendable {
    /// UTF-8, without escapes.
    package var name: [UInt8]
    package var value: Value
    /// Whether an object comes of it if it is there and not null.
    package var makesObject: Bool

    package init(name: [UInt8], value: Value, makesObject: Bool) {
      (self.name, self.value, self.makesObject) = (name, value, makesObject)
    }
  }

  /// The tokens that a value may start with.
  package struct Value: Sendable {
    package var kinds: Kinds = []
    /// For other strings, numbers, `true` and `false`, an index of `tests`; else −1.
    package var test: Int32 = -1
    /// In `bounds`, with `bounded`.
    package var bounds: Int32 = -1
    /// In `nodes`, with `object`.
    package var node: Int32 = -1
    /// In `elements`, with `array` or `dictionary`.
    package var element: Int32 = -1

    package init(kinds: Kinds = []) { self.kinds = kinds }

    /// An unread value.
    static var unread: Value { Value(kinds: .unread) }
  }

  package struct Kinds: OptionSet, Sendable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) { self.rawValue = rawValue }

    @inline(__always)
    func meets(_ other: Kinds) -> Bool { rawValue & other.rawValue != 0 }

    /// A string, whatever it says.
    package static let text = Kinds(rawValue: 1)
    package static let `true` = Kinds(rawValue: 2)
    package static let `false` = Kinds(rawValue: 4)
    /// A whole number of up to 15 characters, and one with a minus sign.
    package static let natural = Kinds(rawValue: 8)
    package static let negative = Kinds(rawValue: 16)
    /// A number with a fraction and without an exponent, of up to 15 characters.
    package static let real = Kinds(rawValue: 32)
    /// A whole number of up to 15 characters within bounds.
    package static let bounded = Kinds(rawValue: 64)
    package static let object = Kinds(rawValue: 128)
    package static let array = Kinds(rawValue: 256)
    /// Any array or object with unread content.
    package static let anything = Kinds(rawValue: 512)
    /// Null, which is noted.
    package static let null = Kinds(rawValue: 1024)
    /// Any value, null too: that of an unread member.
    package static let unread = Kinds(rawValue: 2048)
    /// An object with any names, whose values are elements.
    package static let dictionary = Kinds(rawValue: 4096)

    // Raw values, because a literal of several kinds is an array each time.

    /// Whatever there is, but null.
    static let everything = Kinds(rawValue: 2048 | 512)
    /// And any string, `true` or `false`.
    static let allTexts = Kinds(rawValue: 2048 | 512 | 1)
    static let allTrue = Kinds(rawValue: 2048 | 512 | 2)
    static let allFalse = Kinds(rawValue: 2048 | 512 | 4)
  }
}
