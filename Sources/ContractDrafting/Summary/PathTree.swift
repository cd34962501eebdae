import CaptureChecking
package import JSONParsing
import MappingEngine

/// The paths of a host's requests, segment by segment, and the responses.
package struct PathTree: Codable, Sendable {
  package struct Answer: Hashable, Comparable, Codable, Sendable {
    package let method: MemberName
    /// The action at a path with many actions, as a condition of an endpoint; empty, if the request
    /// names none.
    package private(set) var action: MemberName
    package let status: Int

    package init(method: MemberName, action: MemberName = "", status: Int) {
      (self.method, self.action, self.status) = (method, action, status)
    }

    package static func < (left: Answer, right: Answer) -> Bool {
      (left.method, left.action, left.status) < (right.method, right.action, right.status)
    }

    fileprivate var ofAnyAction: Answer {
      var answer = self
      answer.action = ""
      return answer
    }
  }

  /// A segment of a path, and the member of a body with the same value.
  package struct Mention: Hashable, Comparable, Codable, Sendable {
    /// The segment's place, zero-based.
    package let segment: Int
    /// `id`, `owner.login`.
    package let keyPath: MemberName

    package static func < (left: Mention, right: Mention) -> Bool {
      (left.segment, left.keyPath) < (right.segment, right.keyPath)
    }
  }

  /// The trees behind segments. More than 256 literal segments are combined into the class `text`.
  package internal(set) var children: [PathSegment: PathTree] = [:]
  var isAnyText = false
  /// Whether the responses to all actions are combined.
  private var isAnyAction = false
  package internal(set) var bodies: [Answer: ValueID] = [:]
  /// The number of empty bodies of responses that could have one.
  package internal(set) var emptyCounts: [Answer: Int] = [:]
  /// The number of missing bodies of responses that need none.
  package internal(set) var absentCounts: [Answer: Int] = [:]
  /// The number of bodies that are not JSON.
  package internal(set) var otherCounts: [Answer: Int] = [:]
  /// The number of bodies by mention of a path segment: the 64 smallest mentions.
  package internal(set) var mentions: [Mention: Int] = [:]

  static let mostTexts = 256
  private static let mostMentions = 64
  /// The number of actions of a path above which actions count as data.
  private static let mostActions = 64

  package init() {}

  /// `children` is encoded separately, since coders should not recurse.
  private enum CodingKeys: CodingKey {
    case isAnyText, isAnyAction, bodies, emptyCounts, absentCounts, otherCounts, mentions
  }
}

extension PathTree {
  /// Changes the tree behind a segment.
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

  /// Combines all literal segments into one of the class `text`.
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

  /// Adds another tree.
  ///
  /// - Parameter otherTable: The table of its values; `nil` for the same one.
  mutating func merge(
    _ other: PathTree, of otherTable: ValueTable? = nil, in table: inout ValueTable
  ) {
    if other.isAnyText, !isAnyText { uniteTexts(in: &table) }
    for (segment, child) in other.children.sorted(by: { $0.key < $1.key }) {
      update(segment, in: &table) { $0.merge(child, of: otherTable, in: &$1) }
    }
    mergeAnswers(other, of: otherTable, in: &table)
  }

  /// Merges the responses at the path itself. Separate from the recursion over segments.
  private mutating func mergeAnswers(
    _ other: PathTree, of otherTable: ValueTable?, in table: inout ValueTable
  ) {
    if other.isAnyAction { uniteActions(in: &table) }
    for (answer, value) in other.bodies.sorted(by: { $0.key < $1.key }) {
      table.merge(value, of: otherTable, into: body(of: answer, in: &table))
    }
    for counts in Self.counts {
      self[keyPath: counts].merge(other[keyPath: counts], uniquingKeysWith: +)
    }
    limitActions(in: &table)
    for (mention, count) in other.mentions.sorted(by: { $0.key < $1.key }) {
      note(mention, count: count)
    }
  }
}

// MARK: - Answers

extension PathTree {
  private static var counts: [WritableKeyPath<PathTree, [Answer: Int]>] {
    [\.emptyCounts, \.absentCounts, \.otherCounts]
  }

  /// Returns the tree with a mark after each method. After merging with another tree, the requests
  /// stay separate, while data segments of paths are found from both.
  func withMethods(marked mark: String) -> PathTree {
    func marked<Value>(_ answers: [Answer: Value]) -> [Answer: Value] {
      let changed = answers.map { answer, value in
        let method = MemberName(answer.method.text + mark)
        return (Answer(method: method, action: answer.action, status: answer.status), value)
      }
      return Dictionary(uniqueKeysWithValues: changed)
    }
    var tree = self
    tree.bodies = marked(bodies)
    for counts in Self.counts { tree[keyPath: counts] = marked(self[keyPath: counts]) }
    tree.children = children.mapValues { $0.withMethods(marked: mark) }
    return tree
  }
}

