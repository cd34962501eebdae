import ContractTesting
import Foundation
import TestSupport
import Testing

@Suite("A store may take null for an absent optional key", .freshStore)
struct NullInStoreTests {
  private final class Note {
    let id: Int
    var text: String?
    var title: String?

    init(id: Int) { self.id = id }
  }

  private struct Raw: Decodable {
    var id: Int
    var text: String?
    var title: String?
    var hasTitle: Bool

    private enum CodingKeys: CodingKey { case id, text, title }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      id = try container.decode(Int.self, forKey: .id)
      text = try container.decodeIfPresent(String.self, forKey: .text)
      title = try container.decodeIfPresent(String.self, forKey: .title)
      hasTitle = container.contains(.title)
    }
  }

  private final class Notes {
    var all: [Int: Note] = [:]
  }

  private func headlines(
    title: String = "String?", tolerating: Tolerances = [],
    _ update: @escaping @Sendable (Note, Raw) -> Void
  ) throws -> [String] {
    let mapper = MapperUnderTest.mapping(into: Notes()) { data, store in
      for raw in try JSONDecoder().decode([Raw].self, from: data) {
        let note = store.all[raw.id] ?? Note(id: raw.id)
        store.all[raw.id] = note
        update(note, raw)
      }
    } objects: { store in
      Array(store.all.values)
    }
    let contract = try OneContract.contract(
      """
      { "contract": 1, "mappings": { "Note": { "identifiedBy": "id", "map": { "id": "Int",
        "text?": "String", "title?": "\(title)" } } } }
      """)
    return try MapperTest(mapper, keeps: contract, as: "[Note]", tolerating: tolerating)
      .violations().map { String($0.description.prefix { $0 != "\n" }) }
  }

  @Test("A store may keep the value of a key that is not nullable")
  func keeps() throws {
    let update: @Sendable (Note, Raw) -> Void = { note, raw in
      if let text = raw.text { note.text = text }
      note.title = raw.title ?? note.title
    }
    let told = ["Note keeps the old value of a null title"]
    #expect(try headlines(update) == told)
    #expect(try headlines(tolerating: [.null], update) == told)
  }

  @Test("A store may keep the value of one key, and clear that of another")
  func mixed() throws {
    let found = try headlines(title: "String") { note, raw in
      if let text = raw.text { note.text = text }
      if raw.hasTitle { note.title = raw.title }
    }
    #expect(found == [])
  }

  @Test("A store may not make another value of null")
  func other() throws {
    let found = try headlines { note, raw in
      note.text = raw.text ?? ""
      note.title = raw.title ?? note.title
    }
    #expect(found.contains { $0.contains("text") })
  }
}
