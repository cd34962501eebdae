import ContractModel
import JSONParsing

/// The same identity at every two places that have one: in two objects of the same type, which then
/// are one object, or in two objects of different types, which stay two.
struct IdentityPairs: Sendable {
  struct Pair: Sendable {
    var base: Int
    var first: Int
    var second: Int
    /// Whether the other values differ.
    var isOther: Bool
  }

  /// The maximum number of places of a base; further places are not used.
  static let roleLimit = 100

  private let bases: [FaultBase]
  private let roles: [[IdentityRole]]
  let pairs: [Pair]

  init(_ bases: [FaultBase]) {
    self.bases = bases
    let roles = bases.map { Array(IdentityRole.all(in: $0).prefix(Self.roleLimit)) }
    self.roles = roles
    var seen: Set<MemberName> = []
    var pairs: [Pair] = []
    for base in bases.indices {
      for second in roles[base].indices {
        for first in 0...second {
          let (one, two) = (roles[base][first], roles[base][second])
          guard one.pairs(with: two, in: bases[base]),
            seen.insert(MemberName("\(one.key)\n\(two.key)")).inserted
          else { continue }
          pairs += [false, true].map {
            Pair(base: base, first: first, second: second, isOther: $0)
          }
        }
      }
    }
    self.pairs = pairs
  }

  func id(_ index: Int) -> String {
    let pair = pairs[index]
    let (one, two) = (roles[pair.base][pair.first], roles[pair.base][pair.second])
    return "identity-pair:\(pair.isOther ? "other" : "same")"
      + "@\(one.path)+\(two.path)\(bases[pair.base].label)"
  }

  subscript(index: Int) -> GeneratedCase {
    let pair = pairs[index]
    let base = bases[pair.base]
    let (one, two) = (roles[pair.base][pair.first], roles[pair.base][pair.second])
    let values = pair.isOther ? "other" : "the same"
    let place = pair.first == pair.second ? "twice" : "and \(two.path)"
    return GeneratedCase(
      id: id(index), name: "the same identity at \(one.path) \(place), with \(values) values",
      phase: .identityPair, base: base, line: two.line,
      payload: { base.tree(with: [one.edit(making: two, in: base, isOther: pair.isOther)]) })
  }
}
