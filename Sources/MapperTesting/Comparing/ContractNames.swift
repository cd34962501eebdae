package import ContractModel
import JSONParsing

/// The names that a comparison may use: those of a contract's mapped properties, and of its types.
package struct ContractNames {
  /// The properties of each type; the properties of lines over a payload have the type "".
  private var properties: [MemberName: Set<PropertyPath>] = [:]
  private let types: Set<MemberName>

  /// - Parameter targets: The targets of the payloads; a key path there is a property, too.
  package init(_ contract: Contract, as targets: [ContractExample.Target] = []) {
    let index = MappingIndex(contract)
    types = Set(index.mappingsInOrder.flatMap(index.typeNames))
    for mapping in index.mappingsInOrder {
      let lines = index.allLines(of: mapping)
      let own = lines.compactMap(\.property) + index.connections(of: mapping).map(\.property)
      for type in index.typeNames(of: mapping) {
        properties[type, default: []].formUnion(own)
      }
      for line in lines { add(line.value.type, index) }
    }
    for endpoint in contract.endpoints {
      switch endpoint.body {
      case .map(let lines):
        properties["", default: []].formUnion(lines.compactMap(\.property))
        for line in lines { add(line.value.type, index) }
      case .value(let value): add(value.type, index)
      case .absent: break
      }
    }
    for case .type(let root, let value) in targets {
      let names = root.steps.compactMap { if case .segment(let name) = $0 { name } else { nil } }
      if !names.isEmpty { properties["", default: []].insert(PropertyPath(names)) }
      add(value.type, index)
    }
  }

  /// Adds the properties that take the keys of keyed collections.
  private mutating func add(_ type: ValueType, _ index: MappingIndex) {
    for (mapping, property) in type.keyed {
      for type in index[mapping].map(index.typeNames) ?? [] {
        properties[type, default: []].insert(property)
      }
    }
  }

  /// The names of the properties as a test writes them, `remoteId` and `Avatar.remoteId`, in the
  /// order of their code points.
  var propertyNames: [MemberName] {
    let names = properties.flatMap { type, properties in
      properties.flatMap { property in
        [MemberName("\(property)")] + (type == "" ? [] : [MemberName("\(type).\(property)")])
      }
    }
    return Set(names).sorted()
  }

  var typeNames: [MemberName] { types.sorted() }

  /// Returns the app's labels of the properties, and of those on the way to them.
  func labels(_ options: ComparisonOptions) -> Set<MemberName> {
    var labels: Set<MemberName> = []
    for (type, properties) in properties {
      for property in properties {
        labels.formUnion(options.labels(of: property, of: type).map { MemberName($0) })
      }
    }
    return labels
  }
}

/// A name that a test uses and that the contract does not have.
package struct UnknownName: Error {
  /// The parameter with the name: `named`, `comparing` or `reading`.
  package let parameter: String
  package let name: String
  /// The names that could have been meant.
  package let known: [String]
}

extension ComparisonOptions {
  /// Checks that the contract has every name that the options use; `labels` are the app's.
  package func check(_ names: ContractNames, reading labels: [String]) throws(UnknownName) {
    let properties = names.propertyNames
    try check("comparing", comparedNames, among: properties)
    try check("named", appNames, among: properties + names.typeNames)
    if !labels.isEmpty {
      let known = names.labels(self).sorted()
      try check("reading", labels.map { MemberName($0) }, among: known)
    }
  }

  private func check(
    _ parameter: String, _ names: [MemberName], among known: [MemberName]
  ) throws(UnknownName) {
    let all = Set(known)
    guard let name = names.first(where: { !all.contains($0) }) else { return }
    throw UnknownName(parameter: parameter, name: name.text, known: known.map(\.text))
  }
}
