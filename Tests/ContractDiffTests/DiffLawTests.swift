import ContractDiff
import ContractModel
import DiffLaws
import Generation
import TestSupport
import Testing

/// Laws of comparisons, checked on drawn contracts and drawn changes of them.
@Suite("Differences of drawn contracts keep their laws")
struct DiffLawTests {
  /// `contractbench difflaws` tries 10,000.
  @Test("Laws hold for drawn contracts and their changes", arguments: TestDepth.some(Array(0..<12)))
  func laws(group: Int) {
    for seed in group * 5..<(group + 1) * 5 {
      #expect(DrawnPair(seed: seed)?.breaches(drawnCount: 2, sentCount: 8) ?? [] == [])
    }
  }

  /// The pair in which a Decimal becomes a Double.
  @Test("A number that fits Double and not Decimal is tried where a Decimal becomes a Double")
  func smallReal() throws {
    let pair = try #require(DrawnPair(seed: 4018))
    #expect(pair.breaches(drawnCount: 100) == [])
  }

  /// Contracts by their paths.
  private struct Files: ContractFiles {
    var texts: [String: String]

    func contract(at path: String) -> [UInt8]? { texts[path].map { Array($0.utf8) } }
    func hasFixture(_ name: String, forContractAt path: String) -> Bool { true }
    func fixture(_ name: String, forContractAt path: String) -> [UInt8]? { nil }
  }

  private static func contracts(_ seeds: [Int], isChanged: Bool) -> [Contract] {
    seeds.compactMap { seed in
      let drawn = DrawnContract(seed: UInt64(seed))
      var text = (isChanged ? drawn.changed(seed: 3) : drawn).text
      for path in ["/m0", "/m1", "/m2"] { text = text.replacing(path, with: "/\(seed)\(path)") }
      let path = "c\(seed).contract.json"
      return try? Contract(at: path, files: Files(texts: [path: text]))
    }
  }

  @Test("The order of files does not change the result", .enabled(if: TestDepth.isFull))
  func order() {
    let seeds = Array(0..<8)
    let told = [(seeds, seeds), (seeds.reversed(), seeds), (seeds, seeds.reversed())].map {
      let diff = ContractDiff(
        old: DiffSide(Self.contracts($0, isChanged: false)),
        new: DiffSide(Self.contracts($1, isChanged: true)), drawnCount: 5)
      return diff.findings.map { "\($0.kind) \($0.place.title) \($0.witness?.payload ?? "")" }
    }
    #expect(told[0].count > 2)
    #expect(told[0] == told[1])
    #expect(told[0] == told[2])
  }
}
