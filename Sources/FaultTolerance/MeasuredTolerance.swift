package import ContractModel
package import JSONParsing

/// What mappers of an app did with the faults of each line of a contract, when their tests ran.
///
///     tolerance.answer(to: .null, of: "User.mail")     // .refuses
///
/// It has no values, dates or places: the same code writes the same bytes.
package struct MeasuredTolerance: Equatable, Sendable {
  /// The end of the names of its files.
  package static let fileSuffix = ".tolerance.json"
  /// The version of the format.
  static let formatVersion = 1

  /// The answers to the faults of a line.
  package typealias Answers = [FoldedFault: FaultAnswer]

  /// The contract's name.
  package let contract: MemberName
  /// The digest of the contract that the mappers were held against.
  package let digest: String
  /// By what the payloads were, `[User]`, and by the lines' names, `User.mail`.
  package private(set) var mappers: [MemberName: [MemberName: Answers]] = [:]

  /// Makes one of which nothing is measured.
  package init(of contract: Contract) {
    (self.contract, digest) = (contract.name, contract.digest.text)
  }

  init(contract: MemberName, digest: String) { (self.contract, self.digest) = (contract, digest) }

  /// Notes what a mapper did with a fault; of several answers the worst counts.
  package mutating func note(
    _ answer: FaultAnswer, to fault: FoldedFault, of line: MemberName, as target: MemberName
  ) {
    let known = mappers[target]?[line]?[fault]
    mappers[target, default: [:]][line, default: [:]][fault] = max(known ?? answer, answer)
  }

  /// Adds what was measured elsewhere of the same contract.
  package mutating func merge(_ other: MeasuredTolerance) {
    for (target, lines) in other.mappers {
      for (line, answers) in lines {
        for (fault, answer) in answers { note(answer, to: fault, of: line, as: target) }
      }
    }
  }

  /// What the worst of the mappers did; `nil`, if none was tried on the fault.
  package func answer(to fault: FoldedFault, of line: MemberName) -> FaultAnswer? {
    mappers.values.compactMap { $0[line]?[fault] }.max()
  }
}

extension MemberName {
  /// The name of a line in a tolerance: `User.mail`.
  ///
  /// - Parameter owner: The line's mapping, or its endpoint.
  package init(ofLine line: PropertyLine, of owner: String) {
    self.init("\(owner).\(line.property?.description ?? line.source.description)")
  }
}

/// The names of a contract's lines, by where they stand.
package struct LineNames: Sendable {
  private var names: [Origin.Place: MemberName] = [:]

  package init(_ contract: Contract) {
    for mapping in contract.mappings + contract.includedMappings {
      for line in mapping.lines + mapping.addedLines {
        names[line.origin.place] = MemberName(ofLine: line, of: mapping.name.text)
      }
    }
    for endpoint in contract.endpoints {
      guard case .map(let lines) = endpoint.body else { continue }
      for line in lines {
        names[line.origin.place] = MemberName(ofLine: line, of: endpoint.selector.description)
      }
    }
  }

  /// The name of a line; `nil` of one that the contract does not have.
  package subscript(line: PropertyLine) -> MemberName? { names[line.origin.place] }
}
