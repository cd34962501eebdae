import JSONParsing

/// The facts of the values of one line, from all places that became the line.
struct ValueFacts {
  private(set) var kinds = Counts<ValueKind>()
  private(set) var formats = Counts<TextFormat>()
  private(set) var tokenCount = 0
  private(set) var seen = SeenTimes()
  private(set) var payloadTimes = PayloadTimes()
  private(set) var samples: TextSamples?
  private(set) var numbers: NumberTraits = []
  private(set) var objects: [TaggedObjects] = []
  private(set) var positions = 0
  private(set) var isCut = false
  /// The facts of the elements; at most one.
  private var elements: [ValueFacts] = []

  init(_ ids: [ValueID], in table: ValueTable) {
    var elementIDs: [ValueID] = []
    for id in ids {
      let value = table[id]
      kinds.add(value.kinds)
      formats.add(value.formats)
      tokenCount += value.tokenCount
      seen.merge(value.seen)
      if let times = value.payloadTimes { payloadTimes.merge(times) }
      if let own = value.samples {
        if samples == nil { samples = own } else { samples?.merge(own) }
      }
      numbers.formUnion(value.numbers)
      objects += value.objects.sorted { $0.isBefore($1) }
      positions += value.positions
      isCut = isCut || value.isCut
      if let element = value.element { elementIDs.append(element) }
    }
    if !elementIDs.isEmpty { elements = [ValueFacts(elementIDs, in: table)] }
  }

  var element: ValueFacts? { elements.first }

  var count: Int { kinds.total }
  var nullCount: Int { kinds[.null] }

  /// The kinds besides null, in order.
  var someKinds: [ValueKind] { ValueKind.allCases.filter { $0 != .null && kinds[$0] > 0 } }

  /// Notes of nulls among other values; empty if there are none.
  var nullNotes: [String] {
    nullCount > 0 && !someKinds.isEmpty ? ["null in \(nullCount) of \(count)"] : []
  }

  /// Whether the values come before others in objects, on average; `nil` if they are at the same
  /// position.
  func isBefore(_ other: ValueFacts) -> Bool? {
    // The mean positions, compared without division.
    let own = positions.multipliedFullWidth(by: other.count)
    let others = other.positions.multipliedFullWidth(by: count)
    if own.high != others.high { return own.high < others.high }
    return own.low == others.low ? nil : own.low < others.low
  }

  /// The objects, including those in arrays.
  var deepObjects: [TaggedObjects] { objects + (element?.deepObjects ?? []) }
}

extension TaggedObjects {
  func isBefore(_ other: TaggedObjects) -> Bool {
    switch (tag, other.tag) {
    case (let tag?, let otherTag?): tag < otherTag
    case (nil, _?): true
    default: false
    }
  }
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
