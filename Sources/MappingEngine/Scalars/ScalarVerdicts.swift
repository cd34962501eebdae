package import ContractModel
package import JSONParsing

/// The verdicts of a contract's types on a single value, whichever line the value belongs to.
package struct ScalarVerdicts: Sendable {
  private let reader: ScalarReader
  /// The values of the plan, in the order of `types`.
  private let values: [Int32]
  /// The types of lines, elements and alternatives that depend on the value: neither collections,
  /// nor literals, nor texts without constraints.
  package let types: [ConstrainedType]

  package init(_ contract: Contract) {
    let reader = Mapper(contract).reader
    let tables = reader.plan.tables
    /// Everything that decides how a value is read.
    struct Reading: Hashable {
      var type: ConstrainedType
      var isLenient: Bool
      var trims: Bool
    }
    var known: Set<Reading> = []
    values = (0..<Int32(tables.values.count)).filter { number in
      let (value, type) = (tables.values[number], tables.sourceTypes[number])
      switch value.kind {
      case .mapping, .array, .set, .dictionary, .keyed, .listOrObject, .literal, .any: return false
      case .string where type.constraints.isEmpty: return false
      default:
        let reading = Reading(type: type, isLenient: value.isLenient, trims: value.trims)
        return known.insert(reading).inserted
      }
    }
    self.reader = reader
    types = values.map { tables.sourceTypes[$0] }
  }

  /// Returns the rule that a value breaks by each type; `nil` if it breaks none.
  package func rules(brokenBy value: JSONValue) -> [RuleID?] {
    values.map { number in
      switch reader.read(number, value.node, in: value.document, as: NoValue.self) {
      case .value, .null: nil
      case .newValue(_, let problem), .failed(let problem): problem.rule
      }
    }
  }

  /// The names in all key paths that lines and cases read.
  package var keys: Set<MemberName> {
    Set(
      reader.plan.tables.paths.flatMap(\.steps).compactMap { step in
        if case .segment(let name) = step { name } else { nil }
      })
  }

  /// The literals of types and cases.
  package var literals: [Literal] { reader.plan.tables.literals }
}
