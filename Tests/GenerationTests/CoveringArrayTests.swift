import ContractModel
import TestSupport
import Testing

@testable import Generation

@Suite("Each pair of levels of two factors occurs in a row")
struct CoveringArrayTests {
  /// Returns the pairs of levels that have to occur together and do not.
  private func uncovered(_ factors: [CoveringArray.Factor], _ rows: [[Int]]) -> [String] {
    var missing: [String] = []
    for two in factors.indices {
      for one in 0..<two {
        for (level, removes) in factors[one].removing.enumerated() {
          if removes, factors[two].outer.contains(one) { continue }
          for other in factors[two].removing.indices
          where !rows.contains(where: { $0[one] == level && $0[two] == other }) {
            missing.append("\(one)=\(level) \(two)=\(other)")
          }
        }
      }
    }
    return missing
  }

  /// Whether a row has no level for the factors that an outer factor removes, and a level for all
  /// others.
  private func isRight(_ row: [Int], _ factors: [CoveringArray.Factor]) -> Bool {
    factors.indices.allSatisfy { factor in
      let isRemoved = factors[factor].outer.contains {
        row[$0] < 0 || factors[$0].removing[row[$0]]
      }
      return isRemoved == (row[factor] < 0)
    }
  }

  @Test("Factors of every size are covered, flat and nested", arguments: 0..<30)
  func random(seed: Int) {
    var random = CaseRandom(state: UInt64(seed))
    let factors = (0..<2 + random.below(12)).map { number in
      let removing = (0..<1 + random.below(5)).map { $0 > 0 && random.below(2) == 0 }
      // A factor is nested in the outer factors of the factor around it, too.
      return (removing, outer: number > 0 && random.below(2) == 0 ? random.below(number) : -1)
    }
    let all = factors.map { removing, outer in
      var around: [Int] = []
      var next = outer
      while next >= 0 {
        around.insert(next, at: 0)
        next = factors[next].outer
      }
      return CoveringArray.Factor(removing: removing, outer: around)
    }
    let rows = CoveringArray(all).rows
    #expect(uncovered(all, rows) == [])
    #expect(rows.allSatisfy { isRight($0, all) })
    #expect(Set(rows).count == rows.count)
  }

  @Test("15 factors of three to five levels take 43 rows")
  func size() {
    let factors = (0..<15).map { number in
      CoveringArray.Factor(removing: Array(repeating: false, count: 3 + number % 3))
    }
    #expect(CoveringArray(factors).rows.count == 43)
  }

  @Test("One factor has a row per level, and no factor has no rows")
  func few() {
    #expect(CoveringArray([CoveringArray.Factor(removing: [false, true])]).rows == [[0], [1]])
    #expect(CoveringArray([]).rows == [])
  }

  @Test("The rows of an order cover each pair of levels of its members")
  func orders() throws {
    let cases = try GeneratedCasesTests.cases(
      "GET /orders/:id", of: "Fixtures/generation/orders.contract.json")
    let table = cases.rows.value.tables[0]
    let factors = table.factors.enumerated().map { position, factor in
      CoveringArray.Factor(
        removing: factor.levels.map(\.removes),
        outer: (0..<position).filter {
          table.base.range(of: table.factors[$0].node).contains(factor.node)
        })
    }
    #expect(uncovered(factors, table.rows) == [])
    let combinations = factors.reduce(1.0) { $0 * Double($1.removing.count) }
    #expect(
      "\(factors.count) factors, \(table.rows.count) rows of \(combinations) combinations"
        == "44 factors, 65 rows of 5.622200513731215e+21 combinations")
    #expect(
      table.factors.prefix(8).map { "\($0.path): \($0.levels.map(\.name).joined(separator: ", "))" }
        == [
          #"order.reference: canonical, max"#,
          #"order.title: canonical, min, max"#,
          #"order.state: canonical, "placed", "paid", "shipped""#,
          #"order.placed_at: canonical, max"#,
          #"order.due: canonical, absent, null, max"#,
          #"order.total: canonical, min, max"#,
          #"order.weight: canonical, absent, null, min, max"#,
          #"order.gift: canonical, max"#,
        ])
  }
}
