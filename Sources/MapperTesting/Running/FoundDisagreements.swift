import ContractModel
import JSONParsing

/// The causes of disagreements that were found, each once, in the order in which they first came.
struct FoundDisagreements {
  private(set) var groups: [DisagreementGroup] = []
  private var places: [Disagreement.Cause: Int] = [:]
  private var placesOfLines: [LineAndKind: Int] = [:]

  /// What happens to one line in one way has one cause, whatever becomes of it.
  private struct LineAndKind: Hashable {
    var line: ContractLineKey
    var kind: Disagreement.Kind
    var isOfNothing: Bool

    init?(_ disagreement: Disagreement) {
      guard let line = disagreement.rule else { return nil }
      self.line = ContractLineKey(line)
      kind = disagreement.kind
      isOfNothing = disagreement.state.isNothing && line.source != .representation
    }
  }

  /// Whether a disagreement is of a new cause; if not, the case is noted with those of the cause.
  ///
  /// A cause that a single fault shows is not reported again of payloads that have to be shrunk.
  mutating func isNew(_ disagreement: Disagreement, _ item: MapperCase, isShrunk: Bool) -> Bool {
    let ofLine = LineAndKind(disagreement)
    guard let place = places[disagreement.cause] ?? ofLine.flatMap({ placesOfLines[$0] }) else {
      return true
    }
    if let ofLine { placesOfLines[ofLine] = placesOfLines[ofLine] ?? place }
    groups[place].note(disagreement)
    if groups[place].isShrunk == isShrunk { groups[place].add(disagreement, item) }
    return false
  }

  /// How many causes were found among payloads that are shrunk.
  var shrunkCount: Int { groups.count { $0.isShrunk } }

  mutating func add(_ group: DisagreementGroup) {
    places[group.disagreement.cause] = groups.count
    if let ofLine = LineAndKind(group.disagreement) {
      placesOfLines[ofLine] = placesOfLines[ofLine] ?? groups.count
    }
    groups.append(group)
  }
}

extension DisagreementGroup {
  init(_ disagreement: Disagreement, _ item: MapperCase, isShrunk: Bool) {
    self.init(
      disagreement: disagreement, caseNames: [item.name],
      caseID: disagreement.isOfOnePayload ? item.id : nil, isOnValid: item.isCanonical,
      isShrunk: isShrunk, isKept: item.isKept)
    note(disagreement)
  }

  /// Notes another case; of those that cannot be shrunk the smallest payload is shown, and one that
  /// is special at one place rather than as a whole.
  fileprivate mutating func add(_ other: Disagreement, _ item: MapperCase) {
    guard caseNames.last != item.name, !item.isKept else { return }
    // What is shown says what became of the others, too.
    if item.isMinimal, !isOnValid, other.cause == disagreement.cause,
      other.extent < disagreement.extent
    {
      (disagreement, caseID, shrinking) = (other, item.id, nil)
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

  /// Whether the payload is special as a whole, and the length of its payloads in bytes.
  fileprivate var extent: (Int, Int) {
    (place?.steps.isEmpty == true ? 1 : 0, payloads.reduce(0) { $0 + $1.count })
  }
}
