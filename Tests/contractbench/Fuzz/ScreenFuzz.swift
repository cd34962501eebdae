import CaptureChecking
import CaptureSources
import ContractModel
import Generation
import JSONParsing
import MappingEngine

/// The part of `contractbench fuzz` that checks mutated records with a screen in front of the engine
/// and without one: each record has to be told of alike, and all of them counted alike.
enum ScreenFuzz {
  static func run(_ count: Int, _ seed: UInt64) throws {
    for (name, contract, type, record) in [
      (
        "small records", FuzzedRecord.contract, "Record",
        { FuzzedRecord(seed: seed, number: $0).bytes }
      ),
      ("users", ShapedRecords.users.contract(), "User", { mutated(.users, $0, seed) }),
      ("wide records", ShapedRecords.issues.contract(), "Issue", { mutated(.issues, $0, seed) }),
    ] as [(String, String, MemberName, (Int) -> [UInt8])] {
      let share = name == "wide records" ? count / 10 : count / 2
      try compare(name, contract, type, share, seed, record)
    }
  }

  private static func mutated(_ records: ShapedRecords, _ number: Int, _ seed: UInt64) -> [UInt8] {
    let record = records.record(number / 4 % 1_000)
    guard number % 4 > 1 else { return record }
    var mutation = FuzzMutation(seed: seed, number: number)
    return mutation.mutated(record)
  }

  private static func compare(
    _ name: String, _ contract: String, _ type: MemberName, _ count: Int, _ seed: UInt64,
    _ record: (Int) -> [UInt8]
  ) throws {
    let set = ContractSet(
      paths: ["m.contract.json"], files: FuzzedFile(bytes: Array(contract.utf8)))
    guard set.isUsable else { throw FuzzFailure("the contract of \(name) is wrong: \(set.errors)") }
    var options = CheckOptions()
    options.bareTarget = CheckOptions.NamedTarget(
      contract: 0,
      target: .type(root: .representation, ValueRule(.mapping(Located(type)))))
    var screened = CaptureCheck(set.contracts, options: options)
    options.isScreened = false
    var judged = CaptureCheck(set.contracts, options: options)
    var reader = CaptureReader(format: .ndjson)
    for number in 0..<count {
      let bytes = record(number)
      for isScreened in [true, false] {
        _ = reader.read(CaptureInput(file: "m.ndjson"), from: ResumedSource(bytes)) {
          isScreened ? screened.check($0, $1) : judged.check($0, $1)
        }
      }
      guard screened.totals.foundCount == judged.totals.foundCount else {
        throw FuzzFailure(
          "\(name) \(number) of seed \(seed): the screen hides a violation of "
            + String(decoding: bytes, as: UTF8.self))
      }
    }
    let (found, wanted) = (screened.tally(ofContract: 0), judged.tally(ofContract: 0))
    guard found?.contents == wanted?.contents,
      screened.totals.payloadCount == judged.totals.payloadCount
    else { throw FuzzFailure("\(name) of seed \(seed): the screen counts otherwise") }
    print(
      "fuzz: \(count) \(name), seed \(seed): \(screened.screenedCount) passed the screen;",
      "violations and counts are the engine's")
  }
}
