import ContractModel
import JSONParsing

extension Contract {
  /// Returns the most lenient form of the contract that a mapper of an app may follow. It admits
  /// the tolerated faults, treats absent and null alike where the contract admits either, and omits
  /// objects that are checked but not mapped.
  ///
  /// - Parameter keepsNull: Whether a null that the contract rejects leaves the property as it is.
  func tolerating(
    _ tolerances: Tolerances, distinguishesNull: Bool, keepsNull: Bool = false
  ) -> Contract {
    taken(
      by: Lenience(
        tolerances: tolerances, distinguishesNull: distinguishesNull, keepsNull: keepsNull))
  }

  /// The contract in which all values are optional and nullable, at every depth. Its result for a
  /// payload without a value is the result that a mapper may have for a bad value.
  var toleratingLosses: Contract {
    taken(
      by: Lenience(
        tolerances: [.missing, .null, .unknownCase], distinguishesNull: false, losesElements: true))
  }

  private func taken(by lenience: Lenience) -> Contract {
    var contract = self
    contract.editLines { lines, mapping in
      for index in lines.indices { lines[index] = lenience.line(lines[index], of: mapping) }
    }
    return contract
  }

  // MARK: - Unknown cases

  /// Returns the mappings whose objects of unknown cases a mapper may accept.
  func mappingsOfUnknownCases(_ tolerances: Tolerances) -> Set<MemberName> {
    let index = MappingIndex(self)
    if tolerances.allows(.unknownCase, of: nil, in: nil) {
      return Set(index.mappingsInOrder.map(\.name))
    }
    let named = ownedLines.filter { line, owner in
      tolerances.allows(.unknownCase, of: line.property, in: MemberName(owner))
    }.flatMap { $0.line.value.type.mappings.compactMap { index[$0.value] } }
    return Set(named.flatMap(index.lineage).map(\.name))
  }

  /// Returns one contract for each other way in which a mapper may treat objects of unknown cases.
  /// In the first, they are left out, whatever the `else` says. In the second, they are mapped with
  /// the outer `map` alone, if they are tolerated and there is no `else`.
  ///
  /// - Parameter tolerated: The mappings whose objects of unknown cases are tolerated.
  func takingUnknownCases(_ tolerated: Set<MemberName>) -> [Contract] {
    let skipping = changingDispatches { dispatch, mapping in
      guard dispatch.otherwise != nil || tolerated.contains(mapping.name) else { return }
      (dispatch.otherwise, dispatch.skipsOthers) = (nil, true)
    }
    let outer = changingDispatches { dispatch, mapping in
      let hasElse = dispatch.otherwise != nil || dispatch.skipsOthers
      guard tolerated.contains(mapping.name), !hasElse, !mapping.lines.isEmpty else { return }
      dispatch.otherwise = .lines([])
    }
    // Single objects that no case fits are left out, as elements are.
    let skipped = (skipping.mappings + skipping.includedMappings)
      .filter { $0.dispatch?.skipsOthers ?? false }
    let leavingOut = skipping.taken(
      by: Lenience(tolerances: [], distinguishesNull: true, leftOut: Set(skipped.map(\.name))))
    return [leavingOut, outer].filter { $0 != self }
  }

  private func changingDispatches(
    _ change: (inout CaseDispatch, ContractMapping) -> Void
  ) -> Contract {
    let changed = { (mapping: ContractMapping) in
      guard var dispatch = mapping.dispatch else { return mapping }
      var mapping = mapping
      change(&dispatch, mapping)
      mapping.dispatch = dispatch
      return mapping
    }
    var contract = self
    contract.mappings = mappings.map(changed)
    contract.includedMappings = includedMappings.map(changed)
    return contract
  }
}

/// The changes to a contract that make it as lenient as a mapper may be.
private struct Lenience {
  let tolerances: Tolerances
  let distinguishesNull: Bool
  var keepsNull = false
  /// Whether elements may become null.
  var losesElements = false
  /// The mappings whose single objects may be left out.
  var leftOut: Set<MemberName> = []

  func line(_ line: PropertyLine, of mapping: MemberName?) -> PropertyLine {
    let allows = { tolerances.allows($0, of: line.property, in: mapping) }
    let isEither = !distinguishesNull && (line.isOptional || line.value.allowsNull)
    var line = line
    if line.isOnlyChecked {
      line.value = ConstrainedType(.scalar(ScalarType(.any)), allowsNull: true)
      (line.isOptional, line.defaultValue, line.options) = (true, nil, PropertyLine.Options())
      return line
    }
    if isEither || allows(.missing) {
      line.isOptional = true
      if line.options.missing == .fail { line.options.missing = nil }
      // An object of members around it is absent if none of them is there.
      if line.source == .representation, !line.value.type.mappings.isEmpty {
        line.value.allowsNull = true
      }
    }
    if isEither || allows(.null) {
      if keepsNull, line.nullPolicy == .reject {
        line.options.null = .keep
      } else if line.options.null == .reject {
        line.options.null = nil
      }
      line.value.allowsNull = true
    }
    if allows(.unknownCase) { line.value = line.value.withOpenLists }
    if losesElements { line.value = line.value.withNullElements }
    if case .mapping(let name) = line.value.type, leftOut.contains(name.value) {
      line.value.allowsNull = true
    }
    return line
  }
}

extension PropertyLine {
  /// Whether the line only checks objects by their lines, and maps none of them.
  var isOnlyChecked: Bool {
    property == nil && source != .representation && !value.type.mappings.isEmpty
  }
}

extension ConstrainedType {
  /// The type without constraints, with nullable elements at every depth.
  fileprivate var withNullElements: ConstrainedType {
    var open = self
    open.constraints = []
    open.type = type.changingElement { element in
      var element = element.withNullElements
      element.allowsNull = true
      return element
    }
    return open
  }

  /// The type with its lists of values open: a list names only some of the values.
  fileprivate var withOpenLists: ConstrainedType {
    var open = self
    switch type {
    case .literal, .union: open.type = type.withOpenList
    default: open.type = type.changingElement(\.withOpenLists)
    }
    return open
  }
}

extension ValueType {
  fileprivate var withOpenList: ValueType {
    let scalars = literals.compactMap { literal -> ValueType? in
      switch literal {
      case .string: .scalar(ScalarType(.string))
      case .number: .scalar(ScalarType(.decimal))
      default: nil
      }
    }
    var all = alternatives
    for scalar in scalars where !all.contains(scalar) { all.append(scalar) }
    return .union(all)
  }
}
