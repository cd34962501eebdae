import Foundation

/// The responses of a club as an app reads them, which distinguish absent values from nulls.
enum ClubResponses {
  enum Change<Value> {
    case absent
    case set(Value?)

    /// Returns the value of a property after the change.
    func applied(to old: Value?) -> Value? {
      switch self {
      case .absent: old
      case .set(let value): value
      }
    }
  }

  struct Avatar: Decodable {
    var id: Int
    var fileURL: String
    var title: Change<String>

    private enum CodingKeys: String, CodingKey {
      case id, title
      case fileURL = "file_url"
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      id = try container.decode(Int.self, forKey: .id)
      fileURL = try container.decode(String.self, forKey: .fileURL)
      title = try container.change(String.self, .title)
    }
  }

  struct Owner: Decodable {
    var id: Int
    var name: String
  }

  struct Group: Decodable {
    var id: Int
    var name: String
    var owner: Change<Owner>
    var members: [Avatar]?

    private enum CodingKeys: String, CodingKey { case id, name, owner, members }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      id = try container.decode(Int.self, forKey: .id)
      name = try container.decode(String.self, forKey: .name)
      owner = try container.change(Owner.self, .owner)
      members =
        container.contains(.members)
        ? try container.decode([Avatar].self, forKey: .members) : nil
    }
  }

  static func decode<Model: Decodable>(_ data: Data) throws -> Model {
    try JSONDecoder().decode(Model.self, from: data)
  }
}

extension KeyedDecodingContainer {
  fileprivate func change<Value: Decodable>(
    _ type: Value.Type, _ key: Key
  ) throws -> ClubResponses.Change<Value> {
    contains(key) ? .set(try decodeIfPresent(type, forKey: key)) : .absent
  }
}
