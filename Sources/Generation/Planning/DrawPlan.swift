import ContractModel
import JSONParsing

/// A contract's target as tables: everything that is known before a payload is made.
///
///     let plan = DrawPlan(contract, target)
///     var generator = PayloadGenerator(plan)
///     generator.payload(seed: Seed(42), index: 7, size: 100).text
///
/// A plan is compiled once and never changes; any number of generators may use it concurrently. It
/// is a class because a debug build copies a structure, with a reference for each of its arrays,
/// wherever it is passed: that took a third of the time of mapper tests.
package final class DrawPlan: Sendable {
  let tables: DrawTables

  init(_ tables: DrawTables) { self.tables = tables }
}

/// The tables of a plan: arrays of plain structures.
struct DrawTables: Sendable {
  var nodes: [DrawNode] = []
  var slots: [DrawSlot] = []
  var shapes: [DrawShape] = []
  var mappings: [DrawMapping] = []
  /// Whether the first line of a slot deletes objects.
  var deletes = false
  var steps: [DrawStep] = []
  var conditions: [DrawCondition] = []
  var copies: [DrawCopy] = []
  /// The types of objects that have an identity.
  var roles: [MemberName] = []
  /// Mappings, for slots and nodes that check whether one of them is around them.
  var closures: [Int32] = []
  /// The tokens of all names, literals and constants; a draft's bytes start with them.
  var tokens: [UInt8] = []
  var names: [DrawRange] = []
  var constants: [DrawRange] = []
  var starts: [NumberStart] = []
  var realBounds: [ClosedRange<Double>] = []
  var patterns: [DrawPattern] = []
  var dateTables: [DateTable] = []
  var dateTokens: [DrawRange] = []
  /// The constants that stand for any JSON.
  var anyConstants = DrawRange.empty
  /// The names of members that no line reads.
  var unknownNames: [DrawRange] = []
  /// The root: a slot for the payload itself, or lines in a separate shape.
  var root: DrawRoot = .none
  /// The node from which the names of dictionaries' members are drawn.
  var keyNode: Int32 = 0
  /// The names of the members that show how new objects are.
  var ages: Set<MemberName> = []
  /// Whether no two objects of a type may have the same identity, because some property has to be
  /// equal in every mention of an object.
  var keepsIdentitiesApart = false
}

enum DrawRoot: Sendable {
  case none
  case value(node: Int32, steps: DrawRange, allowsNull: Bool)
  case lines(DrawShape)
}

/// The value that the lines of one source read.
struct DrawSlot: Sendable {
  var node: Int32 = 0
  var steps = DrawRange.empty
  /// The name, if the source is only a name with which no other source starts; otherwise −1.
  var name: Int32 = -1
  var mayBeNull = false
  var mayBeAbsent = false
  /// How the member ends recursion.
  var cut = Cut.none
  /// Whether the value is always the simplest one.
  var isFrozen = false
  /// Whether elements are placed into the elements of an array through which the path goes.
  var isCollected = false
  /// A slot whose source is a prefix of this one's, or −1; if that slot is absent, so is this one.
  var outer: Int32 = -1
  /// The mappings that the lines' types name.
  var mentions = DrawRange.empty

  enum Cut: UInt8, Sendable { case none, null, absent }
}

/// The members of an object for one of its mapping's cases.
struct DrawShape: Sendable {
  var slots = DrawRange.empty
  /// The conditions that have to hold in the end.
  var conditions = DrawRange.empty
  var copies = DrawRange.empty
  /// The mapping that makes the object instead, or −1.
  var other: Int32 = -1
  var allowsUnknownMembers = false
  /// Whether the members may stand in any order.
  var mayBeArranged = false
}

struct DrawMapping: Sendable {
  /// The shapes, one for each case for which a payload can be made.
  var shapes = DrawRange.empty
  /// The index of the simplest shape, counted from the first one.
  var simplest: Int32 = 0
}

struct DrawStep: Sendable {
  /// The name's index, or −1 for every element.
  var name: Int32
  /// The position that the name means in an array, or −1.
  var element: Int32
}

struct DrawCondition: Sendable {
  enum Kind: Sendable {
    case equals, exists
    case kind(JSONKind)
  }
  var kind: Kind
  var steps: DrawRange
  /// The literal, or the simplest value of the kind.
  var constant: Int32
}

/// Two key paths whose values have to be equal.
struct DrawCopy: Sendable {
  var from: DrawRange
  var to: DrawRange
}

/// The days in the form of a pattern, from 2000-01-01 on.
struct DateTable: Sendable {
  var pattern: String
  /// The tokens of the days, as a range of `dateTokens`.
  var tokens: DrawRange
}

/// The sequence of the simplest whole numbers: from `start` upwards, then downwards.
struct NumberStart: Sendable {
  var start: Int128
  var bounds: ClosedRange<Int128>
  /// The positive numbers, from which identities and most other numbers are taken, if there are any.
  var positive: ClosedRange<Int128>?

  func value(rank: Int) -> Int128 { value(rank, from: start, bounds) ?? start }

  func identity(rank: Int) -> Int128 {
    positive.flatMap { value(rank, from: $0.lowerBound, $0) } ?? value(rank: rank)
  }

  /// Returns a number that is not an identity: from 10 on, so that it differs from the first
  /// identities, too; in a small range, a number other than 0.
  func plain(_ number: Int) -> Int128 {
    guard let positive else {
      let last = bounds.upperBound - bounds.lowerBound
      guard start == 0, last > 0 else { return value(rank: Self.position(number, upTo: last)) }
      return value(rank: 1 + Self.position(number, upTo: last - 1))
    }
    let first = positive.lowerBound < 10 && positive.upperBound >= 50 ? 10 : positive.lowerBound
    return first + Int128(Self.position(number, upTo: positive.upperBound - first))
  }

  /// Returns the number, or its remainder if it exceeds the range.
  private static func position(_ number: Int, upTo last: Int128) -> Int {
    Int128(number) <= last ? number : number % (Int(truncatingIfNeeded: last.low) + 1)
  }

  private func value(
    _ rank: Int, from start: Int128, _ bounds: ClosedRange<Int128>
  ) -> Int128? {
    let up = start + Int128(rank)
    if up <= bounds.upperBound { return up }
    let down = start - (up - bounds.upperBound)
    return down >= bounds.lowerBound ? down : nil
  }
}
