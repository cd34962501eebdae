/// A place that key paths of a mapping lead through or to: the representation, or what stands
/// after a step of them.
///
/// Places say what of a payload is read, `[]` and objects made of keys around them included; scans
/// and slots, which know names alone, find the values.
struct PlanPlace: Sendable {
  /// The place before the step; −1: it is the representation.
  var parent: Int32 = -1
  var mapping: Int32
  /// The names that lead on; the slot of an entry is the place after it.
  var names = PlanScan()
  /// Whether one of them is more than the index of an element.
  var hasNames = false
  /// The elements that are named by an index, in `indexes`; the slot of one is the place after it.
  var elements = PlanRange()
  /// The place of every element, or −1.
  var everyElement: Int32 = -1
}

/// The use that the lines of a variant, or the cases of a mapping, make of a place.
struct PlaceUse: OptionSet, Sendable {
  let rawValue: UInt8

  /// A key path leads to it or through it.
  static let reached = PlaceUse(rawValue: 1)
  /// A line takes what is there as a whole: what is in it is for the line's type to say.
  static let whole = PlaceUse(rawValue: 2)
  /// A key path goes on after it.
  static let leads = PlaceUse(rawValue: 4)
}

/// Who looks into a value: key paths of a mapping that have come to a place.
struct PlaceReader: Sendable, Equatable {
  var place: Int32
  /// The start in `uses` of what they make of the mapping's places, less the first place.
  var uses: Int32
}
