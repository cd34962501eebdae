package import ContractModel
import JSONParsing

/// A contract with a typical mistake at one place.
package struct ContractMutant: Sendable {
  package enum Change: String, CaseIterable, Sendable {
    case leftOut = "left out"
    /// Another key, or another property.
    case key, property
    /// Text for a number, a number for text, an array for a single value or the reverse.
    case type
    /// An optional key is required, or the reverse; the same for null.
    case optional, null
    /// A range, length, count or pattern is missing.
    case constraint
    /// One of the listed values is missing.
    case listed = "list"
    /// A case, or an identity, is missing.
    case `case`, identity
  }

  package let change: Change
  /// The mapping or endpoint: `User`.
  package let owner: String
  /// The place of the mistake: `User.mail`; `User, identity`; `User, case 2`.
  package let title: String
  /// The changed line or mapping.
  package let origin: Origin
  package let contract: Contract
}

/// Makes the mutants of a mapping or an endpoint of a contract: for each line, case and identity.
struct ContractMutants {
  /// The mutants, in the order of the file; those that lint rejects are left out.
  private(set) var mutants: [ContractMutant] = []
  private let contract: Contract

  init(_ contract: Contract, of owner: ContractReach.Owner) {
    self.contract = contract
    switch owner {
    case .mapping(let name):
      for number in contract.mappings.indices where contract.mappings[number].name == name {
        changeLines(of: name.text, at: \.mappings[number].lines)
        for position in contract.mappings[number].cases.indices {
          changeLines(of: name.text, at: \.mappings[number].cases[position].use.addedLines)
        }
        changeMapping(number)
      }
    case .endpoint(let selector):
      for number in contract.endpoints.indices {
        guard contract.endpoints[number].selector == selector else { continue }
        changeLines(of: selector.description, at: \.endpoints[number].body.lines)
      }
    }
    mutants.sort {
      ($0.origin.range.lowerBound, $0.change.rank) < ($1.origin.range.lowerBound, $1.change.rank)
    }
  }

  private mutating func add(
    _ change: ContractMutant.Change, of owner: String, _ part: String, _ origin: Origin,
    _ contract: Contract
  ) {
    guard contract != self.contract, !contract.hasErrors else { return }
    mutants.append(
      ContractMutant(
        change: change, owner: displayed(owner), title: displayed(owner + part), origin: origin,
        contract: contract))
  }

  private mutating func changeMapping(_ number: Int) {
    let mapping = contract.mappings[number]
    if !mapping.identifiedBy.isEmpty {
      var changed = contract
      changed.mappings[number].identifiedBy = []
      add(.identity, of: mapping.name.text, ", identity", mapping.origin, changed)
    }
    for position in mapping.cases.indices {
      var changed = contract
      changed.mappings[number].cases.remove(at: position)
      add(
        .case, of: mapping.name.text, ", case \(position + 1)", mapping.cases[position].origin,
        changed)
    }
  }

  private mutating func changeLines(
    of owner: String, at lines: WritableKeyPath<Contract, [PropertyLine]>
  ) {
    for (position, line) in contract[keyPath: lines].enumerated() {
      let name = line.property?.description ?? line.source.description
      for (change, others) in Self.changes(of: line) {
        var changed = contract
        changed[keyPath: lines].replaceSubrange(position...position, with: others)
        add(change, of: owner, ".\(name)", line.origin, changed)
      }
    }
  }

  private static func changes(
    of line: PropertyLine
  ) -> [(ContractMutant.Change, [PropertyLine])] {
    var changes: [(ContractMutant.Change, [PropertyLine])] = [(.leftOut, [])]
    func add(_ change: ContractMutant.Change, _ edit: (inout PropertyLine) -> Void) {
      var changed = line
      edit(&changed)
      changes.append((change, [changed]))
    }
    add(.key) { line in
      guard case .segment(let name)? = line.source.steps.last else { return }
      line.source.steps[line.source.steps.count - 1] = .segment(MemberName(name.text + "_"))
    }
    add(.property) { line in
      guard let name = line.property?.names.last else { return }
      line.property?.names.removeLast()
      line.property?.names.append(MemberName(name.text + "_"))
    }
    add(.optional) { $0.isOptional.toggle() }
    add(.null) { $0.value.allowsNull.toggle() }
    add(.type) { line in
      guard let other = line.value.type.mistaken else { return }
      (line.value.type, line.value.constraints, line.defaultValue) = (other, [], nil)
    }
    for position in line.value.constraints.indices {
      add(.constraint) { $0.value.constraints.remove(at: position) }
    }
    if case .union(let types) = line.value.type {
      for position in types.indices {
        guard case .literal = types[position] else { continue }
        var others = types
        others.remove(at: position)
        add(.listed) { $0.value.type = others.count == 1 ? others[0] : .union(others) }
      }
    }
    return changes
  }
}

extension ContractMutant.Change {
  fileprivate var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension ValueType {
  /// The type that is typically confused with this one.
  fileprivate var mistaken: ValueType? {
    switch self {
    case .scalar(let scalar): .scalar(ScalarType(scalar.name == .string ? .int : .string))
    case .literal(let literal):
      .scalar(ScalarType(literal.kind == .string ? .int : .string))
    case .mapping: .array(of: ConstrainedType(self))
    case .array(let element): element.type
    case .set(let element): .array(of: element)
    case .dictionary, .keyed: nil
    case .union: .scalar(ScalarType(acceptedKinds.contains(.string) ? .int : .string))
    }
  }
}
