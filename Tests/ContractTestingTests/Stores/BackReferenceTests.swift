import ContractTesting
import Foundation
import TestSupport
import Testing

/// An object that refers to its store, which only the test harness holds.
private final class Item {
  let id: Int
  var name: String
  unowned let store: Inventory
  weak var owner: Item?

  init(_ id: Int, _ name: String, in store: Inventory) {
    (self.id, self.name, self.store) = (id, name, store)
  }
}

private final class Inventory {
  private(set) var items: [Item] = []
  /// A count of loads, which the contract does not describe.
  private var count = 0

  func load(_ data: Data) throws {
    count += 1
    for row in try JSONDecoder().decode([Row].self, from: data) {
      if let known = items.first(where: { $0.id == row.id }) {
        known.name = row.name
      } else {
        items.append(Item(row.id, row.name, in: self))
      }
    }
  }
}

private struct Row: Decodable {
  var id: Int
  var name: String
}

/// A value whose elements refer back to their list.
private final class List {
  final class Entry {
    let name: String
    unowned let list: List
    var position: Int { list.entries.firstIndex { $0 === self } ?? 0 }

    init(_ name: String, in list: List) { (self.name, self.list) = (name, list) }
  }

  private(set) var entries: [Entry] = []
  let id = UUID()

  init(_ rows: [Row]) { entries = rows.map { Entry($0.name, in: self) } }
}

@Suite("Objects may refer back to their store", .freshStore)
struct BackReferenceTests {
  private let contract: Contract

  init() throws {
    let trial = try Trial([
      "items.contract.json": """
      { "contract": 1, "endpoints": { "GET /items": "[Item]" },
        "mappings": {
          "Item": { "identifiedBy": "id", "map": { "id": "Int", "name": "String" } },
          "Entry": { "map": { "id": "_: Int", "name": "String" } },
          "List": { "map": { "entries": "[Entry]" } } } }
      """
    ])
    contract = try Contract("items", filePath: trial.filePath)
  }

  private let laws = Law.standard + [.refusedPayloadsChangeNothing]

  @Test("A store that its objects refer to lives as long as the objects are read")
  func synchronous() throws {
    let mapper = MapperUnderTest.mapping(into: Inventory()) { data, store in
      try store.load(data)
    } objects: { store in
      store.items
    }
    let violations = try MapperTest(mapper, keeps: contract, as: "[Item]", laws: laws).violations()
    #expect(violations.map(\.description) == [])
    try expect(
      stores: { Inventory() }, loading: ["GET /items": { data, store in try store.load(data) }],
      objects: { $0.items }, keeps: contract)
  }

  @Test(
    "An asynchronous store that its objects refer to lives as long as the objects are read",
    .enabled(if: TestDepth.isFull))
  func asynchronous() async throws {
    let mapper = AsyncMapperUnderTest.mapping(into: Inventory()) { data, store in
      await Task.yield()
      try store.load(data)
    } objects: { store in
      store.items
    }
    let violations = try await AsyncCheck(
      mapper, keeps: contract, as: "[Item]", laws: laws
    ).violations()
    #expect(violations.map(\.description) == [])
    try await expect(
      stores: { Inventory() },
      loading: [
        "GET /items": { data, store in
          await Task.yield()
          try store.load(data)
        }
      ], objects: { $0.items }, keeps: contract)
  }

  @Test("A store by value keeps the objects that its objects refer to")
  func values() throws {
    struct Shelf {
      var inventory = Inventory()
      var items: [Item] { inventory.items }
    }
    try expect(
      stores: { Shelf() },
      loading: ["GET /items": { data, store in try store.inventory.load(data) }],
      objects: { $0.items }, keeps: contract)
  }

  @Test("A wrong value of an object that refers to its store is reported")
  func wrong() throws {
    let mapper = MapperUnderTest.mapping(into: Inventory()) { data, store in
      try store.load(data)
      for item in store.items { item.name = item.name.uppercased() }
    } objects: { store in
      store.items
    }
    let texts = try MapperTest(mapper, keeps: contract, as: "[Item]").violations()
      .map(\.description)
    #expect(texts.count == 1)
    #expect(texts.first?.hasPrefix("Item makes another value of name") ?? false)
  }

  @Test("References from elements to their list, and unmapped properties, break no law")
  func elements() throws {
    // Only the test holds the lists.
    var lists: [List] = []
    let mapper = MapperUnderTest.mapping { data in
      lists.append(List(try JSONDecoder().decode([Row].self, from: data)))
      return lists[lists.count - 1].entries
    }
    #expect(
      try MapperTest(mapper, keeps: contract, as: "[Entry]").violations().map(\.description) == [])
    #expect(
      try MapperTest(
        mapper.reading(["name": \List.Entry.name]), keeps: contract, as: "[Entry]"
      ).violations().map(\.description) == [])
    #expect(!lists.isEmpty)
  }

  @Test("Only the named properties of a value are read, whether its list exists or not")
  func reading() throws {
    let mapper = MapperUnderTest.mapping { data in
      List(try JSONDecoder().decode([Row].self, from: data)).entries
    }.reading(["name": \List.Entry.name])
    #expect(
      try MapperTest(mapper, keeps: contract, as: "[Entry]").violations().map(\.description) == [])
  }

  @Test("A property that breaks a law is reported if the contract maps it")
  func lawfulNames() throws {
    struct Named {
      var name: String
      let made = UUID()
    }
    let right = MapperUnderTest.mapping { data in
      try JSONDecoder().decode([Row].self, from: data).map { Named(name: $0.name) }
    }
    #expect(
      try MapperTest(right, keeps: contract, as: "[Entry]").violations().map(\.description) == [])
    let wrong = MapperUnderTest.mapping { data in
      let rows = try JSONDecoder().decode([Row].self, from: data)
      return rows.map { Named(name: rows.count > 1 ? $0.name + "s" : $0.name) }
    }
    #expect(try !MapperTest(wrong, keeps: contract, as: "[Entry]").violations().isEmpty)
  }
}
