import CaptureChecking
import CaptureSources
import ContractModel
import Generation
import JSONParsing
import MappingEngine
import RecordScreening

/// The part of `contractbench fuzz` that checks mutated records with a screen in front of the
/// engine, by each kernel of this machine, and without a screen. The reports on each record, and
/// the counts of all records, have to be equal.
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
      target: .type(root: .representation, ConstrainedType(.mapping(Located(type)))))
    let kernels = ScreenKernel.allCases.filter(\.isAvailable)
    var screened = kernels.map { kernel in
      options.screen = kernel
      return CaptureCheck(set.contracts, options: options)
    }
    options.screen = nil
    var judged = CaptureCheck(set.contracts, options: options)
    var reader = CaptureReader(format: .ndjson)
    for number in 0..<count {
      let bytes = record(number)
      _ = reader.read(CaptureInput(file: "m.ndjson"), from: ResumedSource(bytes)) {
        judged.check($0, $1)
      }
      for (index, kernel) in kernels.enumerated() {
        _ = reader.read(CaptureInput(file: "m.ndjson"), from: ResumedSource(bytes)) {
          screened[index].check($0, $1)
        }
        guard screened[index].totals.foundCount == judged.totals.foundCount else {
          throw FuzzFailure(
            "\(name) \(number) of seed \(seed): the screen by \(kernel) hides a violation of "
              + String(decoding: bytes, as: UTF8.self))
        }
      }
    }
    for (check, kernel) in zip(screened, kernels) {
      let (found, wanted) = (check.tally(ofContract: 0), judged.tally(ofContract: 0))
      guard found?.contents == wanted?.contents,
        check.totals.payloadCount == judged.totals.payloadCount
      else {
        throw FuzzFailure("\(name) of seed \(seed): the screen by \(kernel) counts otherwise")
      }
      print(
        "fuzz: \(count) \(name), seed \(seed): \(check.screenedCount) passed the screen by \(kernel);",
        "violations and counts are the engine's")
    }
  }
}
