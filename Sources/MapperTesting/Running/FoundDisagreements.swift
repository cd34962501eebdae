import ContractModel
import Generation
import JSONParsing

/// The causes of disagreements that were found, each once, in the order in which they first came.
struct FoundDisagreements {
  private(set) var groups: [DisagreementGroup] = []
  private var places: [Disagreement.Cause: Int] = [:]
  private var placesOfLines: [LineAndKind: Int] = [:]

  /// A line and what happens to it: in one way that has one cause, whatever becomes of it.
  private struct LineAndKind: Hashable {
    var line: ContractLineKey
    var kind: Disagreement.Kind
    var isOfNothing: Bool
    /// What is left out of a list is not what a list is read as.
    var isLeftOut: Bool

    init(_ line: PropertyLine, _ disagreement: Disagreement) {
      self.line = ContractLineKey(line)
      (kind, isLeftOut) = (disagreement.kind, disagreement.outcome == .leftOut)
      isOfNothing =
        disagreement.state.isNothing && line.source != .representation
        && disagreement.outcome != .oldValue
    }

    static func all(_ disagreement: Disagreement) -> [LineAndKind] {
      ([disagreement.line].compactMap(\.self) + disagreement.otherLines).map {
        LineAndKind($0, disagreement)
      }
    }

    /// The same of members that no line reads: where several faults are at once, such a member is
    /// what a line that reads others trips over.
    static func read(_ disagreement: Disagreement) -> [LineAndKind] {
      guard [.accepts, .differs].contains(disagreement.kind) else { return [] }
      return all(disagreement).map { line in
        var line = line
        (line.kind, line.isOfNothing, line.isLeftOut) = (.readsMember, false, false)
        return line
      }
    }

    /// The same of a value: of null and of a wrong value another value may be made in one way.
    static func made(_ disagreement: Disagreement) -> [LineAndKind] {
      guard disagreement.kind == .accepts, [nil, .value].contains(disagreement.outcome) else {
        return []
      }
      return all(disagreement).map { line in
        var line = line
        line.isOfNothing = false
        return line
      }
    }
  }

  /// A place of the payload that an object is not read from, but from another one, or not at all.
  private struct Elsewhere {
    var place: [InstancePath.Step]
    var other: [InstancePath.Step]?
    var group: Int
  }

  private var elsewhere: [Elsewhere] = []
  /// Where single faults are that the mapper refuses, and the contract does not.
  private(set) var refusedPlaces: [InstancePath] = []
  private static let placeLimit = 64

  /// Whether a disagreement is of a new cause; if not, the case is noted with those of the cause.
  ///
  /// A cause that a single fault shows is not reported again of payloads that have to be shrunk.
  mutating func isNew(_ disagreement: Disagreement, _ item: MapperCase, isShrunk: Bool) -> Bool {
    if disagreement.kind == .refuses, item.isMinimal, let place = item.place, !place.steps.isEmpty,
      refusedPlaces.count < Self.placeLimit, !refusedPlaces.contains(place)
    {
      refusedPlaces.append(place)
    }
    // Of a mapper that refuses the simplest payload nobody knows what else it refuses.
    if disagreement.kind == .refuses, !item.isMinimal, item.generated != nil,
      groups.contains(where: { $0.isOnValid && $0.disagreement.kind == .refuses })
    {
      return false
    }
    if disagreement.outcome != .otherObject, let place = placeOfOther(disagreement) {
      groups[place].add(disagreement, item)
      return false
    }
    var ofLines = LineAndKind.all(disagreement) + LineAndKind.made(disagreement)
    if !item.isMinimal, !item.spellings.isEmpty { ofLines += LineAndKind.read(disagreement) }
    let known = ofLines.first { placesOfLines[$0] != nil }.flatMap { placesOfLines[$0] }
    guard let place = places[disagreement.cause] ?? known else { return true }
    note(disagreement, at: place, isOnValid: item.isCanonical)
    groups[place].note(disagreement)
    if groups[place].isShrunk == isShrunk { groups[place].add(disagreement, item) }
    return false
  }

