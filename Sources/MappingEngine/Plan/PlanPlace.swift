/// A place that key paths of a mapping lead through or to: the representation, or the value after a
/// step of a key path.
///
/// Places describe which parts of a payload are read, including `[]` and objects that are made of
/// keys around them. Scans and slots, which know names only, find the values.
struct PlanPlace: Sendable {
  /// The place before the step; −1 for the representation.
  var parent: Int32 = -1
  var mapping: Int32
  /// The names that lead on; the `slot` of an entry is the place after it.
  var names = PlanScan()
  /// Whether a name is more than the index of an element.
  var hasNames = false
  /// The elements named by an index, in `indexes`; the `slot` of an entry is the place after it.
  var elements = PlanRange()
  /// The place of every element (`[]`), or −1.
  var everyElement: Int32 = -1
}

/// How the lines of a variant, or the cases of a mapping, use a place.
struct PlaceUse: OptionSet, Sendable {
  let rawValue: UInt8

  /// A key path leads to it or through it.
  static let reached = PlaceUse(rawValue: 1)
  /// A line reads the value as a whole; the line's type describes its contents.
  static let whole = PlaceUse(rawValue: 2)
  /// A key path continues after it.
  static let leads = PlaceUse(rawValue: 4)
}

/// A reader of a value: the key paths of a mapping that have reached a place.
struct PlaceReader: Sendable, Equatable {
  var place: Int32
  /// The start in `uses` of the uses of the mapping's places, less the mapping's first place, so
  /// that adding a place's number gives its index.
  var uses: Int32
}
