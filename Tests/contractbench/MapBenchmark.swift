import ContractModel
import Foundation
import Generation
import JSONParsing
import MappingEngine
import TestSupport

/// `contractbench map`: maps payloads with the engine, compared with a `JSONDecoder` that decodes
/// the same bytes into plain structs.
enum MapBenchmark {
  private static let pageSize = 1_000
  private static let pageCount = 20

  static func run() throws {
    let contract = try Contract(
      at: "users\(Contract.fileSuffix)", files: OneContract(PageContract.users))
    try measurePages(contract)
    try measureSize(contract)
    try measureDepth()
  }

  // MARK: - Against JSONDecoder

  private static func measurePages(_ contract: Contract) throws {
    let pages = (0..<pageCount).map { UserPage.bytes(first: $0 * pageSize, count: pageSize) }
    let data = pages.map { Data($0) }
    let byteCount = pages.reduce(0) { $0 + $1.count }
    let mapper = Mapper(contract)
    let target = contract.pageTarget
    let decoder = JSONDecoder()
    let decode = {
      for page in data {
        let users = try decoder.decode(UserPage.self, from: page).users
        precondition(users.count == pageSize)
      }
    }
    let counting = try PairedRounds {
      for page in pages {
        var counts = MappingCounts()
        mapper.count(try JSONDocument(parsing: page), as: target, into: &counts)
        precondition(counts.counts["User"]?.created == pageSize)
      }
    } peer: {
      try decode()
    }
    let size = "\(pageCount) pages of \(pageSize) users"
    Figure(
      name: "map and count", byteCount: byteCount, size: size, peer: "JSONDecoder",
      rounds: counting
    ).print()
    let verdict = try PairedRounds {
      for page in pages {
        let isAdmitted = mapper.admits(try JSONDocument(parsing: page), as: target)
        precondition(isAdmitted)
      }
    } peer: {
      try decode()
    }
    Figure(
      name: "map to a verdict", byteCount: byteCount, size: size, peer: "JSONDecoder",
      rounds: verdict
    ).print()
    let log = try PairedRounds {
      for page in pages {
        var store = ObjectStore()
        let result = mapper.map(try JSONDocument(parsing: page), as: target, into: &store)
        precondition(result.isAdmitted && store.count(ofType: "User") == pageSize)
      }
    } peer: {
      try decode()
    }
    Figure(
      name: "map with the full log", byteCount: byteCount, size: size, peer: "JSONDecoder",
      rounds: log
    ).print()
    let objectCount = Double(pageCount * pageSize * 2)
    for (name, rounds) in [("counting", counting), ("full log", log)] {
      print("map: \(String(format: "%.0f", objectCount / median(rounds.ours))) objects/s, \(name)")
    }
  }

  // MARK: - Growth

  /// Measures payloads of one size and of four times that size: a linear algorithm takes four times
  /// as long.
  private static func measureSize(_ contract: Contract) throws {
    let shapes: [(String, (Int) -> [UInt8])] = [
      ("identities", { UserPage.bytes(first: 0, count: $0) }),
      ("mentions of one identity", { UserPage.bytes(first: 0, count: $0, repeatsIdentity: true) }),
    ]
    for (name, bytes) in shapes {
      let (small, large) = (
        try JSONDocument(parsing: bytes(25_000)), try JSONDocument(parsing: bytes(100_000))
      )
      for isLogged in [false, true] {
        let growth = try PairedRounds(count: 3) {
          try map(small, contract, isLogged)
        } peer: {
          try map(large, contract, isLogged)
        }
        let seconds = String(format: "%.3f s", median(growth.peers))
        let ratio = String(format: "%.1fx", growth.ratio.median)
        print(
          "map: 100000 \(name) in \(seconds) \(isLogged ? "with the full log" : "counting"),",
          "\(ratio) the time of 25000")
      }
    }
  }

  /// Measures friends of friends, as deep as a document may nest, and half as deep.
  private static func measureDepth() throws {
    let contract = try Contract(
      at: "people\(Contract.fileSuffix)", files: OneContract(PageContract.people))
    let (half, whole) = (try friends(depth: 127), try friends(depth: 255))
    let growth = try PairedRounds(count: 5) {
      for _ in 0..<100 { try map(half, contract, true) }
    } peer: {
      for _ in 0..<100 { try map(whole, contract, true) }
    }
    let seconds = String(format: "%.2f ms", median(growth.peers) * 10)
    let ratio = String(format: "%.1fx", growth.ratio.median)
    print("map: 255 friends of friends in \(seconds) with the full log, \(ratio) the time of 127")
  }

  private static func friends(depth: Int) throws -> JSONDocument {
    let opening = (0..<depth).map { #"{"id":\#($0),"friends":["# }.joined()
    let closing = String(repeating: "]}", count: depth)
    return try JSONDocument(parsing: opening + closing)
  }

  private static func map(_ document: JSONDocument, _ contract: Contract, _ isLogged: Bool) throws {
    let mapper = Mapper(contract)
    if isLogged {
      var store = ObjectStore()
      mapper.map(document, as: contract.pageTarget, into: &store)
    } else {
      var counts = MappingCounts()
      mapper.count(document, as: contract.pageTarget, into: &counts)
    }
  }
}

extension Contract {
  fileprivate var pageTarget: MappingTarget { .endpoint(endpoints[0].selector) }
}

/// A page of users, as an app's plain structs.
private struct UserPage: Decodable {
  struct User: Decodable {
    var id: Int
    var login: String
    var name: String
    var email: String?
    var score: Double
    var isAdmin: Bool
    var tags: [String]
    var city: City?
  }

  struct City: Decodable {
    var id: Int
    var name: String
  }

  var users: [User]

  static func bytes(first: Int, count: Int, repeatsIdentity: Bool = false) -> [UInt8] {
    var json = JSONWriter()
    json.beginObject()
    json.name("users")
    json.beginArray()
    for number in first..<first + count { write(repeatsIdentity ? first : number, to: &json) }
    json.endArray()
    json.endObject()
    return json.bytes
  }

  private static func write(_ number: Int, to json: inout JSONWriter) {
    json.beginObject()
    json.name("id")
    json.number(number)
    json.name("login")
    json.string("user\(number)")
    json.name("name")
    json.string("User with the number \(number)")
    json.name("email")
    number % 3 == 0 ? json.null() : json.string("user\(number)@example.com")
    json.name("score")
    json.number(Double(number) / 8)
    json.name("isAdmin")
    json.bool(number % 2 == 0)
    json.name("tags")
    json.beginArray()
    for tag in ["reader", "writer", "reviewer"] { json.string(tag) }
    json.endArray()
    json.name("city")
    json.beginObject()
    json.name("id")
    json.number(number % 100)
    json.name("name")
    json.string("City \(number % 100)")
    json.endObject()
    json.endObject()
  }
}

/// The contracts of the pages.
private enum PageContract {
  static let people = """
    { "contract": 1, "endpoints": { "GET /people": "Person" },
      "mappings": { "Person": {
        "identifiedBy": "id", "map": { "id": "Int", "friends?": "[Person]" } } } }
    """
  static let users = """
    { "contract": 1,
      "endpoints": { "GET /users": { "users": "[User]" } },
      "mappings": {
        "User": { "identifiedBy": "id", "map": {
          "id": "Int", "login": "String", "name": "String", "email?": "String?",
          "score": "Double", "isAdmin": "Bool", "tags": "[String]", "city?": "City?" } },
        "City": { "identifiedBy": "id", "map": { "id": "Int", "name": "String" } } } }
    """
}
