import ContractModel

/// The words that a shell offers on the command line.
enum WordCompletion: Sendable, Equatable {
  case nothing
  case files
  case words([String])
  /// One of some words, followed by `=` and one of other words.
  case pairs([String], [String])
  /// One of some words, alone or followed by `=` and a file.
  case wordsOfFiles([String])

  /// The names of the rules of payloads.
  static let rules = WordCompletion.words(RuleID.allCases.map(\.rawValue))
}

extension OptionDeclaration {
  /// The words that a shell offers for the value.
  var completion: WordCompletion {
    if !choices.isEmpty { return .words(choices) }
    return offered ?? (value == "FILE" ? .files : .nothing)
  }

  /// The spellings of the option: `--contracts`, and `-c` if it has a short form.
  var spellings: [String] { ["--\(name)"] + (short.map { ["-\($0)"] } ?? []) }
}
