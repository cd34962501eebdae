import Foundation
import JSONParsing

/// Folds keys by a key style, so that two spellings of one key become the same.
///
/// Under `anyCase` the case of letters does not count. Under `snakeCase` a key becomes what
/// `JSONDecoder` makes of it by `convertFromSnakeCase`: `avatar_url` and `avatarUrl` are one key, and
/// `AvatarUrl`, without an underscore between words, is another. A word after the first that is an
/// acronym is written as that, with its plural: with `URL`, `avatar_url` and `avatarURL` are one key.
package struct KeyFolding: Sendable {
  private let style: MappingSettings.KeyStyle
  /// As they are written, by their small letters.
  private let acronyms: [String: String]

  package init(_ style: MappingSettings.KeyStyle, acronyms: [String] = []) {
    self.style = style
    let words = acronyms.filter { !$0.isEmpty }
    self.acronyms = Dictionary(
      words.map { ($0.lowercased(), $0) } + words.map { ($0.lowercased() + "s", $0 + "s") },
      uniquingKeysWith: { first, _ in first })
  }

  package init(_ settings: MappingSettings) {
    self.init(settings.keys ?? .exact, acronyms: settings.acronyms ?? [])
  }

  package func folded(_ key: String) -> String {
    switch style {
    case .exact: key
    case .anyCase: Self.lowercased(key.unicodeScalars)
    case .snakeCase: camelCase(key)
    }
  }

  /// Whether two names of members are one key.
  package func makesOne(of name: String, and other: String) -> Bool {
    MemberName(folded(name)) == MemberName(folded(other))
  }

  private static func lowercased(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    var result = String.UnicodeScalarView()
    for scalar in scalars {
      result.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars)
    }
    return String(result)
  }

  /// As Foundation has it: underscores at both ends stay, and one word stays as it is. Words are
  /// capitalized by Foundation itself, whose rules for marks and digits in them are its own.
  private func camelCase(_ key: String) -> String {
    guard key.utf8.contains(UInt8(ascii: "_")) else { return key }
    let start = key.prefix { $0 == "_" }
    let end = key.dropFirst(start.count).reversed().prefix { $0 == "_" }.count
    let words = key.dropFirst(start.count).dropLast(end).split(separator: "_")
    guard let first = words.first, words.count > 1 else { return key }
    let rest = words.dropFirst().map { acronyms[$0.lowercased()] ?? $0.capitalized }
    return start + first.lowercased() + rest.joined() + key.suffix(end)
  }
}
