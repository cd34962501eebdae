import CaptureChecking
package import JSONParsing
import MappingEngine

/// The paths of a host's requests, segment by segment, and what was answered.
package struct PathTree: Codable, Sendable {
  /// A method and a status.
  package struct Answer: Hashable, Comparable, Codable, Sendable {
    package let method: MemberName
    package let status: Int

    package init(method: MemberName, status: Int) {
      (self.method, self.status) = (method, status)
    }

    package static func < (left: Answer, right: Answer) -> Bool {
      (left.method, left.status) < (right.method, right.status)
    }
  }

  /// A segment of a path, and the member of a body that says the same.
  package struct Mention: Hashable, Comparable, Codable, Sendable {
    /// The segment's place, zero-based.
    package let segment: Int
    /// `id`, `owner.login`.
    package let keyPath: MemberName

    package static func < (left: Mention, right: Mention) -> Bool {
      (left.segment, left.keyPath) < (right.segment, right.keyPath)
    }
  }

  /// The trees behind segments: of literal ones at most 256, then all are of the class `text`.
  package internal(set) var children: [PathSegment: PathTree] = [:]
  var isAnyText = false
  /// The summaries of the bodies that are JSON.
  package internal(set) var bodies: [Answer: ValueID] = [:]
  /// How many bodies are empty where they need not be.
  package internal(set) var emptyCounts: [Answer: Int] = [:]
  /// How many answers have no body, which they need not have.
  package internal(set) var absentCounts: [Answer: Int] = [:]
  /// How many bodies are not JSON.
  package internal(set) var otherCounts: [Answer: Int] = [:]
  /// How many bodies say a segment of their path themselves: the 64 smallest.
  package internal(set) var mentions: [Mention: Int] = [:]

  static let mostTexts = 256
  private static let mostMentions = 64

  package init() {}

  /// Trees are walked by recursion, which is not for coders: what is behind segments is encoded
  /// elsewhere.
  private enum CodingKeys: CodingKey {
    case isAnyText, bodies, emptyCounts, absentCounts, otherCounts, mentions
  }
}

extension PathTree {
  /// Changes what stands behind a segment.
  mutating func update(
    _ segment: PathSegment, in table: inout ValueTable,
    _ change: (inout PathTree, inout ValueTable) -> Void
  ) {
    let segment = isAnyText && segment.isLiteral ? .text : segment
    let isNew = children[segment] == nil
    change(&children[segment, default: PathTree()], &table)
    guard isNew, segment.isLiteral, children.keys.count(where: \.isLiteral) > Self.mostTexts else {
      return
    }
    uniteTexts(in: &table)
  }

  /// All literal segments become one of the class `text`.
  private mutating func uniteTexts(in table: inout ValueTable) {
    isAnyText = true
    var one = children[.text] ?? PathTree()
    for segment in children.keys.sorted() where segment.isLiteral {
      if let child = children.removeValue(forKey: segment) { one.merge(child, in: &table) }
    }
    children[.text] = one
  }

  mutating func note(_ mention: Mention, count: Int = 1) {
    mentions[mention, default: 0] += count
    if mentions.count > Self.mostMentions, let largest = mentions.keys.max() {
      mentions[largest] = nil
    }
  }

  /// Adds another tree, whose values are in the same table.
  package mutating func merge(_ other: PathTree, in table: inout ValueTable) {
    merge(other, in: &table) { table, source, target in table.merge(source, into: target) }
  }

  /// Adds a tree of another table.
  mutating func merge(_ other: PathTree, of otherTable: ValueTable, in table: inout ValueTable) {
    merge(other, in: &table) { table, source, target in
      table.merge(source, of: otherTable, into: target)
    }
  }

