import ContractModel
import DiffLaws
import Generation
import JSONParsing
import MappingEngine
import TestSupport
import Testing

@testable import ContractDiff

@Suite("Which lines of a contract matter")
struct StrengthTests {
  private static func contract(_ text: String) throws -> Contract {
    try OneContract.contract(text)
  }

  private static func payload(
    _ json: String, _ contract: Contract
  ) throws -> ContractStrength.Payload {
    let selector = try #require(contract.endpoints.first?.selector)
    return ContractStrength.Payload(
      MappingTarget(.endpoint(Located(selector))), try JSONDocument(parsing: json), nil)
  }

  /// A line of text for each row: the noticed and the unnoticed changes.
  private static func text(_ strength: ContractStrength) -> [String] {
    strength.rows.map { row in
      let words = { (changes: [ContractMutant.Change]) in
        changes.map(\.rawValue).joined(separator: ", ")
      }
      return "\(row.title): \(words(row.noticed)) / \(words(row.unnoticed))"
        + (row.isUnseen ? " unseen" : "")
    }
  }

  @Test("A payload notices a change by which it breaks another rule")
  func payloads() throws {
    let contract = try Self.contract(
      """
      { "contract": 1, "endpoints": { "GET /users/:id": "User" },
        "mappings": {
          "User": { "identifiedBy": "id", "map": {
            "id": "Int", "mail?": "String length 1...", "state": "'a' | 'b'", "nick?": "String?" } } } }
      """)
    let strength = ContractStrength(
      of: contract, payloads: [try Self.payload(#"{"id":1,"state":"b","mail":"x"}"#, contract)],
      passes: { _, _ in [] })
    #expect(
      Self.text(strength) == [
        "User, identity:  / identity",
        "User.id: key, type / optional, null",
        "User.mail: key, type / left out, property, optional, null, constraint",
        "User.state: key, type, list / left out, property, optional, null, list",
        "User.nick: optional / left out, key, property, type, null unseen",
      ])
    #expect(strength.mattering == 4)
    #expect(strength.noticedCount == 8)
    #expect(strength.byPayloads == 8)
    #expect(strength.byExamples == 0)
  }

  @Test("An example notices what a payload cannot: a renamed property, and an omitted line")
  func examples() throws {
    let contract = try Self.contract(
      """
      { "contract": 1, "endpoints": { "GET /a": "A" },
        "mappings": { "A": { "map": { "n": "Int", "m": "Int" } } },
        "examples": [
          { "name": "one", "json": { "n": 1, "m": 2 }, "endpoint": "GET /a" },
          { "name": "two", "json": { "n": 1, "m": 2 }, "endpoint": "GET /a" } ] }
      """)
    let strength = ContractStrength(of: contract, payloads: []) { contract, _ in
      [contract.mappings[0].lines.first?.property == PropertyPath(["n"]), false]
    }
    #expect(
      Self.text(strength) == [
        "A.n: left out, property / key, type, optional, null unseen",
        "A.m:  / left out, key, property, type, optional, null unseen",
      ])
    #expect(strength.byExamples == 2)
  }

  @Test(
    "A change that makes the contract accept or reject a payload is always noticed",
    .enabled(if: TestDepth.isFull),
    arguments: DrawnContract.seeds(8))
  func complete(seed: UInt64) throws {
    let contract = try #require(DrawnContract(seed: seed).contract)
    let payloads = contract.endpoints.flatMap { endpoint -> [ContractStrength.Payload] in
      let target = ContractExample.Target.endpoint(Located(endpoint.selector))
      guard !endpoint.selector.isRequest,
        let cases = GeneratedCases(contract, target: target, seed: Seed(3))
      else { return [] }
      let count = cases.count(of: .cell) ?? 0
      let drawn = (0..<5).map { cases[.valid, $0].payload }
      let broken = stride(from: 0, to: count, by: max(1, count / 10)).map {
        cases[.cell, $0].payload
      }
      return (drawn + broken).compactMap { payload in
        (try? JSONDocument(parsing: payload.bytes)).map {
          ContractStrength.Payload(MappingTarget(target), $0, nil)
        }
      }
    }
    let strength = ContractStrength(of: contract, payloads: payloads, passes: { _, _ in [] })
    let targets = Array(Set(payloads.map(\.target)))
    let mapper = Mapper(contract, as: targets)
    let mutants = ContractReach.Owner.all(contract).flatMap {
      ContractMutants(contract, of: $0).mutants
    }
    #expect(mutants.count == strength.changeCount)
    var differing: [Origin.Place: [ContractMutant.Change: Int]] = [:]
    for mutant in mutants {
      let changed = Mapper(mutant.contract, as: targets)
      let isTold = payloads.contains {
        mapper.admits($0.document, as: $0.target) != changed.admits($0.document, as: $0.target)
      }
      if isTold { differing[mutant.origin.place, default: [:]][mutant.change, default: 0] += 1 }
    }
    #expect(!differing.isEmpty)
    for row in strength.rows {
      for (change, count) in differing[row.origin.place] ?? [:] {
        #expect(row.noticed.count { $0 == change } >= count, "\(row.title) \(change)")
      }
    }
  }

  private struct Files: ContractFiles {
    func contract(at path: String) -> [UInt8]? { PackageFiles.bytes(at: path) }
    func hasFixture(_ name: String, forContractAt path: String) -> Bool { true }
    func fixture(_ name: String, forContractAt path: String) -> [UInt8]? { nil }
  }

  @Test("What a mapping or endpoint can affect has the same mutants as the whole contract")
  func parts() throws {
    let names = ["articles", "partial-users", "subscriptions"]
    let contracts =
      try names.map { try Contract(at: "Contracts/\($0).contract.json", files: Files()) }
      + DrawnContract.seeds(8).compactMap { DrawnContract(seed: $0).contract }
    for contract in contracts {
      for owner in ContractReach.Owner.all(contract) {
        let titles = { (contract: Contract) in
          ContractMutants(contract, of: owner).mutants.map { "\($0.title), \($0.change)" }
        }
        let part = ContractReach(contract).surroundings(of: owner)
        #expect(!part.hasErrors)
        #expect(titles(part) == titles(contract))
      }
    }
  }
}
