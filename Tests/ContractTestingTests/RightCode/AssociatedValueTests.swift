import ContractTesting
import Foundation
import TestSupport
import Testing

@Suite("Cases with associated values without labels", .freshStore)
struct AssociatedValueTests {
  private struct User: Codable {
    var id: Int
    var name: String
  }

  private enum Reply: Decodable {
    case user(User)
    case image(URL, width: Int?, Int)
    case failed(String)

    private enum CodingKeys: CodingKey { case kind, user, url, width, height, error }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      switch try container.decode(String.self, forKey: .kind) {
      case "user": self = .user(try container.decode(User.self, forKey: .user))
      case "image":
        self = .image(
          try container.decode(URL.self, forKey: .url),
          width: try container.decodeIfPresent(Int.self, forKey: .width),
          try container.decode(Int.self, forKey: .height))
      case "failed": self = .failed(try container.decode(String.self, forKey: .error))
      default: throw ByHand.Failure()
      }
    }
  }

  private static let contract = """
    "Reply": { "switch": "kind", "cases": {
      "user": { "user": "User" }, "image": { "height": "Int", "url": "URL", "width?": "Int?" },
      "failed": { "error": "String" } }, "map": {} },
    "User": { "map": { "id": "Int", "name": "String" } }
    """

  @Test("They are the properties that no label names, in any order")
  func right() throws {
    let code = try RightCode(Self.contract, as: "[Reply]")
    #expect(try code.issues(["Codable": .decoding([Reply].self)]) == [])
  }

  @Test("An object around the case has the case as its property")
  func around() throws {
    struct Stop: Decodable {
      let kind: Reply
    }
    let code = try RightCode(
      #""Stop": { "map": { "kind": "kind: Reply" } }, "# + Self.contract, as: "[Stop]")
    #expect(try code.issues(["Codable": .decoding([Stop].self)]) == [])
  }

  @Test("A wrong value is told by its property")
  func wrong() throws {
    struct Wrong: Decodable {
      var reply: Reply

      init(from decoder: any Decoder) throws {
        switch try Reply(from: decoder) {
        case .user(let user): reply = .user(User(id: user.id, name: "none"))
        case .image(let url, let width, let height): reply = .image(url, width: width, height / 2)
        case let other: reply = other
        }
      }
    }
    let code = try RightCode(Self.contract, as: "[Reply]")
    #expect(
      try code.issues(["Codable": .decoding([Wrong].self)]) == [
        "Codable: User makes another value of name", "Codable: Reply makes another value of height",
      ])
  }
}
