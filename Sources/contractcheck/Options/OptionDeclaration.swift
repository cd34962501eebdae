import ContractModel

/// An option as it is written and told of: what parsing, help, the manual page and completion are
/// made from.
struct OptionDeclaration: Sendable {
  /// The part of a check that depends on an option.
  enum Effect {
    /// It changes what is counted: parts are merged only if theirs is the same, and `merge` takes
    /// it from them.
    case counting
    /// It changes how the counts are judged: `merge` has the option, too.
    case judging
    /// It changes how one run goes.
    case running
  }

  /// The place of a path in a value; in the configuration it is relative to the file.
  enum PathPlace {
    case whole, behindEquals
  }

  /// Without the dashes.
  let name: String
  let short: Character?
  /// The name of its value; `nil`, if it has none.
  let value: String?
  let summary: String
  let effect: Effect
  let path: PathPlace?
  /// The values it may have; none: any.
  var choices: [String] = []
  /// The words that a shell offers for the value, where neither `choices` nor the value's name says
  /// it.
  let offered: WordCompletion?

  init(
    _ name: String, _ value: String?, _ summary: String, _ effect: Effect = .running,
    short: Character? = nil, offered: WordCompletion? = nil, path: PathPlace? = nil
  ) {
    (self.name, self.value, self.summary, self.effect) = (name, value, summary, effect)
    (self.short, self.offered, self.path) = (short, offered, path)
  }

  /// The variable of the environment: `fail-on` is `CONTRACTCHECK_FAIL_ON`.
  var variable: String { "CONTRACTCHECK_" + name.uppercased().replacing("-", with: "_") }

  /// Takes a value, wherever it was given.
  ///
  /// - Throws: That it is none of those that the option may have.
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

  static let help = OptionDeclaration(
    "help", nil, "print help", short: "h")

  static let package = OptionDeclaration(
    "package", "PATH", "a folder of the package; without it, the working folder", offered: .files)

  static let payloadType = OptionDeclaration(
    "as", "TYPE",
    "what the payload is: [User], user: User, or an endpoint such as \"GET /users\"")
}
