import ContractModel

/// The parsed command line of a command.
struct Arguments: Sendable {
  private(set) var operands: [String] = []
  private var texts: [String: [String]] = [:]

  /// - Parameter words: The words after the command.
  init(_ words: [String], of command: Command) throws(UsageError) {
    let options = command.options + Command.common
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        operands += rest
        return
      } else if word.hasPrefix("--") {
        try take(long: String(word.dropFirst(2)), of: options, &rest)
      } else if word.hasPrefix("-"), word != "-" {
        try take(short: word.dropFirst(), of: options, &rest)
      } else {
        operands.append(word)
      }
    }
  }

  func has(_ option: OptionDeclaration) -> Bool { texts[option.name] != nil }

  /// Returns all values given to an option; `true` for an option without a value.
  func given(_ option: OptionDeclaration) -> [String] { texts[option.name] ?? [] }

  // MARK: - Options

  private mutating func take(
    long word: String, of options: [OptionDeclaration], _ rest: inout ArraySlice<String>
  ) throws(UsageError) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      .map(String.init)
    guard let option = options.first(where: { $0.name == parts[0] }) else {
      let hint = nearestWord(to: parts[0], among: options.map(\.name)).map {
        "did you mean --\($0)?"
      }
      throw UsageError(message: "unknown option \(quoted("--" + parts[0]))", hint: hint)
    }
    try take(option, parts.count == 2 ? parts[1] : nil, &rest)
  }

  /// Parses `-q`, `-qv`, `-c PATH` or `-cPATH`.
  private mutating func take(
    short letters: Substring, of options: [OptionDeclaration], _ rest: inout ArraySlice<String>
  ) throws(UsageError) {
    var letters = letters
    while let letter = letters.popFirst() {
      guard let option = options.first(where: { $0.short == letter }) else {
        throw UsageError(message: "unknown option \(quoted("-\(letter)"))")
      }
      guard option.value != nil else {
        texts[option.name] = ["true"]
        continue
      }
      return try take(option, letters.isEmpty ? nil : String(letters), &rest)
    }
  }

  private mutating func take(
    _ option: OptionDeclaration, _ attached: String?, _ rest: inout ArraySlice<String>
  ) throws(UsageError) {
    guard let name = option.value else {
      guard attached == nil else {
        throw UsageError(message: "--\(option.name) takes no value")
      }
      texts[option.name] = ["true"]
      return
    }
    guard let value = attached ?? rest.popFirst() else {
      throw UsageError(message: "--\(option.name) needs a value: \(name)")
    }
    try option.admit(value)
    texts[option.name, default: []].append(value)
  }
}

extension [String] {
  /// Returns the only operand.
  func only(or message: String, hint: String) throws(UsageError) -> String {
    guard count == 1 else { throw UsageError(message: message, hint: hint) }
    return self[0]
  }
}
