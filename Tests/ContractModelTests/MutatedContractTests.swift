import ContractModel
import ContractReporting
import Foundation
import Generation
import JSONParsing
import TestSupport
import Testing

@Suite("No damage to a contract traps, or is reported outside the file")
struct MutatedContractTests {
  @Test(
    "300 contracts with one to three changed bytes are read or rejected; seeds 0 to 299",
    .enabled(if: TestDepth.isFull))
  func mutants() throws {
    let files = try PayloadFile.all(
      below: PackageFolder.root.appending(path: "Contracts"), ending: ".contract.json")
    #expect(!files.isEmpty)
    var refusedCount = 0
    for seed in 0..<300 as Range<UInt64> {
      let original = files[Int(seed % UInt64(files.count))].bytes
      let mutant = Self.mutant(original, seed)
      let set = ContractSet(paths: ["m.contract.json"], files: OneContract(bytes: mutant))
      refusedCount += set.isUsable ? 0 : 1
      for error in set.errors {
        #expect(
          error.range.lowerBound >= 0 && error.range.upperBound <= mutant.count, "seed \(seed)")
        #expect(error.position == TextPosition(offset: error.range.lowerBound, in: mutant))
      }
      #expect(!LintReport(set, style: .human).text.isEmpty)
      if let contract = set.contracts.first {
        for mapping in contract.mappings { _ = contract.canonicalPayload(ofMapping: mapping.name) }
      }
    }
    #expect(refusedCount > 100)
  }

  private static func mutant(_ original: [UInt8], _ seed: UInt64) -> [UInt8] {
    var generator = SplitMix64(seed: seed)
    var bytes = original
    let interesting = Array("{}[]:,\"\\/'?.|()<>@=0129-TtAa \n".utf8) + [0x80, 0xc3, 0xff, 0x00]
    for _ in 0..<Int.random(in: 1...3, using: &generator) {
      let offset = Int.random(in: 0..<bytes.count, using: &generator)
      let byte = interesting[Int.random(in: 0..<interesting.count, using: &generator)]
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: bytes.remove(at: offset)
      case 1: bytes.insert(byte, at: offset)
      case 2: bytes[offset] = byte
      default: bytes.swapAt(offset, Int.random(in: 0..<bytes.count, using: &generator))
      }
    }
    return bytes
  }
}
