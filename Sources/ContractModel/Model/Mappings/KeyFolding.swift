import Foundation
import JSONParsing

/// Folds keys by a key style, so that different spellings of a key become equal.
///
/// With `anyCase`, case is ignored. With `snakeCase`, a key is converted as by `JSONDecoder`'s
/// `convertFromSnakeCase`: `avatar_url` and `avatarUrl` are the same key; `AvatarUrl`, without an
/// underscore between words, is a different one. A word after the first one that is an acronym, or
/// its plural, is written as such: with `URL`, `avatar_url` and `avatarURL` are the same key.
package struct KeyFolding: Sendable {
  private let style: MappingSettings.KeyStyle
  /// The acronyms as written, by their lower-case form.
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

  /// Returns whether two member names are the same key.
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

  /// Returns the key in camel case, as Foundation converts it: underscores at both ends stay, and a
  /// single word is unchanged. Foundation's own `capitalized` is used, because it has special rules
  /// for marks and digits.
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
