import JSONParsing

/// The facts of the values of one line, from all places that became the line.
@dynamicMemberLookup
struct ValueFacts {
  /// The sum of the values' summaries, with the objects of all.
  private var sum = ValueSummary()
  /// The facts of the elements; at most one.
  private var elements: [ValueFacts] = []

  init(_ ids: [ValueID], in table: ValueTable) {
    for id in ids {
      sum.add(table[id])
      sum.objects += table[id].sortedObjects
    }
    let inner = ids.compactMap { table[$0].element }
    if !inner.isEmpty { elements = [ValueFacts(inner, in: table)] }
  }

  subscript<Fact>(dynamicMember fact: KeyPath<ValueSummary, Fact>) -> Fact { sum[keyPath: fact] }

  var element: ValueFacts? { elements.first }

  var nullCount: Int { sum.kinds[.null] }

  /// The kinds besides null, in order.
  var someKinds: [ValueKind] { ValueKind.allCases.filter { $0 != .null && sum.kinds[$0] > 0 } }

  /// Notes of nulls among other values; empty if there are none.
  var nullNotes: [String] {
    nullCount > 0 && !someKinds.isEmpty ? ["null in \(nullCount) of \(sum.count)"] : []
  }

  /// Whether the values come before others in objects, on average; `nil` if they are at the same
  /// position.
  func isBefore(_ other: ValueFacts) -> Bool? {
    // The mean positions, compared without division.
    let own = sum.positions.multipliedFullWidth(by: other.count)
    let others = other.positions.multipliedFullWidth(by: sum.count)
    if own.high != others.high { return own.high < others.high }
    return own.low == others.low ? nil : own.low < others.low
  }

  /// The objects, including those in arrays.
  var deepObjects: [TaggedObjects] { sum.objects + (element?.deepObjects ?? []) }
}

/// A set of kinds of values. Integers and other numbers are one kind; null is not included.
struct KindSet: OptionSet, Hashable {
  let rawValue: UInt8

  static let object = KindSet(of: .object)
  static let text = KindSet(of: .text)

  init(rawValue: UInt8) { self.rawValue = rawValue }

  private init(of kind: ValueKind) {
    let kind = kind == .integer ? .real : kind
    rawValue = kind == .null ? 0 : 1 << UInt8(kind.rawValue)
  }

  init(_ kinds: Counts<ValueKind>) {
    self = ValueKind.allCases.filter { kinds[$0] > 0 }.reduce(into: []) { $0.insert(Self(of: $1)) }
  }

  var isSingle: Bool { rawValue.nonzeroBitCount == 1 }
}
