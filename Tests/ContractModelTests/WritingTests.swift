import ContractModel
import Foundation
import TestSupport
import Testing

@Suite("A contract can be written back")
struct WritingTests {
  private func file(_ name: String) throws -> String {
    let url = PackageFolder.root.appending(path: "Contracts/\(name).contract.json")
    return try String(contentsOf: url, encoding: .utf8)
  }

  /// Reads a text without looking for fixtures.
  private func contract(_ text: String) throws -> Contract {
    try #require(ContractSet(text: text).contracts.first)
  }

  @Test("Read, write, read is the same contract, and what is written is written the same again")
  func roundTrip() throws {
    let own = try ["groups", "articles", "subscriptions"].map(file)
    for text in try own + SchemaSamples.good() {
      let first = try contract(text)
      let second = try contract(first.text)
      #expect(second == first, "\(first.text)")
      #expect(second.text == first.text)
    }
  }

  @Test("A contract with another meaning is not equal")
  func differences() throws {
    let base = try Contract(map: #""a": "Int""#)
    for map in [
      #""a": "Int?""#, #""a?": "Int""#, #""a": "b: Int""#, #""a": "Int 1...""#, #""b": "a: Int""#,
    ] {
      #expect(try Contract(map: map) != base, "\(map)")
    }
    #expect(try Contract(map: #"  "a" : "a : Int ", "#) == base)
  }

  @Test("The canonical layout keeps on a line what fits, and aligns what stands below each other")
  func layout() throws {
    let url = PackageFolder.fixtures.appending(path: "lint/groups.canonical.txt")
    #expect(try contract(file("groups")).text == String(contentsOf: url, encoding: .utf8))
  }
}