  /// The cause that an object is read from another place, or not at all, which says enough of what is
  /// at its own: nobody looks there.
  private func placeOfOther(_ disagreement: Disagreement) -> Int? {
    guard let source = disagreement.source?.template, !source.isEmpty else { return nil }
    return elsewhere.first { known in
      source.starts(with: known.place) || disagreement.kind == .refuses && source == known.other
    }?.group
  }

  private mutating func note(_ disagreement: Disagreement, at place: Int, isOnValid: Bool) {
    for line in LineAndKind.all(disagreement) {
      placesOfLines[line] = placesOfLines[line] ?? place
    }
    // One that is read from elsewhere now and then may have other mistakes at its own place. What the
    // app has no property for is not looked at, nor what is in it.
    guard isOnValid, disagreement.outcome == .otherObject || disagreement.kind == .noProperty,
      let source = disagreement.source
    else { return }
    let known = Elsewhere(
      place: source.template, other: disagreement.otherSource?.template, group: place)
    if !elsewhere.contains(where: { $0.place == known.place }) { elsewhere.append(known) }
  }

  /// How many causes were found among payloads that are shrunk.
  var shrunkCount: Int { groups.count { $0.isShrunk } }

  mutating func add(_ group: DisagreementGroup) {
    places[group.disagreement.cause] = groups.count
    note(group.disagreement, at: groups.count, isOnValid: group.isOnValid)
    for line in LineAndKind.made(group.disagreement) {
      placesOfLines[line] = placesOfLines[line] ?? groups.count
    }
    groups.append(group)
  }
}

extension DisagreementGroup {
  init(_ disagreement: Disagreement, _ item: MapperCase, isShrunk: Bool) {
    // A law may have changed the payload.
    let isOne =
      !item.history.isEmpty
      || disagreement.isOfOnePayload && disagreement.payloads.last == item.payload.bytes
    self.init(
      disagreement: disagreement, caseNames: [item.name], caseID: isOne ? item.id : nil,
      isOnValid: item.isCanonical, isShrunk: isShrunk, isKept: item.isKept)
    isOfHistory = !item.history.isEmpty
    isOfNewWord = item.isNewWord
    note(disagreement)
  }

  /// Notes another case; of those that cannot be shrunk the smallest payload is shown, and one that
  /// is special at one place rather than as a whole.
  fileprivate mutating func add(_ other: Disagreement, _ item: MapperCase) {
    guard caseNames.last != item.name, !item.isKept else { return }
    // What is shown says what became of the others, too; of a list, a new word says it best.
    let isBetter =
      item.isNewWord
      ? other.isAlike(disagreement)
      : other.cause == disagreement.cause && other.extent < disagreement.extent
    if item.isMinimal, !isOnValid, !isOfNewWord, isBetter {
      (disagreement, caseID, shrinking) = (other, item.id, nil)
      isOfNewWord = item.isNewWord
      caseNames.insert(item.name, at: 0)
    } else {
      caseNames.append(item.name)
    }
  }
}

extension Disagreement {
  /// Whether it is about what one payload becomes, so that the payload alone shows it.
  fileprivate var isOfOnePayload: Bool {
    kind != .unstable && (!breaksLaw || comparesMappers)
  }

  /// Whether the same becomes of a value at the same place, for whatever reason.
  fileprivate func isAlike(_ other: Disagreement) -> Bool {
    (kind, place, outcome) == (other.kind, other.place, other.outcome)
  }

  /// Whether the payload is special as a whole, and the length of its payloads in bytes.
  fileprivate var extent: (Int, Int) {
    (place?.steps.isEmpty == true ? 1 : 0, payloads.reduce(0) { $0 + $1.count })
  }
}
