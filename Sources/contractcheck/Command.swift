/// What the program can be asked to do: the one table that parsing, help and completion are made
/// from.
struct Command: Sendable {
  var name: String
  var summary: String
  /// What stands behind the options: `[CONTRACT...]`.
  var operands: String
  var options: [Option]
  /// What a person should know besides: paragraphs.
  var details: [String]
  var run: @Sendable (Arguments, Console) throws -> ExitCode

  /// An option of a command.
  struct Option: Sendable {
    /// Without the dashes.
    var name: String
    var short: Character?
    /// What its value is called; `nil`, if it has none.
    var value: String?
    var summary: String
    /// The values it may have; none: any.
    var choices: [String] = []
  }

  static let all: [Command] = [
    .check, .explain, .generate, .lint, .map, .merge, .promote, .replay, .schema, .test,
  ]

  /// The options of every command.
  static let common = [
    Option(name: "help", short: "h", value: nil, summary: "say what the command does, and stop")
  ]
}

/// How the program ends.
enum ExitCode: Int32 {
  case success = 0
  /// A payload or an example breaks its contract.
  case violations = 1
  /// A wrong command line.
  case usage = 2
  /// A contract is invalid; nothing was checked with it.
  case invalidContract = 3
  /// An input could not be read.
  case unreadableInput = 4
  /// There was nothing to check.
  case nothingChecked = 5
  /// The user has stopped it.
  case interrupted = 130
}

/// A mistake on the command line.
struct UsageError: Error {
  var message: String
  var hint: String?
}