  private mutating func merge(
    _ other: PathTree, in table: inout ValueTable,
    values: (inout ValueTable, ValueID, ValueID) -> Void
  ) {
    if other.isAnyText, !isAnyText { uniteTexts(in: &table) }
    for (segment, child) in other.children.sorted(by: { $0.key < $1.key }) {
      update(segment, in: &table) { $0.merge(child, in: &$1, values: values) }
    }
    for (answer, value) in other.bodies.sorted(by: { $0.key < $1.key }) {
      if bodies[answer] == nil { bodies[answer] = table.makeValue() }
      if let own = bodies[answer] { values(&table, value, own) }
    }
    emptyCounts.merge(other.emptyCounts, uniquingKeysWith: +)
    absentCounts.merge(other.absentCounts, uniquingKeysWith: +)
    otherCounts.merge(other.otherCounts, uniquingKeysWith: +)
    for (mention, count) in other.mentions.sorted(by: { $0.key < $1.key }) {
      note(mention, count: count)
    }
  }
}

/// A segment of a path: its text, or the class of texts that are data.
package struct PathSegment: Hashable, Comparable, Codable, Sendable {
  package enum Class: Int, Codable, Sendable {
    case integer, uuid, hexadecimal, day, mail, code
    /// Any other text that is no word of a path.
    case text
  }

  /// `nil`: it is literal.
  package let dataClass: Class?
  /// Of a class, the empty text.
  package let text: MemberName

  package static let text = PathSegment(dataClass: .text, text: "")

  private init(dataClass: Class?, text: MemberName) {
    (self.dataClass, self.text) = (dataClass, text)
  }

  package var isLiteral: Bool { dataClass == nil }

  package static func < (left: PathSegment, right: PathSegment) -> Bool {
    (left.dataClass?.rawValue ?? -1, left.text) < (right.dataClass?.rawValue ?? -1, right.text)
  }

  init(_ dataClass: Class) { self.init(dataClass: dataClass, text: "") }

  /// - Parameters:
  ///   - segment: Percent-decoded.
  ///   - mayBeVersion: Whether a short number is the API's version here, as in `/3/movies`.
  package init(_ segment: String, mayBeVersion: Bool = false) {
    let isVersion =
      mayBeVersion && segment.utf8.count <= 2 && segment.utf8.allSatisfy(KeyName.isDigit)
    let found = isVersion ? nil : Self.dataClass(Array(segment.utf8))
    self.init(dataClass: found, text: found == nil ? MemberName(segment) : "")
  }

  /// Whether there can be such a segment: a literal one is a word.
  var isSound: Bool {
    isLiteral ? PathSegment(text.text, mayBeVersion: true) == self : text == ""
  }

  /// How long a literal segment may be.
  private static let mostBytes = 40

  private static func dataClass(_ bytes: [UInt8]) -> Class? {
    let digits = bytes.count(where: KeyName.isDigit)
    let letters = bytes.count(where: KeyName.isLetter)
    if !bytes.isEmpty, digits == bytes.count { return .integer }
    switch TextFormat(bytes[...]) {
    case .uuid: return .uuid
    case .day: return .day
    default: break
    }
    let isHexadecimal = bytes.allSatisfy { byte in
      KeyName.isDigit(byte) || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte
    }
    if 7...64 ~= bytes.count, isHexadecimal, digits > 0 { return .hexadecimal }
    if isMail(bytes) { return .mail }
    let isCode = bytes.allSatisfy { byte in
      KeyName.isDigit(byte) || KeyName.isLetter(byte) || "_=-".utf8.contains(byte)
    }
    if bytes.count >= 16, isCode, digits >= 2, letters > 0 { return .code }
    let isSpelled = bytes.allSatisfy { byte in
      KeyName.isDigit(byte) || KeyName.isLetter(byte) || "._~+@!$&'();=-".utf8.contains(byte)
    }
    let isRelative = bytes.firstRange(of: Array("..".utf8)) != nil
    return bytes.count > mostBytes || !isSpelled || isRelative ? .text : nil
  }

  private static func isMail(_ bytes: [UInt8]) -> Bool {
    let parts = bytes.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty else { return false }
    let labels = parts[1].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return labels.count > 1 && !labels.contains { $0.isEmpty }
  }
}
