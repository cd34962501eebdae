import ContractModel
import JSONParsing

struct PlanValue: Sendable {
  enum Kind: Sendable {
    case string, bool, double, float, decimal, date, any
    case form(TextForm)
    case int(bits: UInt8)
    case uint(bits: UInt8)
    case literal(Int32)
    case mapping(Int32)
    /// An array; the value is that of an element.
    case array(Int32)
    case set(Int32)
    case dictionary(Int32)
    case keyed(property: Int32, element: Int32)
    /// A union of a list and its object; the kind of the JSON decides between them.
    case listOrObject(list: Int32, object: Int32)
    /// A union; the alternatives are adjacent in `values`.
    case union(PlanRange)
  }

  var kind: Kind
  var allowsNull: Bool
  /// Whether null is a value of the type itself, as in a union with `null`.
  var takesNull = false
  var constraints = PlanRange()
  /// The coercions that the line lists, in `coercions`.
  var coercions = PlanRange()
  /// The coercions that read the value, in `coercions`: those of the line, or the type's own.
  var ways = PlanRange()
  var isLenient = false
  var trims = false
  var emptyString: PropertyLine.EmptyStringPolicy?
  var emptyArray: PropertyLine.EmptyArrayPolicy?
  var elements = PropertyLine.ElementPolicy.fail
  /// The kinds of nodes, as bits, that are valid without a further check.
  var plainKinds: UInt16 = 0
  /// The kinds of nodes, as bits, that no coercion of the type reads.
  var refusedKinds: UInt16 = 0
  /// Whether whole numbers of up to 15 characters are valid without a further check.
  var takesPlainIntegers = false
  /// Whether numbers with so few digits that nothing can be lost are valid without a further check.
  var takesPlainReals = false
  /// Whether texts without escapes that are a URL or a timestamp are valid without a further check.
  var takesPlainTexts = false
  var isUnsigned: Bool { if case .uint = kind { true } else { false } }
  /// Whether any JSON, including an array, is a value of the type.
  var takesAnyJSON = false
  /// Whether an empty text is not a value of the type.
  var refusesEmptyText = false
}

/// A constraint; its bounds are plain numbers if they are small and whole.
enum PlanConstraint: Sendable {
  /// A range with two bounds that are whole numbers.
  case range(Int64, Int64)
  case decimalRange
  case count(Int, Int)
  case length(Int, Int)
  case matches
  case unique
  case equals(PlanSource)
}

// MARK: - Finding keys

/// A place on a mapping's key paths, at which the members of an object or array are searched.
struct PlanScan: Sendable {
  /// A hash table in `keys`, whose size is a power of two; empty, if no names are searched.
  var keys = PlanRange()
  /// The elements that are searched if the value is an array.
  var indexes = PlanRange()
  /// The key style, in `foldings` and `foldedKeys`; −1, if keys are compared exactly.
  var folding: Int32 = -1
  /// The place whose value is searched.
  var place: Int32 = -1
}

/// An entry of a scan's hash table: a name and the slot that it fills.
///
/// The name's first eight bytes are in `head`, the rest in `keyWords`; the last word is padded with
/// zeros.
struct PlanKey: Sendable {
  var head: UInt64 = 0
  /// The number of bytes; −1 for an empty entry.
  var length: Int32 = -1
  var words: Int32 = 0
  var slot: Int32 = 0
  /// The scan of the value, or −1 if no key path continues.
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
  /// The slot of the previous step, or −1 for the representation.
  var parent: Int32
  /// The number of previous steps.
  var depth: Int32
  /// The scan of the value below it, or −1.
  var scan: Int32
  /// The mappings by which lines map the value, in `order`.
  var takers = PlanRange()
}

/// Returns the hash of a name, made of its first eight bytes, its length and its last eight bytes.
@inline(__always)
func planHash(head: UInt64, length: Int, tail: UInt64) -> UInt64 {
  let mixed = (head ^ UInt64(truncatingIfNeeded: length)) &* 0x9e37_79b9_7f4a_7c15
  return (mixed ^ (tail &* 0xbf58_476d_1ce4_e5b9)) &* 0x94d0_49bb_1331_11eb
}

extension PlanValue.Kind {
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
