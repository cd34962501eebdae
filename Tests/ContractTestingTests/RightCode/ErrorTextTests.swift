import ContractTesting
import Foundation
import Testing

@Suite("Error texts may change from call to call", .freshStore)
struct ErrorTextTests {
  private struct Item: Decodable {
    var id: Int
    var name: String
  }

  private struct Failure: Error, CustomStringConvertible { let description: String }

  /// Throws errors whose texts never repeat.
  private final class Words {
    private var count = 0

    func next() -> Failure {
      count += 1
      let letters = String(count).map {
        String("abcdefghij"[String.Index(utf16Offset: Int(String($0)) ?? 0, in: "abcdefghij")])
      }
      return Failure(description: "word\(letters.joined())")
    }
  }

  private func code() throws -> RightCode {
    try RightCode(
      #""Item": { "map": { "id": "id: Int 0...1000000", "name": "name: String" } }"#, as: "Item")
  }

  @Test("A mapper passes with changing error texts")
  func right() throws {
    let words = Words()
    let found = try code().issues([
      "closure": .mapping { data in
        guard let item = try? JSONDecoder().decode(Item.self, from: data) else {
          throw words.next()
        }
        return item
      }
    ])
    #expect(found == [])
  }

  @Test("A wrong rejection is one issue, as a rejection")
  func refusing() throws {
    let words = Words()
    let found = try code().issues([
      "closure": .mapping { data in
        let item = try JSONDecoder().decode(Item.self, from: data)
        if item.name.isEmpty { throw words.next() }
        return item
      }
    ])
    #expect(found == ["closure: Item refuses a valid name"])
  }

  @Test("A mapper that later accepts a rejected payload is unstable")
  func unstable() throws {
    var count = 0
    let found = try code().issues([
      "closure": .mapping { data in
        count += 1
        let item = try JSONDecoder().decode(Item.self, from: data)
        if count % 2 == 0 { throw Failure(description: "odd") }
        return item
      }
    ])
    #expect(found.contains { $0.contains("the same twice") }, "\(found)")
  }
}
