import Foundation
import MapperTesting
import TestSupport
import Testing

@testable import ContractTesting

@Suite(
  "A store does not restore deleted objects, and histories continue after a deletion", .freshStore)
struct OlderResponseTests {
  private enum Style: CaseIterable {
    /// The store removes the object, and sets references to it to nil.
    case clearsReferences
    /// The store keeps the keys of a deleted object, which refer to it again if the object comes
    /// again.
    case keepsKeys
    /// The store also removes the objects that refer to the object.
    case cascades
    /// The store ignores responses that are not newer than a deletion.
    case remembersAll
  }

  private struct Doc {
    var id: Int
    var version: Int
  }

  private struct Folder {
    var id: Int
    var docs: [Doc]
    var cover: Doc?
  }

  private struct Store {
    var style = Style.clearsReferences
    /// Whether the store remembers the ages of deleted objects.
    var remembers = true
    /// Whether the store ignores all responses after the deletion of an object that a folder had.
    var getsStuck = false
    private var docs: [Int: Doc] = [:]
    private var folders: [Int: (docs: [Int], cover: Int?)] = [:]
    private var deleted: [Int: Int] = [:]
    private var isStuck = false

    init(_ style: Style = .clearsReferences, remembers: Bool = true, getsStuck: Bool = false) {
      (self.style, self.remembers, self.getsStuck) = (style, remembers, getsStuck)
    }

    var objects: [Any] {
      let shown = folders.map { id, row in
        Folder(
          id: id, docs: row.docs.compactMap { docs[$0] }, cover: row.cover.flatMap { docs[$0] })
      }
      return Array(docs.values) as [Any] + shown
    }

    private struct Item: Decodable {
      var id: Int
      var version: Int
    }

    private struct FolderItem: Decodable {
      var id: Int
      var docs: [Item]
      var cover: Item??

      private enum CodingKeys: CodingKey { case id, docs, cover }

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(Int.self, forKey: .id)
        docs = try container.decode([Item].self, forKey: .docs)
        guard container.contains(.cover) else { return }
        cover = .some(try container.decode(Item?.self, forKey: .cover))
      }
    }

    mutating func load(_ data: Data) throws {
      for item in try JSONDecoder().decode([Item].self, from: data) { add(item) }
    }

    mutating func loadFolder(_ data: Data) throws {
      let item = try JSONDecoder().decode(FolderItem.self, from: data)
      if isStuck { return }
      var row = folders[item.id] ?? ([], nil)
      for doc in item.docs { add(doc) }
      row.docs = item.docs.map(\.id)
      if let cover = item.cover {
        if let cover { add(cover) }
        row.cover = cover?.id
      }
      folders[item.id] = row
      if style != .keepsKeys { clearKeys { [docs] in docs[$0] == nil } }
    }

    private mutating func add(_ item: Item) {
      if isStuck { return }
      if let known = docs[item.id], item.version <= known.version { return }
      if remembers, let version = deleted[item.id] {
        guard style == .remembersAll ? item.version > version : item.version >= version else {
          return
        }
      }
      docs[item.id] = Doc(id: item.id, version: item.version)
    }

    mutating func remove(_ data: Data) throws {
      struct Event: Decodable { var id: Int }
      let id = try JSONDecoder().decode(Event.self, from: data).id
      isStuck =
        isStuck
        || getsStuck
          && folders.values.contains { $0.docs.contains(id) || $0.cover == id }
      if let doc = docs.removeValue(forKey: id) { deleted[id] = doc.version }
      switch style {
      case .keepsKeys: break
      case .cascades:
        folders = folders.filter { !$0.value.docs.contains(id) && $0.value.cover != id }
      case .clearsReferences, .remembersAll: clearKeys { $0 == id }
      }
    }

