import JSONParsing
import TestSupport

/// JSON that tests change and write again; scalars and names keep their spelling.
indirect enum JSONTree: Equatable, Sendable {
  case scalar(String)
  case array([JSONTree])
  case object([Member])

  struct Member: Equatable, Sendable {
    /// The name with its quotes.
    var name: String
    var value: JSONTree
  }

  init(_ value: JSONValue) {
    switch value.kind {
    case .array: self = .array(value.elements.map { JSONTree($0) })
    case .object:
      self = .object(
        value.members.map { member in
          let name = value.document.bytes[member.nameRange]
          return Member(
            name: String(decoding: name, as: UTF8.self), value: JSONTree(member.value))
        })
    default: self = .scalar(value.rawText)
    }
  }

  init(parsing text: String) throws { self.init(try JSONDocument(parsing: text).root) }

  var text: String {
    switch self {
    case .scalar(let text): text
    case .array(let elements): "[" + elements.map(\.text).joined(separator: ",") + "]"
    case .object(let members):
      "{" + members.map { "\($0.name):\($0.value.text)" }.joined(separator: ",") + "}"
    }
  }

  func document() throws -> JSONDocument { try JSONDocument(parsing: text) }

  /// The elements of an array; empty for any other value.
  var elements: [JSONTree] { if case .array(let elements) = self { elements } else { [] } }

  /// Creates an object from members whose names have no quotes.
  static func object(_ members: [(String, JSONTree?)]) -> JSONTree {
    .object(
      members.compactMap { name, value in
        value.map { Member(name: "\"\(name)\"", value: $0) }
      })
  }

  /// Returns the tree with every object in it changed.
  func mapObjects(_ change: (inout [Member]) -> Void) -> JSONTree {
    switch self {
    case .scalar: return self
    case .array(let elements): return .array(elements.map { $0.mapObjects(change) })
    case .object(let members):
      var members = members.map { Member(name: $0.name, value: $0.value.mapObjects(change)) }
      change(&members)
      return .object(members)
    }
  }
}

// MARK: - Damage

extension JSONTree {
  /// The number of values in the tree.
  private var count: Int {
    switch self {
    case .scalar: 1
    case .array(let elements): elements.reduce(1) { $0 + $1.count }
    case .object(let members): members.reduce(1) { $0 + $1.value.count }
    }
  }

  /// Returns the tree with one value replaced, omitted, doubled, renamed or moved.
  func damaged(using generator: inout SplitMix64) -> JSONTree {
    var index = Int.random(in: 0..<count, using: &generator)
    return damaged(at: &index, &generator)
  }

  private func damaged(at index: inout Int, _ generator: inout SplitMix64) -> JSONTree {
    index -= 1
    if index == -1 { return damagedHere(&generator) }
    switch self {
    case .scalar: return self
    case .array(let elements):
      return .array(elements.map { index < 0 ? $0 : $0.damaged(at: &index, &generator) })
    case .object(let members):
      return .object(
        members.map { member in
          guard index >= 0 else { return member }
          return Member(name: member.name, value: member.value.damaged(at: &index, &generator))
        })
    }
  }

  private func damagedHere(_ generator: inout SplitMix64) -> JSONTree {
    switch self {
    case .array(var elements) where !elements.isEmpty && Bool.random(using: &generator):
      elements.damage(using: &generator)
      return .array(elements)
    case .object(var members) where !members.isEmpty && Bool.random(using: &generator):
      if Bool.random(using: &generator) {
        let index = Int.random(in: members.indices, using: &generator)
        members[index].name = Self.renamed(members[index].name, &generator)
      } else {
        members.damage(using: &generator)
      }
      return .object(members)
    default: return Self.replacements.randomElement(using: &generator) ?? self
    }
  }

  private static func renamed(_ name: String, _ generator: inout SplitMix64) -> String {
    let isPlain = name.utf8.count > 3 && !name.contains("\\")
    switch Int.random(in: 0..<3, using: &generator) {
    case 0 where isPlain: return name.uppercased()
    case 1 where isPlain: return "\"" + name.dropFirst(2)
    default: return "\"type\""
    }
  }

  private static let replacements: [JSONTree] =
    [
      "null", "true", "0", "-1", "1.5", "1e30", #""""#, #""x""#, #""1""#, #"" Boy""#,
      #""\ud800""#, "[]", "{}", "[null]", "[1,1]", #"{"id":1}"#, #"{"id":1,"id":"2"}"#,
      #"[{"id":null},[],3]"#,
    ].compactMap { try? JSONTree(parsing: $0) }
}

extension Array {
  /// Leaves an element out, doubles it, or swaps it with another.
  fileprivate mutating func damage(using generator: inout SplitMix64) {
    let index = Int.random(in: indices, using: &generator)
    switch Int.random(in: 0..<3, using: &generator) {
    case 0: remove(at: index)
    case 1: append(self[index])
    default: swapAt(index, Int.random(in: indices, using: &generator))
    }
  }
}

// MARK: - Chance

extension JSONTree {
  /// A random value whose members have some of a few names.
  static func random(
    names: [String], depth: Int = 0, using generator: inout SplitMix64
  ) -> JSONTree {
    let count = Int.random(in: 0..<4, using: &generator)
    switch Int.random(in: depth < 5 ? 0..<6 : 0..<2, using: &generator) {
    case 0, 1: return replacements.randomElement(using: &generator) ?? .scalar("null")
    case 2:
      return .array(
        (0..<count).map { _ in random(names: names, depth: depth + 1, using: &generator) })
    default:
      return .object(
        (0..<count + 1).map { _ in
          let name = names.randomElement(using: &generator) ?? "a"
          return (name, random(names: names, depth: depth + 1, using: &generator))
        })
    }
  }
}
