import ContractModel

/// A command line taken apart by a command's options.
struct Arguments: Sendable {
  private(set) var operands: [String] = []
  private var values: [String: [String]] = [:]
  private var flags: Set<String> = []

  /// - Parameter words: The words behind the command.
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

  func has(_ flag: String) -> Bool { flags.contains(flag) }

  /// All values given to an option that may be repeated.
  func values(_ option: String) -> [String] { values[option] ?? [] }

  /// The last value given to an option.
  func value(_ option: String) -> String? { values[option]?.last }

  // MARK: - Options

  private mutating func take(
    long word: String, of options: [Command.Option], _ rest: inout ArraySlice<String>
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

  /// Takes `-q`, `-qv`, `-c PATH` or `-cPATH`.
  private mutating func take(
    short letters: Substring, of options: [Command.Option], _ rest: inout ArraySlice<String>
  ) throws(UsageError) {
    var letters = letters
    while let letter = letters.popFirst() {
      guard let option = options.first(where: { $0.short == letter }) else {
        throw UsageError(message: "unknown option \(quoted("-\(letter)"))", hint: nil)
      }
      guard option.value != nil else {
        flags.insert(option.name)
        continue
      }
      return try take(option, letters.isEmpty ? nil : String(letters), &rest)
    }
  }

  private mutating func take(
    _ option: Command.Option, _ attached: String?, _ rest: inout ArraySlice<String>
  ) throws(UsageError) {
    guard let name = option.value else {
      guard attached == nil else {
        throw UsageError(message: "--\(option.name) takes no value", hint: nil)
      }
      flags.insert(option.name)
      return
    }
    guard let value = attached ?? rest.popFirst() else {
      throw UsageError(message: "--\(option.name) needs a value: \(name)", hint: nil)
    }
    try option.admit(value)
    values[option.name, default: []].append(value)
  }
}

extension Command.Option {
  /// Takes a value, wherever it was given.
  ///
  /// - Throws: That it is none of those that the option may have.
  func admit(_ value: String) throws(UsageError) {
    guard !choices.isEmpty, !choices.contains(value) else { return }
    throw UsageError(
      message: "--\(name) is one of \(choices.joined(separator: ", ")), not \(quoted(value))",
      hint: didYouMean(value, among: choices))
  }
}
