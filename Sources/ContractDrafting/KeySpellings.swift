import ContractModel
import JSONParsing

/// The keys of a mapping that are one key in several spellings: `sportId` in most objects, `sportID` in
/// some.
struct KeySpellings {
  /// A key that objects have, by its number, and what is known of it.
  struct Key {
    var number: Int
    var name: MemberName
    var count: Int
    var kinds: KindSet
    /// Whether an object is known that has it in two spellings.
    var isDoubled = false
  }

  /// The style that reads all spellings; `nil`, if each key has one.
  private(set) var style: MappingSettings.KeyStyle?
  /// The other spellings, by the most frequent one.
  private(set) var others: [Int: [Int]] = [:]

  init() {}

  /// - Parameters:
  ///   - keys: Those of the mapping itself.
  ///   - inherited: The keys of what it extends, which its style reads, too.
  ///   - total: How many objects there are.
  init(_ keys: [Key], inherited: [MemberName], total: Int) {
    for style in [MappingSettings.KeyStyle.anyCase, .snakeCase] {
      let folding = KeyFolding(style)
      let folded = Dictionary(grouping: keys) { MemberName(folding.folded($0.name.text)) }
      let several = folded.values.filter { $0.count > 1 }
      guard several.allSatisfy({ Self.isOneKey($0, total) }),
        !inherited.contains(where: { folded[MemberName(folding.folded($0.text))] != nil })
      else { continue }
      let found = several.map { group in
        group.sorted { ($1.count, $0.name) < ($0.count, $1.name) }.map(\.number)
      }
      let count = found.reduce(0) { $0 + $1.count - 1 }
      guard count > others.values.reduce(0, { $0 + $1.count }) else { continue }
      self.style = style
      others = Dictionary(uniqueKeysWithValues: found.map { ($0[0], Array($0.dropFirst())) })
    }
  }

  /// Whether the keys are one, of one kind of value, which no object has in two spellings.
  private static func isOneKey(_ keys: [Key], _ total: Int) -> Bool {
    let count = keys.reduce(0) { $0 + $1.count }
    guard Set(keys.map(\.kinds)).count == 1, !keys.contains(where: \.isDoubled) else {
      return false
    }
    // Of names that are not alike in ASCII, nobody has looked for two in one object.
    let isKnown = keys.allSatisfy { $0.name.plain == keys[0].name.plain }
    return isKnown ? count <= total : count == total
  }
}
