import ContractModel

/// The words that a shell offers on the command line, besides those that the person types.
enum WordCompletion: Sendable, Equatable {
  case nothing
  case files
  case words([String])
  /// One of some words, with `=` and one of others after it.
  case pairs([String], [String])
  /// One of some words alone, or with `=` and a file after it.
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

  /// The ways to write it: `--contracts`, and `-c` if it is short, too.
  var spellings: [String] { ["--\(name)"] + (short.map { ["-\($0)"] } ?? []) }
}
