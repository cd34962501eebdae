import CaptureChecking
import CaptureSources
import ContractModel
import JSONParsing

/// Reads what the configuration says for patterns of inputs: `inputs` has the types of their bodies,
/// and `records` the key paths of their record maps.
struct InputSettings {
  /// Returns the position of an offset in the configuration, as a text.
  let place: (_ offset: Int) -> String

  private static let words = RecordLayout.Word.allCases.map { "\($0)" }

  func rules(_ value: JSONValue) throws(UsageError) -> [PartHeader.InputRule] {
    try expect(.object, value, "\"inputs\" is an object of patterns for inputs")
    var rules: [PartHeader.InputRule] = []
    for rule in value.members {
      let name = rule.name.text
      try expect(
        .string, rule.value, "\(quoted(name)) has a type, such as \"[User]\" or \"event push\"")
      rules.append(PartHeader.InputRule(pattern: name, type: rule.value.string ?? ""))
    }
    return rules
  }

  func maps(_ value: JSONValue) throws(UsageError) -> [CaptureReader.Map] {
    try expect(.object, value, "\"records\" is an object of patterns for inputs")
    var maps: [CaptureReader.Map] = []
    for rule in value.members {
      let pattern = Glob(inAnyFolder: rule.name.text)
      guard !rule.name.text.isEmpty, !maps.contains(where: { $0.pattern == pattern }) else {
        let problem = rule.name.text.isEmpty ? "is empty" : "is there twice"
        throw error(rule.nameRange, "the pattern \(quoted(rule.name.text)) \(problem)")
      }
      maps.append((pattern, try layout(rule)))
    }
    return maps
  }

  private func layout(_ rule: JSONMember) throws(UsageError) -> RecordLayout {
    let name = quoted(rule.name.text)
    try expect(.object, rule.value, "\(name) is an object of words and key paths")
    var (known, isBase64): (Set<RecordLayout.Word>, Bool) = ([], false)
    var paths: [(word: RecordLayout.Word, path: String)] = []
    for member in rule.value.members {
      guard let number = Self.words.firstIndex(of: member.name.text),
        let word = RecordLayout.Word(rawValue: number)
      else {
        throw error(
          member.nameRange, "unknown word \(quoted(member.name.text))",
          hint: didYouMean(member.name.text, among: Self.words)
            ?? "the words are " + Self.words.joined(separator: ", "))
      }
      guard known.insert(word).inserted else {
        throw error(member.nameRange, "two paths are given for \"\(word)\"")
      }
      try expect(.string, member.value, "\"\(word)\" is a key path, such as \"http.method\"")
      let path = member.value.string ?? ""
      guard path.split(separator: ".", omittingEmptySubsequences: false).allSatisfy({ !$0.isEmpty })
      else {
        throw error(
          member.value.byteRange, "the key path of \"\(word)\" has an empty step: \(quoted(path))")
      }
      if let other = paths.first(where: { MemberName.isSame($0.path, path) }) {
        throw error(member.value.byteRange, "\(quoted(path)) is the path of \"\(other.word)\", too")
      }
      let isOfAll = word == .bodyEncoding && path == "base64"
      if isOfAll { isBase64 = true } else { paths.append((word, path)) }
    }
    guard known.contains(.url) || known.isSuperset(of: [.event, .data]) else {
      throw error(
        rule.nameRange, "\(name) has no path for \"url\"",
        hint: "an exchange has a url, and an event has event and data")
    }
    return RecordLayout(paths, isBase64: isBase64)
  }

  // MARK: - Errors

  private func expect(_ kind: JSONKind, _ value: JSONValue, _ text: String) throws(UsageError) {
    guard value.kind != kind else { return }
    throw error(value.byteRange, "\(text), not \(value.kind.words)")
  }

  private func error(_ range: Range<Int>, _ message: String, hint: String? = nil) -> UsageError {
    UsageError(message: "\(place(range.lowerBound)): \(message)", hint: hint)
  }
}
