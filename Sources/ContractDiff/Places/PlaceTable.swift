import ContractModel
import JSONParsing

/// All places where two sides differ, with indices to find them.
///
/// A statement of a contract is identified by its place in the file: two places of one side are
/// never the same.
struct PlaceTable: Sendable {
  private(set) var places: [DiffPlace] = []
  /// The numbers of the places, by the origins of the line, mapping, case or endpoint.
  private var numbers: [Side: [Origin.Place: [Int]]] = [.old: [:], .new: [:]]
  /// The mappings of a line, a case or a mapping, including those that extend them.
  private var owners: [Side: [Origin.Place: [Origin.Place]]] = [.old: [:], .new: [:]]
  private var seen: Set<Key> = []

  private struct Key: Hashable {
    var aspect: DiffPlace.Aspect
    var old: Origin.Place?
    var new: Origin.Place?
  }

  /// Adds a place, unless it is known: an inherited line is reported only once.
  mutating func add(_ place: DiffPlace) {
    let key = Key(aspect: place.aspect, old: place.old?.place, new: place.new?.place)
    guard seen.insert(key).inserted else { return }
    for side in [Side.old, .new] {
      guard let origin = place.origin(side) else { continue }
      numbers[side]?[origin.place, default: []].append(places.count)
    }
    places.append(place)
  }

  mutating func note(_ line: Origin, of mapping: Origin, _ side: Side) {
    owners[side]?[line.place, default: []].append(mapping.place)
  }

  /// Returns the places at an origin, the best explanation of an effect first.
  func numbers(at origin: Origin.Place, _ side: Side) -> [Int] {
    (numbers[side]?[origin] ?? []).sorted { places[$0].aspect < places[$1].aspect }
  }

  /// Returns the first place that is about the mappings of a line.
  func ownersNumber(of line: Origin, _ side: Side) -> Int? {
    (owners[side]?[line.place] ?? []).lazy.compactMap { self.number(ofMapping: $0, side) }.first
  }

  /// Returns the first place that is about a mapping on both sides.
  func number(ofMapping origin: Origin.Place, _ side: Side) -> Int? {
    numbers(at: origin, side).first { places[$0].old != nil && places[$0].new != nil }
  }

  var isEmpty: Bool { places.isEmpty }
}
