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
    var known: [MemberName: [Item]] = Dictionary(
      grouping: onlyOld, by: { Self.key($0, old) })
    var left = Self.items(new)
    // Endpoints with the same statuses are paired before those that only share some.
    for isPair in [{ $0.statuses == $1.statuses }, { $0.overlaps($1) }] as [(Item, Item) -> Bool] {
      left.removeAll { item in
        let key = Self.key(item, new)
        guard let match = known[key]?.firstIndex(where: { isPair($0, item) }),
          let other = known[key]?.remove(at: match)
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

  /// Returns the method, host, path and conditions as a key, without the names of the path's
  /// parameters.
  private static func key(_ item: Item, _ side: DiffSide) -> MemberName {
    let contract = side.contracts[item.contract]
    switch item.endpoint.selector {
    case .event(let name): return MemberName("event \(name.text)")
    case .http(let selector), .request(let selector):
      var bare = selector
      bare.statuses = []
      bare.path = PathPattern(
        segments: contract.basePathSegments.map { [.text($0)] } + selector.path.shape)
      let kind = item.endpoint.selector.isRequest ? "request" : "response"
      return MemberName("\(kind) \(contract.host?.value ?? "") \(bare)")
    }
  }
}

extension EndpointPairs.Item {
  fileprivate var statuses: Set<StatusMatcher> {
    let stated = endpoint.selector.http?.statuses ?? []
    return Set(stated.isEmpty ? [.hundred(2)] : stated)
  }

  /// Returns whether the two endpoints share a status.
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
