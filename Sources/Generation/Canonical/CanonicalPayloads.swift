package import ContractModel
package import JSONParsing

extension Contract {
  /// Returns the simplest valid payload of a type: the base of every fault, and the aim of every
  /// shrink.
  ///
  /// Each mapped member is present, in the contract's order; nullable values are not null;
  /// collections have one element, or as many as they must. Recursion is cut at the first mapping
  /// that repeats: its member is absent, or else null, or else an empty collection. Identities are
  /// 1, 2, 3, other numbers 10, 11, 12 or the first positive ones of their range, flags true, texts
  /// `a`, `b`, `c` or the first that the pattern admits, dates the first days of 2000; an `example`
  /// is used as it is. Each value therefore identifies its place, and is no default value of a
  /// mapper.
  ///
  /// - Returns: `nil` if there is no such payload, which is an error of the contract, or if it has
  ///   more than 100,000 values.
  package func canonicalPayload(of value: ConstrainedType) -> JSONDocument? {
    var payloads = CanonicalPayloads(self)
    return payloads.payload(of: value)
  }

  /// Returns the simplest valid payload of an endpoint; `nil` as for `canonicalPayload(of:)`.
  package func canonicalPayload(of endpoint: Endpoint) -> JSONDocument? {
    var payloads = CanonicalPayloads(self)
    return payloads.payload(of: .endpoint(Located(endpoint.selector)))
  }

  /// Returns the simplest valid representation of a mapping; `nil` as for `canonicalPayload(of:)`.
  package func canonicalPayload(ofMapping name: MemberName) -> JSONDocument? {
    canonicalPayload(of: ConstrainedType(.mapping(Located(name))))
  }
}

/// The simplest valid payloads of one contract: what the generator makes if nothing is random. The
/// contract is analysed once for all of them.
package struct CanonicalPayloads: Sendable {
  package static let mostValues = PayloadGenerator.largestValueCount

  private let start: DrawPlanBuilder
  private let mostValues: Int
  /// Whether the last payload was not made, or not completely, because it would be too large.
  package private(set) var isTooLarge = false

  package init(_ contract: Contract, mostValues: Int = mostValues) {
    start = DrawPlanBuilder(contract, isForDrawing: false)
    self.mostValues = mostValues
  }

  /// Returns the simplest valid payload of a type; `nil` as for `canonicalPayload(of:)`.
  package mutating func payload(of value: ConstrainedType) -> JSONDocument? {
    payload(of: .type(root: .representation, value))
  }

  /// Returns the simplest valid payload of a target in which mappings use other cases than their
  /// first; `choices` has the cases' positions, by mapping. `nil` as for `canonicalPayload(of:)`,
  /// if the contract has no such endpoint, and if it is nested deeper than documents may be.
  package mutating func payload(
    of target: ContractExample.Target, choosing choices: [MemberName: Int] = [:]
  ) -> JSONDocument? {
    tree(of: target, choices).flatMap { try? JSONDocument(parsing: $0.bytes) }
  }

  mutating func canMake(_ value: ConstrainedType) -> Bool {
    tree(of: .type(root: .representation, value), [:]) != nil
  }

  private mutating func tree(
    of target: ContractExample.Target, _ choices: [MemberName: Int]
  ) -> PayloadTree? {
    var builder = start
    builder.choices = choices
    var generator = PayloadGenerator(DrawPlan(builder.compile(target)), mostValues: mostValues)
    let tree = generator.canonicalPayload()
    isTooLarge = generator.isTooLarge
    return tree
  }
}
