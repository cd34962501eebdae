package import ContractModel
package import JSONParsing
package import MappingEngine

/// Runs the examples of a contract: maps their payloads, and compares the results with the
/// expectations.
package struct ExampleVerifier<Files: ContractFiles> {
  private let contract: Contract
  private let files: Files
  private let mapper: Mapper
  /// The first names of the properties that lines of the contract set.
  private let properties: Set<MemberName>

  /// - Parameters:
  ///   - contract: A contract without errors.
  ///   - others: If the contract is a part of one, the mappings and endpoints of the other parts.
  ///   - files: The files with its fixtures.
  package init(_ contract: Contract, beside others: Contract? = nil, files: Files) {
    (self.contract, self.files) = (contract, files)
    let parts = [contract, others].compactMap(\.self)
    var paths = parts.flatMap { $0.mappings + $0.includedMappings }.flatMap(\.connections)
      .map(\.property)
    for line in parts.flatMap(\.ownedLines).map(\.line) {
      paths += line.value.type.keyed.map(\.property)
      if let property = line.property { paths.append(property) }
    }
    properties = Set(paths.compactMap(\.names.first))
    mapper = Mapper(
      contract, as: contract.statedExamples.flatMap(\.targets).map(MappingTarget.init))
  }

  package func outcomes() -> [ExampleOutcome] { contract.statedExamples.map { outcome(of: $0) } }

  package func outcome(of example: ContractExample) -> ExampleOutcome {
    var outcome = ExampleOutcome(example: example)
    do {
      var store = ObjectStore()
      for given in example.given {
        let document = try JSONDocument(parsing: try fixture(given.fixture))
        mapper.map(document, as: MappingTarget(given.target ?? example.target), into: &store)
      }
      outcome.given = store
      let document = try JSONDocument(parsing: try payload(of: example))
      let result = mapper.map(document, as: MappingTarget(example.target), into: &store)
      outcome.failures = ExampleCheck(
        example: example, result: result, isEmpty: document.root.isEmptyContainer,
        properties: properties
      ).failures()
      outcome.document = document
      outcome.result = result
    } catch let error as JSONParseError {
      outcome.failures = failures(of: error, example)
    } catch {
      outcome.failures = ["\(displayed("\(error)"))"]
    }
    return outcome
  }

  // MARK: - Payloads

  /// Returns the payloads that are mapped before the example's own payload, and then its own one.
  ///
  /// - Throws: An error if a fixture is missing or unreadable.
  package func payloads(of example: ContractExample) throws -> [[UInt8]] {
    try example.given.map { try fixture($0.fixture) } + [payload(of: example)]
  }

  private struct NoFixture: Error, CustomStringConvertible {
    var description: String
  }

  private func fixture(_ name: Located<String>) throws -> [UInt8] {
    let bytes: [UInt8]?
    do {
      bytes = try files.fixture(name.value, forContractAt: contract.path)
    } catch {
      throw NoFixture(description: "the fixture \(quoted(name.value)) cannot be read: \(error)")
    }
    guard let bytes else {
      throw NoFixture(description: "there is no fixture \(quoted(name.value))")
    }
    return bytes
  }

  private func payload(of example: ContractExample) throws -> [UInt8] {
    switch example.payload {
    case .fixture(let name): try fixture(name)
    case .json(let fragment): Array(fragment.value.text().utf8)
    }
  }

  /// Returns the failures for a payload that cannot be parsed: none, if the example expects that.
  private func failures(of error: JSONParseError, _ example: ContractExample) -> [String] {
    let expected = ExpectedViolation(rule: RuleID(error), path: InstancePath())
    if example.violations == [expected] { return [] }
    return ["the payload \(error.verdict): \(error)"]
  }
}

extension ExampleVerifier: Sendable where Files: Sendable {}

package struct ExampleOutcome: Sendable {
  package let example: ContractExample
  /// The failures, one sentence each; empty, if the example passes.
  package var failures: [String] = []
  /// The objects before the example's payload was mapped.
  package var given = ObjectStore()
  /// The payload, if it is JSON; `result` is that of mapping the payload.
  package var document: JSONDocument?
  package var result: MappingResult?

  package var isPassed: Bool { failures.isEmpty }
}
