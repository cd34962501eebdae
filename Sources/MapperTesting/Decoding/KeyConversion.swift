import Foundation
import JSONParsing

/// Converts the keys that models ask for to the members of the payload, under a key strategy.
///
/// Foundation converts the names of an object and keeps the first member of each converted name;
/// names are equal if they are canonically equivalent, like `String`s. The conversion from snake
/// case is not reimplemented here: Foundation performs it.
struct KeyConversion: Sendable {
  let strategy: JSONDecoder.KeyDecodingStrategy

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
    case .convertFromSnakeCase: return snakeCaseMembers(of: object)
    case .custom(let convert):
      let codingPath = codingPath()
      let members = object.members.map { member in
        let key = convert(codingPath + [NamedCodingKey(stringValue: member.name.text)])
        return (key.stringValue, member)
      }
      return Dictionary(members, uniquingKeysWith: { first, _ in first })
    default: return Self.firstMembers(of: object)
    }
  }

  /// Returns the members of an object by their own names, the first of each name.
  static func firstMembers(of object: JSONValue) -> [String: JSONMember] {
    Dictionary(object.members.map { ($0.name.text, $0) }, uniquingKeysWith: { first, _ in first })
  }

  // MARK: - Snake case

  /// Finds the keys by having Foundation decode an object with the same names, in which each value
  /// is its position.
  private func snakeCaseMembers(of object: JSONValue) -> [String: JSONMember] {
    let members = Array(object.members)
    guard !members.isEmpty else { return [:] }
    var text: [UInt8] = []
    for (position, member) in members.enumerated() {
      text += text.isEmpty ? "{".utf8 : ",".utf8
      text += object.document.bytes[member.nameRange]
      text += ":\(position)".utf8
    }
    return positions(in: Data(text + "}".utf8)).mapValues { members[$0] }
  }

  private func positions(in object: Data) -> [String: Int] {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return (try? decoder.decode(MemberPositions.self, from: object))?.byKey ?? [:]
  }

  // MARK: - Back

  /// Returns the name of a member that would become the key, or else the key itself.
  func memberName(for key: String) -> String {
    guard case .convertFromSnakeCase = strategy, let name = snakeCased(key) else { return key }
    let object = "{\(JSONWriter.text(of: name)):0}"
    return positions(in: Data(object.utf8)).keys.contains(key) ? name : key
  }

  private func snakeCased(_ key: String) -> String? {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    guard let object = try? encoder.encode(OneMember(name: key)) else { return nil }
    return try? JSONDocument(parsing: [UInt8](object)).root.members.first?.name.text
  }
}

/// The keys that the names of an object become, with their numbers.
private struct MemberPositions: Decodable {
  var byKey: [String: Int] = [:]

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: NamedCodingKey.self)
    for key in container.allKeys {
      byKey[key.stringValue] = try container.decode(Int.self, forKey: key)
    }
  }
}

private struct OneMember: Encodable {
  let name: String

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: NamedCodingKey.self)
    try container.encode(0, forKey: NamedCodingKey(stringValue: name))
  }
}
