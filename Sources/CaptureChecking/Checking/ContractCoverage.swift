import ContractModel
import JSONParsing
package import MappingEngine

/// The lines, cases and endpoints of the given contracts, and which of them a check has seen.
///
/// A line counts once, even if several mappings inherit it or several contracts include it. It was
/// seen if any of them saw it.
package struct ContractCoverage: Sendable {
  /// A line or case, in the contract that has it, or otherwise the first that includes it.
  package struct Item<Totals: Sendable>: Sendable {
    package var contract: Int
    package var totals: Totals
    /// Whether the line's key path was present at least once, or the case was chosen.
    package var isSeen: Bool
  }

  package typealias Line = Item<MappingTally.LineTotals>
  package typealias Case = Item<MappingTally.CaseTotals>

  package struct Endpoint: Sendable {
    package var key: EndpointKey
    /// Whether at least one payload belongs to the endpoint.
    package var isSeen: Bool
  }

  /// In the order of the contracts.
  package private(set) var lines: [Line] = []
  package private(set) var cases: [Case] = []
  package private(set) var endpoints: [Endpoint] = []

  /// The place of a line or case in a file.
  private struct Place: Hashable {
    let root: MemberName
    let place: Origin.Place

    init?(_ origin: Origin, in contract: Contract) {
      // Targets from the command line have no line in a contract.
      guard !origin.path.isEmpty else { return nil }
      root = MemberName(contract.rootFolder ?? "")
      place = origin.place
    }
  }

  init(_ check: CaptureCheck) {
    let tallies = check.contracts.indices.map(check.knownTally)
    lines = Self.once(
      tallies.enumerated().flatMap { number, tally in
        tally.lines.map { Line(contract: number, totals: $0, isSeen: $0.counts.present > 0) }
      }, of: check.contracts, at: \.line.origin)
    cases = Self.once(
      tallies.enumerated().flatMap { number, tally in
        tally.cases.map { Case(contract: number, totals: $0, isSeen: $0.count > 0) }
      }, of: check.contracts, at: \.item.origin)
    for (number, contract) in check.contracts.enumerated() {
      // Types named on the command line have keys of their own.
      let seen = Set(
        check.totals.endpoints.lazy
          .filter { $0.key.contract == number && $0.totals.payloadCount > 0 }
          .map { check[$0.key].target })
      endpoints += contract.endpoints.enumerated().map { position, endpoint in
        Endpoint(
          key: EndpointKey(contract: number, number: position),
          isSeen: seen.contains(.endpoint(endpoint.selector)))
      }
    }
  }

  /// Returns the items of one kind, each once.
  private static func once<Totals>(
    _ found: [Item<Totals>], of contracts: [Contract], at origin: (Totals) -> Origin
  ) -> [Item<Totals>] {
    var (items, numbers): ([Item<Totals>], [Place: Int]) = ([], [:])
    for item in found {
      let contract = contracts[item.contract]
      guard let place = Place(origin(item.totals), in: contract) else { continue }
      guard let number = numbers[place] else {
        numbers[place] = items.count
        items.append(item)
        continue
      }
      let isSeen = items[number].isSeen || item.isSeen
      let isOwn = MemberName(contract.path) == place.place.path
      if isOwn, items[number].contract != item.contract { items[number] = item }
      items[number].isSeen = isSeen
    }
    return items
  }
}

extension CaptureCheck {
  package var coverage: ContractCoverage { ContractCoverage(self) }

  /// Whether anything was checked against a contract: a mapped key that was present, or a value of
  /// a type without keys that does not admit every value.
  package var hasJudged: Bool {
    tallies.contains { $0?.hasSeenKeys ?? false }
      || totals.endpoints.contains { key, totals in
        totals.payloadCount > totals.emptyCount && judgesWithoutKeys(key)
      }
  }

  private func judgesWithoutKeys(_ key: EndpointKey) -> Bool {
    let place = self[key]
    if case .type(_, let value) = place.target { return value.isJudgedWithoutKeys }
    return switch place.endpoint?.body {
    case .value(let value): value.isJudgedWithoutKeys
    case .map(let lines): lines.isEmpty
    case .absent: true
    case nil: false
    }
  }
}

extension ConstrainedType {
  /// Whether a value can break a rule even though no line reads a key of it.
  fileprivate var isJudgedWithoutKeys: Bool { !constraints.isEmpty || type.isJudgedWithoutKeys }
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
