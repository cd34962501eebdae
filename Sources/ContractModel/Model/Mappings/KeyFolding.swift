import JSONParsing

/// Folds keys by a key style, so that two spellings of one key become the same.
///
/// Under `anyCase` the case of letters does not count. Under `snakeCase` a key is its words in
/// small letters, joined by `_`: `avatarURL`, `AvatarUrl` and `avatar_url` are one key. A word
/// starts at a capital behind a small letter or digit, and at the last of several capitals if a
/// small letter follows (`URLString` is `url_string`), as `JSONEncoder` has it; an acronym is a
/// word, with its plural: with `ID`, `userIDs` is `user_ids`.
package struct KeyFolding: Sendable {
  private let style: MappingSettings.KeyStyle
  /// The longest first.
  private let acronyms: [[Unicode.Scalar]]

  package init(_ style: MappingSettings.KeyStyle, acronyms: [String] = []) {
    self.style = style
    self.acronyms = acronyms.map { Array($0.unicodeScalars) }.filter { !$0.isEmpty }
      .sorted { $0.count > $1.count }
  }

  package init(_ settings: MappingSettings) {
    self.init(settings.keys ?? .exact, acronyms: settings.acronyms ?? [])
  }

  package func folded(_ key: String) -> String {
    switch style {
    case .exact: key
    case .anyCase: Self.lowercased(key.unicodeScalars)
    case .snakeCase: snakeCase(Array(key.unicodeScalars))
    }
  }

  private static func lowercased(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    var result = String.UnicodeScalarView()
    for scalar in scalars { append(scalar, to: &result) }
    return String(result)
  }

  private static func append(_ scalar: Unicode.Scalar, to result: inout String.UnicodeScalarView) {
    result.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars)
  }

  // MARK: - Words

  private func snakeCase(_ scalars: [Unicode.Scalar]) -> String {
    var result = String.UnicodeScalarView()
    var position = 0
    var isBehindAcronym = true
    while position < scalars.count {
      // Inside a run of capitals no acronym starts: the last two letters of VALID are none.
      let mayStart = isBehindAcronym || !scalars[position - 1].properties.isUppercase
      let acronym = mayStart ? acronymLength(at: position, in: scalars) : 0
      isBehindAcronym = acronym > 0
      let isStart = acronym > 0 || Self.isWordStart(position, in: scalars)
      if isStart, let last = result.last, last != "_" { result.append("_") }
      for scalar in scalars[position..<position + max(1, acronym)] {
        Self.append(scalar, to: &result)
      }
      position += max(1, acronym)
      let isInside = acronym > 0 && position < scalars.count && scalars[position] != "_"
      if isInside { result.append("_") }
    }
    return String(result)
  }

  private static func isWordStart(_ position: Int, in scalars: [Unicode.Scalar]) -> Bool {
    guard position > 0, scalars[position].properties.isUppercase else { return false }
    let before = scalars[position - 1]
    if before.properties.isLowercase || ("0"..."9").contains(before) { return true }
    let isFollowedBySmall =
      position + 1 < scalars.count && scalars[position + 1].properties.isLowercase
    return before.properties.isUppercase && isFollowedBySmall
  }

  /// How long the acronym is that stands at a position, with its plural's `s`; 0, if none does.
  private func acronymLength(at position: Int, in scalars: [Unicode.Scalar]) -> Int {
    for acronym in acronyms where scalars[position...].starts(with: acronym) {
      let end = position + acronym.count
      let isPlural =
        end < scalars.count && scalars[end] == "s" && !Self.isSmall(end + 1, in: scalars)
      if isPlural { return end + 1 - position }
      if isWordEnd(end, in: scalars) { return end - position }
    }
    return 0
  }

  /// Whether no word goes on at a position: capitals do, unless they start one.
  private func isWordEnd(_ position: Int, in scalars: [Unicode.Scalar]) -> Bool {
    guard position < scalars.count else { return true }
    if scalars[position].properties.isLowercase { return false }
    guard scalars[position].properties.isUppercase else { return true }
    return Self.isSmall(position + 1, in: scalars) || acronymLength(at: position, in: scalars) > 0
  }

  private static func isSmall(_ position: Int, in scalars: [Unicode.Scalar]) -> Bool {
    position < scalars.count && scalars[position].properties.isLowercase
  }
}
