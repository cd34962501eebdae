import ContractModel
import JSONParsing

/// The type of a value, with its coercions and its constraints, in numbers.
struct PlanValue: Sendable {
  enum Kind: Sendable {
    case string, bool, double, float, decimal, date, any
    case form(TextForm)
    case int(bits: UInt8)
    case uint(bits: UInt8)
    case literal(Int32)
    case mapping(Int32)
    /// The value of an element.
    case array(Int32)
    case set(Int32)
    case dictionary(Int32)
    case keyed(property: Int32, element: Int32)
    /// A list and its object, which the kind of the JSON decides between.
    case listOrObject(list: Int32, object: Int32)
    /// The alternatives lie in `values`, one after the other.
    case union(PlanRange)
  }

  var kind: Kind
  var allowsNull: Bool
  /// Whether null is one of the type's own values: of a union with `null`.
  var takesNull = false
  /// In `constraints`.
  var constraints = PlanRange()
  /// Those that the line lists, in `coercions`.
  var coercions = PlanRange()
  /// Those by which it is read, in `coercions`: the ones that it lists, or its type's own.
  var ways = PlanRange()
  var isLenient = false
  var trims = false
  var emptyString: PropertyLine.EmptyStringPolicy?
  var emptyArray: PropertyLine.EmptyArrayPolicy?
  var elements = PropertyLine.ElementPolicy.fail
  /// The kinds of nodes, as bits, that are taken as they stand, with nothing more to look at.
  var plainKinds: UInt16 = 0
  /// The kinds of nodes, as bits, that no way of the type reads.
  var refusedKinds: UInt16 = 0
  /// Whether whole numbers of up to 18 digits are taken as they stand.
  var takesPlainIntegers = false
  /// Whether numbers of so few digits that nothing can be lost are taken as they stand.
  var takesPlainReals = false
  /// Whether texts without escapes are taken as they stand that say an address or a timestamp.
  var takesPlainTexts = false
  /// Whether it is a whole number without a sign.
  var isUnsigned: Bool { if case .uint = kind { true } else { false } }
  /// Whether any JSON is one of the type's values, so that an array is.
  var takesAnyJSON = false
  /// Whether an empty text is not a value of the type.
  var refusesEmptyText = false
}

/// A constraint, with its bounds as numbers where they are small and whole.
enum PlanConstraint: Sendable {
  /// The range of whole numbers, if both bounds are some.
  case range(Int64, Int64)
  /// A range with other bounds.
  case decimalRange
  case count(Int, Int)
  case length(Int, Int)
  case matches
  case unique
  case equals(PlanSource)
}

// MARK: - Finding keys

/// A place on the way of a mapping's key paths, where an object or array is looked through.
struct PlanScan: Sendable {
  /// A hash table in `keys`, its size a power of two; empty: no names are looked for.
  var keys = PlanRange()
  /// The elements that are looked for where an array stands.
  var indexes = PlanRange()
  /// In `foldings` and `foldedKeys`, or −1 where keys are compared as they are.
  var folding: Int32 = -1
  /// The place that is looked through.
  var place: Int32 = -1
}

/// An entry of a scan's hash table: a name and what it fills.
///
/// The name's first eight bytes lie in `head`, the rest in `keyWords`; zeros fill the last word.
struct PlanKey: Sendable {
  var head: UInt64 = 0
  /// −1: no entry.
  var length: Int32 = -1
  var words: Int32 = 0
  var slot: Int32 = 0
  /// The scan of the value, or −1 if no key path goes on.
  var scan: Int32 = -1
}

/// An element that key paths lead through.
struct PlanIndex: Sendable {
  var index: Int32
  var slot: Int32
  var scan: Int32
}

/// A step of a mapping's key paths.
struct PlanSlot: Sendable {
  /// The slot of the step before, or −1 for the representation.
  var parent: Int32
  /// How many steps lie before.
  var depth: Int32
  /// The scan of the value below it, or −1.
  var scan: Int32
  /// The mappings that a line maps what is there by, in `order`.
  var takers = PlanRange()
}

/// The hash of a name: of its first eight bytes, its length and its last eight bytes.
@inline(__always)
func planHash(head: UInt64, length: Int, tail: UInt64) -> UInt64 {
  let mixed = (head ^ UInt64(truncatingIfNeeded: length)) &* 0x9e37_79b9_7f4a_7c15
  return (mixed ^ (tail &* 0xbf58_476d_1ce4_e5b9)) &* 0x94d0_49bb_1331_11eb
}

extension PlanValue.Kind {
  /// The kind of a scalar type.
  init(_ name: ScalarName) {
    self =
      switch name.family {
      case .string: .string
      case .bool: .bool
      case .number(.signed(let bits)): .int(bits: bits)
      case .number(.unsigned(let bits)): .uint(bits: bits)
      case .number(.double): .double
      case .number(.float): .float
      case .number(.decimal): .decimal
      case .date: .date
      case .form(let form): .form(form)
      case .any: .any
      }
  }
}
