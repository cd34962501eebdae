package import ContractModel
package import JSONParsing

/// The answers of an app's mappers to the faults of each line of a contract, as measured by their
/// tests.
///
///     tolerance.answer(to: .null, of: "User.mail")     // .refuses
///
/// It contains no values, dates or places: the same code writes the same bytes.
package struct MeasuredTolerance: Equatable, Sendable {
  package static let fileSuffix = ".tolerance.json"
  static let formatVersion = 1

  /// The contract's name.
  package let contract: MemberName
  /// The digest of the contract against which the mappers were checked.
  package let digest: String
  /// The answers, by the payloads' targets, `[User]`, and by the lines' names, `User.mail`.
  package private(set) var mappers: [MemberName: [MemberName: [FoldedFault: FaultAnswer]]] = [:]

  /// Creates a tolerance without measurements.
  package init(of contract: Contract) {
    (self.contract, digest) = (contract.name, contract.digest.text)
  }

  init(contract: MemberName, digest: String) { (self.contract, self.digest) = (contract, digest) }

  /// Notes a mapper's answer to a fault; of several answers, the worst one counts.
  package mutating func note(
    _ answer: FaultAnswer, to fault: FoldedFault, of line: MemberName, as target: MemberName
  ) {
    let known = mappers[target]?[line]?[fault]
    mappers[target, default: [:]][line, default: [:]][fault] = max(known ?? answer, answer)
  }

  /// Adds the measurements of another tolerance of the same contract.
  package mutating func merge(_ other: MeasuredTolerance) {
    for (target, lines) in other.mappers {
      for (line, answers) in lines {
        for (fault, answer) in answers { note(answer, to: fault, of: line, as: target) }
      }
    }
  }

  /// Returns the worst answer of the mappers; `nil` if none was tried on the fault.
  package func answer(to fault: FoldedFault, of line: MemberName) -> FaultAnswer? {
    mappers.values.compactMap { $0[line]?[fault] }.max()
  }
}

extension MemberName {
  /// Creates the name of a line in a tolerance: `User.mail`.
  ///
  /// - Parameter owner: The line's mapping, or its endpoint.
  package init(ofLine line: PropertyLine, of owner: String) {
    self.init("\(owner).\(line.property?.description ?? line.source.description)")
  }
}

/// The names of a contract's lines, by their places.
package struct LineNames: Sendable {
  private var names: [Origin.Place: MemberName] = [:]

  package init(_ contract: Contract) {
    for (line, owner) in contract.ownedLines {
      names[line.origin.place] = MemberName(ofLine: line, of: owner)
    }
  }

  /// The name of a line; `nil` if the contract does not have the line.
  package subscript(line: PropertyLine) -> MemberName? { names[line.origin.place] }
}
