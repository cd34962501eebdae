import ContractModel
import JSONParsing

/// Pairs the contracts of two sides: by their names, and the last two if one remains on each side.
enum ContractPairs {
  static func numbers(_ old: DiffSide, _ new: DiffSide) -> [(old: Int, new: Int)] {
    var pairs: [(old: Int, new: Int)] = []
    var rest = Array(new.contracts.indices)
    var alone: [Int] = []
    for (number, contract) in old.contracts.enumerated() {
      let match =
        rest.first { new.contracts[$0].path.utf8.elementsEqual(contract.path.utf8) }
        ?? rest.filter { new.contracts[$0].name == contract.name }.max {
          contract.commonFolders(with: new.contracts[$0])
            < contract.commonFolders(with: new.contracts[$1])
        }
      guard let match else {
        alone.append(number)
        continue
      }
      rest.removeAll { $0 == match }
      pairs.append((number, match))
    }
    if alone.count == 1, rest.count == 1 { pairs.append((alone[0], rest[0])) }
    return pairs
  }
}

extension Contract {
  /// Returns how many folders have the same names, from the files upwards.
  fileprivate func commonFolders(with other: Contract) -> Int {
    let parts = { (contract: Contract) in
      contract.path.split(separator: "/").reversed().map { MemberName(String($0)) }
    }
    return zip(parts(self), parts(other)).prefix { $0 == $1 }.count
  }
}

/// Pairs the endpoints of two sides that describe the same responses, requests or events.
struct EndpointPairs {
  struct Item {
    var contract: Int
    var endpoint: Endpoint
  }

  struct Pair {
    var old: Item
    var new: Item
  }

  private(set) var pairs: [Pair] = []
  private(set) var onlyOld: [Item] = []
  private(set) var onlyNew: [Item] = []

  init(_ old: DiffSide, _ new: DiffSide) {
    onlyOld = Self.items(old)
    var known = Dictionary(grouping: onlyOld) { Self.shape($0, old) }
    var left = Self.items(new)
    // Endpoints with the same statuses are paired before those that only share some.
    for isPair in [{ $0.statuses == $1.statuses }, { $0.overlaps($1) }] as [(Item, Item) -> Bool] {
      left.removeAll { item in
        let shape = Self.shape(item, new)
        guard let match = known[shape]?.firstIndex(where: { isPair($0, item) }),
          let other = known[shape]?.remove(at: match)
        else { return false }
        pairs.append(Pair(old: other, new: item))
        return true
      }
    }
    onlyNew = left
    let paired = Set(pairs.map(\.old.endpoint.origin.place))
    onlyOld.removeAll { paired.contains($0.endpoint.origin.place) }
  }

  private static func items(_ side: DiffSide) -> [Item] {
    side.contracts.enumerated().flatMap { number, contract in
      contract.endpoints.map { Item(contract: number, endpoint: $0) }
    }
  }

  /// Returns what the endpoints of a pair have in common; an event is the same at another host.
  private static func shape(_ item: Item, _ side: DiffSide) -> Endpoint.Selector.Shape {
    var shape = item.endpoint.selector.shape(in: side.contracts[item.contract])
    if case .event = item.endpoint.selector { shape.host = "" }
    return shape
  }
}

extension EndpointPairs.Item {
  fileprivate var statuses: Set<StatusMatcher> {
    let stated = endpoint.selector.http?.statuses ?? []
    return Set(stated.isEmpty ? [.hundred(2)] : stated)
  }

  func overlaps(_ other: Self) -> Bool {
    statuses.contains { one in
      other.statuses.contains { two in
        switch (one, two) {
        case (.code(let code), let matcher), (let matcher, .code(let code)): matcher.fits(code)
        case (.hundred(let one), .hundred(let two)): one == two
        }
      }
    }
  }
}