    private mutating func clearKeys(_ isGone: (Int) -> Bool) {
      for (id, row) in folders {
        folders[id] = (
          row.docs.filter { !isGone($0) }, row.cover.flatMap { isGone($0) ? nil : $0 }
        )
      }
    }
  }

  private func texts(
    histories: Int = 600, seed: UInt64? = nil, _ make: @escaping () -> Store
  ) throws -> [String] {
    let trial = try Trial([
      "docs.contract.json": #"""
      {
        "contract": 1,
        "endpoints": {
          "GET /docs": "[Doc]",
          "GET /folder": "Folder",
          "event doc.deleted": { "@deletes": "Doc(id: @document.id)" }
        },
        "mappings": {
          "Doc": {
            "identifiedBy": "id", "modifiedBy": "version",
            "map": { "id": "Int", "version": "Int" }
          },
          "Folder": {
            "identifiedBy": "id",
            "map": { "id": "Int", "docs": "[Doc]", "cover?": "cover: Doc?" }
          }
        }
      }
      """#
    ])
    var settings = MapperTestSettings()
    settings.histories = histories
    settings.seed = seed
    return try MapperTest(
      stores: make,
      loading: [
        "GET /docs": { data, store in try store.load(data) },
        "GET /folder": { data, store in try store.loadFolder(data) },
        "event doc.deleted": { data, store in try store.remove(data) },
      ], objects: { $0.objects }, keeps: Contract("docs", filePath: trial.filePath),
      settings: settings
    ).violations().map(\.description)
  }

  @Test(
    "A store may choose how it treats references, and responses of the same age",
    .enabled(if: TestDepth.isFull),
    arguments: Style.allCases)
  private func right(_ style: Style) throws {
    let texts = try texts { Store(style) }
    #expect(texts == [])
  }

  @Test(
    "A deleted object that an older response restores is reported", .enabled(if: TestDepth.isFull))
  func resurrection() throws {
    let texts = try texts { Store(remembers: false) }
    #expect(texts.count == 1, "\(texts)")
    #expect(
      texts.first?.hasPrefix(
        #"""
        the store has 1 Doc object, and the contract 0 Doc objects, after 3 responses
          in        docs.contract.json:11:22  "id": "id: Int"
          1         GET /docs  [{"id":1,"version":1}]
          2         event doc.deleted  {"id":1}
          3         GET /docs  [{"id":1,"version":0}]
          contract  0 Doc objects
          mapper    1 Doc object: 1 created

        """#) == true, "\(texts)")
  }

  @Test("An older response that restores a deleted object is found by 200 histories of any seed")
  func anySeed() throws {
    for seed in UInt64(0)..<(TestDepth.isFull ? 24 : 4) {
      let texts = try texts(histories: 200, seed: seed) { Store(remembers: false) }
      #expect(texts.count == 1, "seed \(seed)")
    }
  }

  @Test(
    "A mistake after the deletion of a referenced object is reported",
    .enabled(if: TestDepth.isFull))
  func behind() throws {
    let texts = try texts { Store(getsStuck: true) }
    #expect(!texts.isEmpty)
    for text in texts {
      let rows = text.split(separator: "\n").filter { $0.contains(/^  [0-9]/) }
      #expect(rows.count == 3, "\(text)")
      #expect(rows[1].hasPrefix("  2         event doc.deleted"), "\(text)")
    }
  }

  private struct Note: Codable {
    var id: Int
    var title: String
    var body: String?
    var updatedAt: Date
  }

  /// - Parameter isNewer: Whether a response is newer than the stored note, says the app.
  private func noteTexts(_ isNewer: @escaping (Note, Note) -> Bool) throws -> [String] {
    let trial = try Trial([
      "notes.contract.json": #"""
      {
        "contract": 1,
        "endpoints": { "GET /notes": "[Note]" },
        "mappings": {
          "Note": {
            "identifiedBy": "id", "modifiedBy": "updatedAt",
            "map": {
              "id": "Int", "title": "String", "body": "String?",
              "updated_at": "updatedAt: Date(iso8601)"
            }
          }
        }
      }
      """#
    ])
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    decoder.dateDecodingStrategy = .custom { decoder in
      let text = try decoder.singleValueContainer().decode(String.self)
      let style = Date.ISO8601FormatStyle(includingFractionalSeconds: text.contains("."))
      return try style.parse(text)
    }
    return try MapperTest(
      stores: { [Int: Note]() },
      loading: [
        "GET /notes": { data, store in
          for note in try decoder.decode([Note].self, from: data)
          where store[note.id].map({ isNewer(note, $0) }) ?? true {
            store[note.id] = note
          }
        }
      ], objects: { Array($0.values) }, keeps: Contract("notes", filePath: trial.filePath)
    ).violations().map(\.description)
  }

  @Test("A store that ignores when a response was modified has one issue, which says so")
  func ignored() throws {
    #expect(try noteTexts { $0.updatedAt > $1.updatedAt } == [])
    let row = #"{"id":1,"title":"a","body":"a","updated_at":"2000-01-01T00:00:00Z"}"#
    let other = row.replacing(#""title":"a""#, with: #""title":"b""#)
    func issue(_ first: String) -> String {
      """
      in        notes.contract.json:8:31  "title": "title: String"
        1         GET /notes  [\(first),\(other)]
        contract  Note[0].title = "a"
        mapper    Note[0].title = "b"
      """
    }
    let newer = row.replacing("2000-01-01", with: "2000-01-10")
    let all = try noteTexts { _, _ in true }
    #expect(all.count == 1)
    #expect(
      all.first?.hasPrefix(
        "Note takes title, body, updated_at of a response that is not newer\n  \(issue(newer))\n")
        == true,
      "\(all)")
    // The payload beside it is no rejected one, which would change nothing.
    #expect(all.first?.contains("  passes ") == false, "\(all)")
    let same = try noteTexts { $0.updatedAt >= $1.updatedAt }
    #expect(same.count == 1)
    #expect(
      same.first?.hasPrefix(
        "Note takes title, body of a response that is not newer\n  \(issue(row))\n") == true,
      "\(same)")
  }
}
