import Foundation
import JSONParsing
import TestSupport
import Testing

/// One-edit mutants that Python's `json` accepts are accepted, and no others.
///
/// `Fixtures/mutants/verdicts.py` made the verdicts, and states the rule that derives the mutants;
/// `mutant(_:_:)` is the same rule in Swift.
@Suite("One-edit mutants of payloads are accepted exactly as Python accepts them")
struct MutantTests {
  @Test("6,000 mutants of payloads dense in syntax have Python's verdicts")
  func densePayloads() throws {
    let folder = PackageFolder.fixtures.appending(path: "mutants/payloads")
    try check(PayloadFile.all(below: folder, ending: ".json"), "payloads.txt", count: 6_000)
  }

  @Test(
    "20,000 mutants of real payloads have Python's verdicts",
    .enabled(if: Corpora.isPresent, "CONTRACTCHECK_CORPORA names no folder"))
  func realPayloads() throws {
    let payloads = try Corpora.files(below: "octokit-webhooks", ending: ".json")
    try check(payloads, "webhooks.txt", count: 20_000)
  }

  private func check(_ payloads: [PayloadFile], _ fixture: String, count: Int) throws {
    let verdicts = try Self.verdicts(fixture)
    #expect(verdicts.count == count)
    #expect(!payloads.isEmpty)
    var document = try JSONDocument(parsing: "null")
    for (index, verdict) in verdicts.enumerated() {
      let payload = payloads[index % payloads.count]
      let mutant = Self.mutant(payload.bytes, UInt64(index))[...]
      let isAccepted = (try? document.reparse(mutant.span)) != nil
      if isAccepted != verdict {
        Issue.record("mutant \(index) of \(payload): accepted \(isAccepted), by Python \(verdict)")
      }
    }
  }

  /// Reads one verdict per mutant, from hexadecimal digits with four each.
  private static func verdicts(_ fixture: String) throws -> [Bool] {
    let url = PackageFolder.fixtures.appending(path: "mutants/\(fixture)")
    return try String(contentsOf: url, encoding: .utf8).compactMap(\.hexDigitValue)
      .flatMap { digit in [8, 4, 2, 1].map { digit & $0 != 0 } }
  }

  private static let interesting = Array(
    "{}[]:,\"\\/ \t\r\n0159-+.eEutfnalsr\0\u{1f}\u{7f}".utf8 + [
      0x80, 0xa0, 0xc2, 0xe2, 0xed, 0xf0, 0xff,
    ])

  private static func mutant(_ payload: [UInt8], _ index: UInt64) -> [UInt8] {
    var generator = SplitMix64(seed: index)
    let kind = generator.next() % 4
    let offset = Int(generator.next() % UInt64(payload.count))
    let draw = generator.next()
    let byte =
      draw & 1 == 1
      ? interesting[Int((draw >> 1) % UInt64(interesting.count))]
      : UInt8(truncatingIfNeeded: draw >> 1)
    var result = payload
    switch kind {
    case 0: result.remove(at: offset)
    case 1: result.insert(byte, at: offset)
    case 2: result[offset] = byte
    default: result.swapAt(offset, (offset + 1) % result.count)
    }
    return result
  }
}
