import ContractModel
import JSONParsing

/// A kind of payload that both sides describe: an endpoint, or a mapping that no endpoint leads to.
struct DiffTarget: Sendable {
  /// A contract and what the payload is of it.
  struct Half: Sendable {
    var contract: Contract
    /// The contract's number on its side.
    var number: Int
    var target: ContractExample.Target
    /// The endpoint that it is; `nil` of a type.
    var endpoint: Endpoint?
  }

  var old: Half
  var new: Half
  /// The target as people write it.
  var text: String
  /// The places that the payload leads to.
  var places: Set<Int> = []
  /// How many mappings it leads to: payloads of fewer are read more easily.
  var size = 0

  subscript(side: Side) -> Half { side == .old ? old : new }

  /// Whether apps send it and servers read it.
  var isRequest: Bool { new.endpoint?.selector.isRequest ?? false }
}

/// What one contract leads to, mapping by mapping.
struct ContractReach: Sendable {
  let contract: Contract
  let index: MappingIndex
  /// What a mapping's lines, cases and connections name, and what it takes over.
  private let next: [MemberName: [MemberName]]

  init(_ contract: Contract) {
    self.contract = contract
    let index = MappingIndex(contract)
    self.index = index
    var next: [MemberName: [MemberName]] = [:]
    for mapping in index.mappingsInOrder where next[mapping.name] == nil {
      next[mapping.name] = index.named(by: mapping)
    }
    self.next = next
  }

  /// The mappings that some lead to, those included.
  func mappings(from starts: [MemberName]) -> [ContractMapping] {
    var seen = Set(starts)
    var (pending, found) = (starts, [ContractMapping]())
    while let name = pending.popLast() {
      guard let mapping = index[name] else { continue }
      found.append(mapping)
      for other in next[name] ?? [] where seen.insert(other).inserted { pending.append(other) }
    }
    return found
  }

  /// The mappings that name another one.
  func referrers(to name: MemberName) -> [MemberName] {
    next.filter { $0.value.contains(name) && $0.key != name }.map(\.key).sorted()
  }

  /// The mappings that an endpoint's body names.
  static func starts(of endpoint: Endpoint) -> [MemberName] {
    switch endpoint.body {
    case .value(let value): value.type.mappings.map(\.value)
    case .map(let lines):
      lines.flatMap { line in
        line.value.type.mappings.map(\.value) + (line.deletes.map { [$0.mapping.value] } ?? [])
      }
    case .absent: []
    }
  }
}

extension MappingIndex {
  fileprivate func named(by mapping: ContractMapping) -> [MemberName] {
    let uses = dispatch(of: mapping)?.uses ?? []
    let named = uses.compactMap { use in
      if case .name(let name) = use { name.value } else { nil }
    }
    let lines = allLines(of: mapping).flatMap { $0.value.type.mappings.map(\.value) }
    let connected = connections(of: mapping).flatMap { $0.value.type.mappings.map(\.value) }
    return lines + named + connected + lineage(of: mapping).dropFirst().map(\.name)
  }
}
