import ContractModel
import JSONParsing
package import MappingEngine

/// The lines, cases and endpoints of the given contracts, and which of them a check has seen.
///
/// A line counts once, however many mappings take it over and contracts include it, and was seen if
/// one of them saw it.
package struct ContractCoverage: Sendable {
  /// A line, in the contract that has it, or else in the first that includes it.
  package struct Line: Sendable {
    package var contract: Int
    package var totals: MappingTally.LineTotals
    /// Whether its key path was there at least once.
    package var isSeen: Bool
  }

  package struct Case: Sendable {
    package var contract: Int
    package var totals: MappingTally.CaseTotals
    /// Whether it was chosen at least once.
    package var isSeen: Bool
  }

  package struct Endpoint: Sendable {
    package var key: CheckTotals.EndpointKey
    /// Whether a payload came for it.
    package var isSeen: Bool
  }

  /// In the order of the contracts.
  package private(set) var lines: [Line] = []
  package private(set) var cases: [Case] = []
  package private(set) var endpoints: [Endpoint] = []

  /// Where in a file something is written.
  private struct Place: Hashable {
    let root: MemberName
    let place: Origin.Place

    init?(_ origin: Origin, in contract: Contract) {
      // What the command line says is no line of a contract.
      guard !origin.path.isEmpty else { return nil }
      root = MemberName(contract.rootFolder ?? "")
      place = origin.place
    }
  }

  init(_ check: CaptureCheck) {
    var places: (lines: [Place: Int], cases: [Place: Int]) = ([:], [:])
    for (number, contract) in check.contracts.enumerated() {
      let tally = check.tally(ofContract: number) ?? check.emptyTally(ofContract: number)
      for line in tally.lines {
        guard let place = Place(line.line.origin, in: contract) else { continue }
        let isOwn = MemberName(contract.path) == place.place.path
        let found = Line(contract: number, totals: line, isSeen: line.counts.present > 0)
        if let index = places.lines[place] {
          let isSeen = lines[index].isSeen || found.isSeen
          if isOwn, lines[index].contract != number { lines[index] = found }
          lines[index].isSeen = isSeen
        } else {
          places.lines[place] = lines.count
          lines.append(found)
        }
      }
      for item in tally.cases {
        guard let place = Place(item.item.origin, in: contract) else { continue }
        let found = Case(contract: number, totals: item, isSeen: item.count > 0)
        if let index = places.cases[place] {
          let isSeen = cases[index].isSeen || found.isSeen
          let isOwn = MemberName(contract.path) == place.place.path
          if isOwn, cases[index].contract != number { cases[index] = found }
          cases[index].isSeen = isSeen
        } else {
          places.cases[place] = cases.count
          cases.append(found)
        }
      }
      // What bodies are can be said on the command line, which has keys of its own.
      let seen = Set(
        check.totals.endpoints.lazy
          .filter { $0.key.contract == number && $0.value.payloadCount > 0 }.map(\.key.target))
      for (position, endpoint) in contract.endpoints.enumerated() {
        let key = CheckTotals.EndpointKey(
          contract: number, target: .endpoint(endpoint.selector), number: position)
        endpoints.append(Endpoint(key: key, isSeen: seen.contains(key.target)))
      }
    }
  }
}

extension CaptureCheck {
  /// The coverage of the given contracts so far.
  package var coverage: ContractCoverage { ContractCoverage(self) }

  /// Whether anything was checked against a contract: a mapped key that was there, or a value of a
  /// type without keys that does not take everything.
  package var hasJudged: Bool {
    tallies.contains { $0?.hasSeenKeys ?? false }
      || totals.endpoints.contains { key, totals in
        totals.payloadCount > totals.emptyCount && judgesWithoutKeys(key)
      }
  }

  private func judgesWithoutKeys(_ key: CheckTotals.EndpointKey) -> Bool {
    switch key.target {
    case .type(_, let value): value.isJudgedWithoutKeys
    case .endpoint(let selector):
      contracts[key.contract].endpoints.contains { endpoint in
        guard endpoint.selector == selector else { return false }
        return switch endpoint.body {
        case .value(let value): value.isJudgedWithoutKeys
        case .map(let lines): lines.isEmpty
        case .absent: true
        }
      }
    }
  }
}

extension ConstrainedType {
  /// Whether a value can break the rule though no line reads a key of it.
  fileprivate var isJudgedWithoutKeys: Bool {
    !constraints.isEmpty || type.isJudgedWithoutKeys
  }
}

extension ValueType {
  fileprivate var isJudgedWithoutKeys: Bool {
    switch self {
    case .scalar(let scalar): scalar.name != .any
    case .literal: true
    case .array(let element), .set(let element), .dictionary(let element):
      element.isJudgedWithoutKeys
    case .union(let types): types.contains(where: \.isJudgedWithoutKeys)
    default: false
    }
  }
}
