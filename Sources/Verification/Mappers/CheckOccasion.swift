package import ContractModel
package import Generation
package import JSONParsing

/// A payload on which a mapper is held against its contract, and what it is called.
package struct CheckOccasion: Sendable {
  /// What is special about the payload: `[0].file_url null`.
  package var name: String
  /// The payloads that are mapped before, into the same store, and the one that it is about.
  package var payloads: [[UInt8]]
  /// Whether mappers may differ from the contract by right.
  package var isUnspecified: Bool
  /// The line that the payload is about.
  package var rule: PropertyRule?
  /// The place of the payload that it is about.
  package var place: InstancePath?
  /// Whether it is a payload of nothing but what the contract says.
  package var isValid: Bool
  /// A member's name and another spelling of it: mappers may take the two for one by right.
  package var spelling: (key: String, other: String)?
  /// What makes the payload again, if it is made up: `null@[0].file_url`.
  package var caseID: String?

  package init(
    name: String, payloads: [[UInt8]], isUnspecified: Bool = false, rule: PropertyRule? = nil,
    isValid: Bool = false
  ) {
    (self.name, self.payloads, self.isUnspecified) = (name, payloads, isUnspecified)
    (self.rule, self.isValid) = (rule, isValid)
  }

  /// A single fault.
  package init(_ cell: FaultCell, of lines: [PropertyRule]) {
    self.init(
      name: cell.name, payloads: [cell.payload().bytes], isUnspecified: cell.isUnspecified,
      rule: lines.first)
    (spelling, place, caseID) = (cell.spelling, cell.path, cell.id)
  }
}

extension CheckOccasion {
  /// A single fault of an object that a store has already from a valid payload; `nil`, if the fault
  /// is not that something is missing or null: only that can be lost on the way.
  package init?(updatingWith cell: FaultCell, of lines: [PropertyRule]) {
    guard cell.faultClass == .missing || cell.faultClass == .null else { return nil }
    self.init(cell, of: lines)
    (name, caseID) = (name + ", after a valid payload", nil)
    payloads.insert(cell.base.tree.bytes, at: 0)
  }
}

/// A disagreement, and all the occasions that there is one of its kind on.
package struct DisagreementGroup: Sendable {
  /// On a valid payload, or else on the smallest.
  package var disagreement: Disagreement
  /// The names of the occasions, that of the disagreement first.
  package var occasions: [String]
  /// Whether the payload of the disagreement is valid, which says most of the mapper.
  var isOnValid: Bool
  /// What makes the payload again: `null@[0].file_url`, `random:42:17`.
  package var caseID: String?
  /// How the payload came to be, if it was shrunk.
  package var shrinking: Shrinking?
  /// Where else its fault fails, if it is a single one.
  package var places: FaultPlaces?
}

extension MapperCheck {
  /// Holds the mapper against the contract on each occasion.
  ///
  /// - Returns: One group for each reason to disagree, in the order in which they first came.
  package func groups(over occasions: some Sequence<CheckOccasion>) -> [DisagreementGroup] {
    var groups: [DisagreementGroup] = []
    var places: [Disagreement.Identity: Int] = [:]
    for occasion in occasions {
      for disagreement in disagreements(on: occasion) {
        guard let place = places[disagreement.identity] else {
          places[disagreement.identity] = groups.count
          groups.append(
            DisagreementGroup(
              disagreement: disagreement, occasions: [occasion.name], isOnValid: occasion.isValid,
              caseID: occasion.caseID))
          continue
        }
        groups[place].add(disagreement, occasion)
      }
    }
    return groups
  }

  func disagreements(on occasion: CheckOccasion) -> [Disagreement] {
    let isOne = occasion.spelling.map { mapper.makesOne($0.key, $0.other) } ?? false
    let isUnspecified = occasion.isUnspecified || isOne
    return disagreements(over: occasion.payloads, isUnspecified: isUnspecified).map {
      var disagreement = $0
      disagreement.place = occasion.place
      if disagreement.rule == nil, disagreement.kind == .refuses {
        disagreement.rule = occasion.rule
      }
      return disagreement
    }
  }
}

extension DisagreementGroup {
  fileprivate mutating func add(_ other: Disagreement, _ occasion: CheckOccasion) {
    guard occasions.last != occasion.name else { return }
    if !isOnValid, other.size < disagreement.size {
      disagreement = other
      caseID = occasion.caseID
      occasions.insert(occasion.name, at: 0)
    } else {
      occasions.append(occasion.name)
    }
  }
}

extension Disagreement {
  /// In bytes.
  var size: Int { payloads.reduce(0) { $0 + $1.count } }
}
