import ContractModel
import Foundation
import Generation
import JSONParsing
import MappingEngine
import TestSupport

/// `contractbench fuzz [CONTRACTS RECORDS [SEED]]`: tries mutated contracts, none of which may
/// trap, and mutated records, whose verdicts have to equal those of a JSON reader that shares no
/// code with this package.
///
/// A case depends only on the seed and its number, so that each can be reproduced.
enum FuzzBenchmark {
  static func run(_ arguments: [String]) throws {
    let numbers = arguments.compactMap { UInt64($0) }
    guard numbers.count == arguments.count, [0, 2, 3].contains(numbers.count) else {
      throw FuzzFailure("usage: contractbench fuzz [CONTRACTS RECORDS [SEED]]")
    }
    let seed = numbers.count > 2 ? numbers[2] : 1
    try fuzzContracts(Int(numbers.first ?? 100_000), seed)
    try fuzzRecords(Int(numbers.dropFirst().first ?? 1_000_000), seed)
    try ScreenFuzz.run(Int(numbers.dropFirst().first ?? 1_000_000), seed)
  }

  // MARK: - Contracts

  private static func fuzzContracts(_ count: Int, _ seed: UInt64) throws {
    let files = try PayloadFile.all(
      below: PackageFolder.root.appending(path: "Contracts"), ending: Contract.fileSuffix)
    guard !files.isEmpty else { throw FuzzFailure("there are no contracts") }
    var (acceptedCount, mappedCount) = (0, 0)
    for number in 0..<count {
      var mutation = FuzzMutation(seed: seed, number: number)
      let bytes = mutation.mutated(files[number % files.count].bytes)
      let set = ContractSet(paths: ["m.contract.json"], files: FuzzedFile(bytes: bytes))
      for error in set.errors where error.range.upperBound > bytes.count {
        throw FuzzFailure("contract \(number) of seed \(seed): a place behind the file: \(error)")
      }
      guard set.isUsable, let contract = set.contracts.first else { continue }
      acceptedCount += 1
      mappedCount += try mapSimplest(of: contract, number, seed)
    }
    print(
      "fuzz: \(count) mutated contracts of \(files.count) files, seed \(seed):",
      "\(acceptedCount) accepted, \(count - acceptedCount) refused;",
      "\(mappedCount) simplest payloads of accepted ones mapped")
  }

  /// Maps the simplest payload of each mapping of a contract, and the same payload with a few
  /// changed bytes.
  ///
  /// - Returns: The number of payloads.
  private static func mapSimplest(
    of contract: Contract, _ number: Int, _ seed: UInt64
  ) throws -> Int {
    var payloads = CanonicalPayloads(contract, mostValues: 2_000)
    let rules = contract.mappings.map { ConstrainedType(.mapping(Located($0.name))) }
    let targets = rules.map { MappingTarget.type(root: .representation, $0) }
    let mapper = Mapper(contract, as: targets)
    var count = 0
    for (rule, target) in zip(rules, targets) {
      guard let document = payloads.payload(of: rule) else { continue }
      count += 1
      var store = ObjectStore()
      let result = mapper.map(document, as: target, into: &store)
      guard mapper.admits(document, as: target) == result.isAdmitted else {
        throw FuzzFailure(
          "contract \(number) of seed \(seed): two verdicts on \(document.root.text())")
      }
      var mutation = FuzzMutation(seed: seed ^ 0x7061_796c, number: number &+ count)
      guard let mutant = try? JSONDocument(parsing: mutation.mutated(Array(document.bytes))) else {
        continue
      }
      _ = mapper.map(mutant, as: target, into: &store)
    }
    return count
  }

  // MARK: - Records

  private static func fuzzRecords(_ count: Int, _ seed: UInt64) throws {
    let set = ContractSet(
      paths: ["m.contract.json"], files: FuzzedFile(bytes: Array(FuzzedRecord.contract.utf8)))
    guard let contract = set.contracts.first, set.isUsable else {
      throw FuzzFailure("the contract of the records is wrong: \(set.errors)")
    }
    let target = MappingTarget.type(
      root: .representation, ConstrainedType(.mapping(Located("Record"))))
    let mapper = Mapper(contract, as: target)
    var (admittedCount, brokenCount, findingCount) = (0, 0, 0)
    for number in 0..<count {
      let bytes = FuzzedRecord(seed: seed, number: number).bytes
      let expected = FuzzedRecord.verdict(on: bytes)
      let found = verdict(on: bytes, mapper, target)
      guard found == expected else {
        throw FuzzFailure(
          "record \(number) of seed \(seed): expected \(expected), found \(found): "
            + String(decoding: bytes, as: UTF8.self))
      }
      switch expected {
      case .noJSON: brokenCount += 1
      case .findings(let findings):
        admittedCount += findings.isEmpty ? 1 : 0
        findingCount += findings.total
      }
    }
    print(
      "fuzz: \(count) mutated records, seed \(seed): \(admittedCount) admitted,",
      "\(count - admittedCount - brokenCount) refused with \(findingCount) violations,",
      "\(brokenCount) refused as no JSON; all as an independent reader of the JSON says")
  }

  /// Returns the engine's verdict on a record.
  private static func verdict(
    on bytes: [UInt8], _ mapper: Mapper, _ target: MappingTarget
  ) -> FuzzVerdict {
    guard let document = try? JSONDocument(parsing: bytes) else { return .noJSON }
    var store = ObjectStore()
    var findings = FuzzVerdict.Findings()
    for violation in mapper.map(document, as: target, into: &store).violations
    where violation.severity == .error {
      switch violation.rule {
      case .missingKey: findings.missing += 1
      case .nullValue: findings.null += 1
      default: findings.wrong += 1
      }
    }
    return .findings(findings)
  }
}

/// A verdict on a record: not JSON, or the numbers of invalid absent values, nulls and values of
/// another kind.
enum FuzzVerdict: Equatable {
  struct Findings: Equatable {
    var missing = 0
    var null = 0
    var wrong = 0

    var total: Int { missing + null + wrong }
    var isEmpty: Bool { total == 0 }
  }

  case noJSON
  case findings(Findings)
}

/// The reason why a run of the fuzz failed.
struct FuzzFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// One contract file in memory.
struct FuzzedFile: ContractFiles {
  var bytes: [UInt8]

  func contract(at path: String) throws -> [UInt8]? { path == "m.contract.json" ? bytes : nil }

  func hasFixture(_ name: String, forContractAt path: String) -> Bool { true }

  func fixture(_ name: String, forContractAt path: String) -> [UInt8]? { nil }
}
