import ContractModel
import JSONParsing

/// The keys of a mapping that are spellings of one key: `sportId` in most objects, `sportID` in
/// some.
struct KeySpellings {
  /// A key by its number, with its values.
  struct Key {
    var number: Int
    var name: MemberName
    var count: Int
    var kinds: KindSet
    /// Whether any object has the key in two spellings.
    var isDoubled: Bool
  }

  /// The style that reads all spellings; `nil` if each key has only one.
  private(set) var style: MappingSettings.KeyStyle?
  /// The other spellings, by the most frequent one.
  private(set) var others: [Int: [Int]] = [:]

  /// - Parameters:
  ///   - keys: The keys of the mapping itself.
  ///   - inherited: The keys of its bases, which the style applies to, too.
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

  /// Whether the keys are spellings of one key, with one kind of values, and no object has two of
  /// them.
  private static func isOneKey(_ keys: [Key], _ total: Int) -> Bool {
    let count = keys.reduce(0) { $0 + $1.count }
    guard Set(keys.map(\.kinds)).count == 1, !keys.contains(where: \.isDoubled) else {
      return false
    }
    // For names that differ beyond ASCII, it was not recorded whether an object has both.
    let isKnown = keys.allSatisfy { $0.name.plain == keys[0].name.plain }
    return isKnown ? count <= total : count == total
  }
}
