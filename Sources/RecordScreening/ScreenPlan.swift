/// The records that a screen passes: their objects, the objects' members, and the tokens of each
/// value.
///
/// The author of a plan guarantees that a record has no violation if it contains only such values,
/// and only absent keys, nulls and other names that a clean record had before. A screen passes no
/// other record.
package struct ScreenPlan: Sendable {
  /// The maximum number of members of a node.
  package static let mostMembers = MemberSet.capacity

  /// The objects, by node number.
  package var nodes: [Node] = []
  /// The values of array elements, by number.
  package var elements: [Value] = []
  package var tests: [Test] = []
  package var bounds: [ClosedRange<Int64>] = []
  /// The value of the record itself: an object or an array of objects.
  package var root = Value()

  package init() {}

  /// Returns whether a token of a record is a valid value, if its kind alone does not show it.
  ///
  /// - Parameters:
  ///   - token: A string with its quotes, a number, `true` or `false`; valid JSON without the
  ///     escape of a surrogate.
  ///   - isPlain: Whether the token is a string without escapes.
  package typealias Test = @Sendable (_ token: UnsafeBufferPointer<UInt8>, _ isPlain: Bool) -> Bool

  /// An object and the members that a screen reads in it.
  package struct Node: Sendable {
    /// The members; at most `mostMembers`.
    package var members: [Member] = []
    /// The member that identifies the objects, as an index of `members`.
    package var identity: Int?
    /// The namespace of the identities.
    package var family: Int32 = -1
    /// An arbitrary number that is returned with identities.
    package var type: Int32 = -1
    /// Whether at least one member that makes an object must be present.
    package var isMapped = false
    /// The choice that this node stands for: a member selects the actual node. Such a node has no
    /// members of its own.
    package var choice: Choice?

    package init() {}
  }

  /// A choice among nodes by the text of a member.
  package struct Choice: Sendable {
    /// The member's name, and the texts with their nodes, in UTF-8 without escapes.
    package var name: [UInt8]
    package var cases: [(text: [UInt8], node: Int32)]
    /// The node for all other texts; −1, if objects with other texts do not pass.
    package var otherwise: Int32

    package init(name: [UInt8], cases: [(text: [UInt8], node: Int32)], otherwise: Int32) {
      (self.name, self.cases, self.otherwise) = (name, cases, otherwise)
    }
  }

  package struct Member: Sendable {
    /// The name in UTF-8, without escapes.
    package var name: [UInt8]
    package var value: Value
    /// Whether an object is made if the member is present and not null.
    package var makesObject: Bool

    package init(name: [UInt8], value: Value, makesObject: Bool) {
      (self.name, self.value, self.makesObject) = (name, value, makesObject)
    }
  }

  /// The tokens with which a value may start.
  package struct Value: Sendable {
    package var kinds: Kinds = []
    /// The test of other strings, numbers, `true` and `false`, as an index of `tests`; otherwise
    /// −1.
    package var test: Int32 = -1
    /// The bounds of the kind `bounded`, in `bounds`.
    package var bounds: Int32 = -1
    /// The node of the kind `object`, in `nodes`.
    package var node: Int32 = -1
    /// The element of the kinds `array` and `dictionary`, in `elements`.
    package var element: Int32 = -1

    package init(kinds: Kinds = []) { self.kinds = kinds }

    static var unread: Value { Value(kinds: .unread) }
  }

  package struct Kinds: OptionSet, Sendable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) { self.rawValue = rawValue }

    @inline(__always)
    func meets(_ other: Kinds) -> Bool { rawValue & other.rawValue != 0 }

    /// Any string.
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
    /// Null, which is counted.
    package static let null = Kinds(rawValue: 1024)
    /// Any value, including null, of an unread member.
    package static let unread = Kinds(rawValue: 2048)
    /// An object with any names, whose values are elements.
    package static let dictionary = Kinds(rawValue: 4096)

    // These are raw values, because a literal of several kinds would make an array each time.

    /// The kinds that accept any array or object.
    static let everything = Kinds(rawValue: 2048 | 512)
    /// The kinds that accept any string; then any `true`, and any `false`.
    static let allTexts = Kinds(rawValue: 2048 | 512 | 1)
    static let allTrue = Kinds(rawValue: 2048 | 512 | 2)
    static let allFalse = Kinds(rawValue: 2048 | 512 | 4)
  }
}