// MARK: - Actions

extension PathTree {
  /// Returns the summary of an answer's bodies.
  mutating func body(of answer: Answer, in table: inout ValueTable) -> ValueID {
    let answer = isAnyAction ? answer.ofAnyAction : answer
    if let value = bodies[answer] { return value }
    let value = table.makeValue()
    bodies[answer] = value
    return value
  }

  private var answers: [Answer] {
    [emptyCounts, absentCounts, otherCounts].flatMap(\.keys) + bodies.keys
  }

  package var hasActions: Bool { answers.contains { $0.action != "" } }

  /// Combines all actions, if there are too many.
  mutating func limitActions(in table: inout ValueTable) {
    let answers = answers
    guard answers.count > Self.mostActions, Set(answers.map(\.action)).count > Self.mostActions
    else {
      return
    }
    uniteActions(in: &table)
  }

  /// Combines the answers to all actions.
  package mutating func uniteActions(in table: inout ValueTable) {
    isAnyAction = true
    for (answer, value) in bodies.sorted(by: { $0.key < $1.key }) where answer.action != "" {
      bodies[answer] = nil
      if let own = bodies[answer.ofAnyAction] {
        table.merge(value, into: own)
      } else {
        bodies[answer.ofAnyAction] = value
      }
    }
    for counts in Self.counts {
      self[keyPath: counts] = Dictionary(
        self[keyPath: counts].map { ($0.ofAnyAction, $1) }, uniquingKeysWith: +)
    }
  }

  /// Whether responses to different actions have different shapes: two of them share less than half
  /// of the smaller one's key paths.
  package func hasManyShapes(in table: ValueTable) -> Bool {
    let shapes = bodies.sorted { $0.key < $1.key }
      .filter { 200...299 ~= $0.key.status && $0.key.action != "" }
      .map { table.keyPaths(of: $0.value) }
    return shapes.indices.contains { index in
      shapes[..<index].contains { other in
        let least = min(other.count, shapes[index].count)
        return least > 0 && other.intersection(shapes[index]).count * 2 < least
      }
    }
  }
}

extension ValueTable {
  /// Returns the key paths of members, at most three levels deep; for an array, those of its
  /// elements.
  fileprivate func keyPaths(of value: ValueID, behind start: String = "", depth: Int = 3)
    -> Set<MemberName>
  {
    guard depth > 0 else { return [] }
    var paths: Set<MemberName> = []
    if let element = self[value].element {
      paths = keyPaths(of: element, behind: start, depth: depth)
    }
    for member in self[value].objects.flatMap({ object($0.id).sortedMembers }) {
      let path = start + "." + member.name.text
      paths.insert(MemberName(path))
      paths.formUnion(keyPaths(of: member.value, behind: path, depth: depth - 1))
    }
    return paths
  }
}

/// A segment of a path: a literal text, or a class of data.
package struct PathSegment: Hashable, Comparable, Codable, Sendable {
  package enum Class: Int, Codable, Sendable {
    case integer, uuid, hexadecimal, day, mail, code
    /// Any other text that is not a word.
    case text
  }

  /// The class of data; `nil` for a literal segment.
  package let dataClass: Class?
  /// The text; empty for a class.
  package let text: MemberName

  package static let text = PathSegment(dataClass: .text, text: "")

  private init(dataClass: Class?, text: MemberName) {
    (self.dataClass, self.text) = (dataClass, text)
  }

  package var isLiteral: Bool { dataClass == nil }

  package static func < (left: PathSegment, right: PathSegment) -> Bool {
    (left.dataClass?.rawValue ?? -1, left.text) < (right.dataClass?.rawValue ?? -1, right.text)
  }

  /// - Parameters:
  ///   - segment: The percent-decoded segment.
  ///   - mayBeVersion: Whether a short number is the API's version, as in `/3/movies`.
  package init(_ segment: String, mayBeVersion: Bool = false) {
    let isVersion =
      mayBeVersion && segment.utf8.count <= 2 && segment.utf8.allSatisfy(KeyName.isDigit)
    let found = isVersion ? nil : Self.dataClass(Array(segment.utf8))
    self.init(dataClass: found, text: found == nil ? MemberName(segment) : "")
  }

  /// Whether the decoded segment is valid: a literal one must be a word.
  var isSound: Bool {
    isLiteral ? PathSegment(text.text, mayBeVersion: true) == self : text == ""
  }

  /// The greatest length of a literal segment, in bytes.
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
    if 7...64 ~= bytes.count, digits > 0, bytes.allSatisfy(Words.isHexadecimal) {
      return .hexadecimal
    }
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
