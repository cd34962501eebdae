import ContractModel
import Foundation
import JSONParsing

/// Converts the keys that models ask for to the members of the payload, under a key strategy.
///
/// Foundation converts the names of an object and keeps the first member of each converted name;
/// names are equal if they are canonically equivalent, like `String`s.
struct KeyConversion: Sendable {
  let strategy: JSONDecoder.KeyDecodingStrategy
  private static let snakeCase = KeyFolding(.snakeCase)

  /// Whether members are named like the keys.
  var isDefault: Bool {
    if case .useDefaultKeys = strategy { true } else { false }
  }

  /// Returns the members of an object, by the keys that they become.
  ///
  /// - Parameter codingPath: The decoder's path to the object, on which a custom strategy may
  ///   depend.
  func members(
    of object: JSONValue, at codingPath: @autoclosure () -> [any CodingKey]
  ) -> [String: JSONMember] {
    switch strategy {
    case .convertFromSnakeCase: return Self.firstMembers(of: object, Self.snakeCase.folded)
    case .custom(let convert):
      let codingPath = codingPath()
      return Self.firstMembers(of: object) {
        convert(codingPath + [NamedCodingKey(stringValue: $0)]).stringValue
      }
    default: return Self.firstMembers(of: object)
    }
  }

  /// Returns the members of an object by the keys that their names become, the first of each key.
  static func firstMembers(
    of object: JSONValue, _ key: (String) -> String = { $0 }
  ) -> [String: JSONMember] {
    Dictionary(
      object.members.map { (key($0.name.text), $0) }, uniquingKeysWith: { first, _ in first })
  }

  // MARK: - Back

  /// Returns the name of a member that would become the key, or else the key itself.
  func memberName(for key: String) -> String {
    guard case .convertFromSnakeCase = strategy else { return key }
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    guard let object = try? encoder.encode(OneMember(name: key)),
      let name = try? JSONDocument(parsing: [UInt8](object)).root.members.first?.name.text,
      Self.snakeCase.folded(name) == key
    else { return key }
    return name
  }
}

private struct OneMember: Encodable {
  let name: String

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: NamedCodingKey.self)
    try container.encode(0, forKey: NamedCodingKey(stringValue: name))
  }
}
