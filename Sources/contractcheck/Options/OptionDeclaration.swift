import ContractModel

/// The declaration of an option, from which parsing, help, the manual page and completion are made.
struct OptionDeclaration: Sendable {
  /// The part of a check that depends on an option.
  enum Effect {
    /// The option changes the counts. Parts are merged only if their values are equal, and `merge`
    /// takes the value from them.
    case counting
    /// The option changes how the counts are judged, so `merge` has the option, too.
    case judging
    /// The option affects only one run.
    case running
  }

  /// The place of a path in a value. In the configuration, the path is relative to the file, unless
  /// it is `git:REV:PATH`.
  enum PathPlace {
    case whole, behindEquals
  }

  /// The name, without the dashes.
  let name: String
  let short: Character?
  /// The name of the value; `nil` if the option has none.
  let value: String?
  let summary: String
  let effect: Effect
  let path: PathPlace?
  /// The possible values; empty for any.
  var choices: [String] = []
  /// The words that a shell offers for the value, if neither `choices` nor the value's name
  /// determine them.
  let offered: WordCompletion?

  init(
    _ name: String, _ value: String?, _ summary: String, _ effect: Effect = .running,
    short: Character? = nil, offered: WordCompletion? = nil, path: PathPlace? = nil
  ) {
    (self.name, self.value, self.summary, self.effect) = (name, value, summary, effect)
    (self.short, self.offered, self.path) = (short, offered, path)
  }

  /// The name of the environment variable: `CONTRACTCHECK_FAIL_ON` for `fail-on`.
  var variable: String { "CONTRACTCHECK_" + name.uppercased().replacing("-", with: "_") }

  /// The words that a shell offers for the value.
  var completion: WordCompletion {
    if !choices.isEmpty { return .words(choices) }
    return offered ?? (value == "FILE" ? .files : .nothing)
  }

  /// The spellings of the option: `--contracts`, and `-c` if it has a short form.
  var spellings: [String] { ["--\(name)"] + (short.map { ["-\($0)"] } ?? []) }

  /// - Throws: `UsageError` if the option cannot have the value.
  func admit(_ text: String) throws(UsageError) {
    guard !choices.isEmpty, !choices.contains(text) else { return }
    throw UsageError(
      message: "--\(name) is one of \(choices.joined(separator: ", ")), not \(quoted(text))",
      hint: didYouMean(text, among: choices))
  }
}

// MARK: - Options of several commands

extension OptionDeclaration {
  static let contracts = OptionDeclaration(
    "contracts", "PATH", "a contract, or a folder that is searched for them; may be repeated",
    .judging, short: "c", offered: .files, path: .whole)

  static let help = OptionDeclaration("help", nil, "print help", short: "h")

  /// The seed of drawn payloads.
  static let seed = OptionDeclaration(
    "seed", "S", "what payloads are drawn from; by default a number that the contract has")

  static let package = OptionDeclaration(
    "package", "PATH", "a folder of the package; without it, the working folder", offered: .files)

  static let payloadType = OptionDeclaration(
    "as", "TYPE", "what the payload is: [User], user: User, or an endpoint such as \"GET /users\"")
}

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
