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
  /// What a shell offers for an operand.
  var offered = WordCompletion.files
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
    /// What a shell offers for the value, where neither `choices` nor the value's name says it.
    var offered: WordCompletion? = nil
  }

  static let all: [Command] = [
    .check, .completions, .explain, .generate, .lint, .man, .map, .merge, .promote, .replay,
    .schema, .test,
  ]

  /// The options of every command.
  static let common = [
    ColorChoice.option,
    Option(name: "help", short: "h", value: nil, summary: "say what the command does, and stop"),
  ]
}

/// A mistake on the command line.
struct UsageError: Error {
  var message: String
  var hint: String?
}
