import ContractModel

/// A value of a plan: its kind, and its possible values. The type is trivial, so that the
/// generator's loop copies it without reference counting.
struct DrawNode: Sendable {
  enum Kind: UInt8, Sendable {
    /// A whole number; `low` and `high` are its bounds.
    case integer
    /// A number with a fraction; `table` is the index of its bounds in `realBounds`.
    case real
    case bool
    /// A text; `low` and `high` are the bounds of its length in scalars.
    case text
    /// A text that matches a pattern; `table` is its index in `patterns`.
    case pattern
    /// A text of the form `form`.
    case form
    /// A date; `table` is its style: 0 for ISO 8601, −1 for a count since 1970, otherwise one more
    /// than its pattern's index in `dateTables`.
    case date
    case any
    /// A constant; `table` is its index in `constants`.
    case constant
    /// One of the `childCount` nodes from `child` on.
    case union
    /// An object; `table` is its mapping.
    case object
    /// An array of `child`, with `low` to `high` elements.
    case array
    /// An object with members `child` and arbitrary names.
    case dictionary
    /// A value that cannot be generated, because only an app's transformer can read it.
    case unknown
  }

  enum Way: UInt8, Sendable {
    case plain
    case quoted
    /// A Boolean as 0 or 1.
    case numeric
  }

  var kind: Kind
  var way = Way.plain
  /// Another way that the line also reads; the same way if there is none.
  var otherWay = Way.plain
  /// Whether null may replace the value, in a collection.
  var allowsNull = false
  /// Whether the simplest value is the only one.
  var isFixed = false
  var isUnsigned = false
  /// Whether the elements have to differ.
  var isDistinct = false
  /// Whether the elements are placed where a path goes through every element: without an element,
  /// the path leads nowhere.
  var isCollected = false
  /// Whether a text may have only characters that trimming does not remove.
  var isTrimmed = false
  /// Whether the number is read as a `Float`, and whether as a `Decimal`.
  var isFloat = false
  var isDecimal = false
  var form = TextForm.url
  /// Whether data is encoded in the URL-safe alphabet.
  var isURLSafe = false
  /// The type of object that the value identifies, or −1.
  var role: Int32 = -1
  /// Whether the value is a foreign key: it identifies an object that is elsewhere.
  var isForeign = false
  var table: Int32 = 0
  var child: Int32 = 0
  var childCount: Int32 = 0
  /// The number of units per second, for a date that is a count.
  var countPerSecond: Int64 = 1
  /// The bits of an `Int64`, or of a `UInt64` if the bounds are unsigned.
  var low: UInt64 = 0
  var high: UInt64 = 0
  /// The start of the simplest whole numbers, as an index in `starts`.
  var start: Int32 = -1
  /// The mappings that have an object in the simplest value, as a range of `closures`.
  var closure = DrawRange.empty

  init(_ kind: Kind) { self.kind = kind }

  /// The fewest elements, unless recursion ends with none.
  var least: UInt64 { isCollected ? max(1, low) : low }
}

struct DrawRange: Sendable {
  var start: Int32
  var end: Int32

  static let empty = DrawRange(0..<0)

  init(_ range: Range<Int>) {
    (start, end) = (Int32(range.lowerBound), Int32(range.upperBound))
  }

  var indices: Range<Int> { Int(start)..<Int(end) }
  var isEmpty: Bool { start == end }
}
