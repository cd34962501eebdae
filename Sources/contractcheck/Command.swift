/// What the program can be asked to do: the one table that parsing, help and completion are made
/// from.
struct Command: Sendable {
  var name: String
  var summary: String
  /// What stands behind the options: `[CONTRACT...]`.
  var operands: String
  var options: [OptionDeclaration]
  /// What a person should know besides: paragraphs.
  var details: [String]
  /// What a shell offers for an operand.
  var offered = WordCompletion.files
  var run: @Sendable (Arguments, Console) throws -> ExitCode

  static let all: [Command] = [
    .check, .completions, .explain, .generate, .lint, .man, .map, .merge, .promote, .replay,
    .schema, .test,
  ]

  /// The options of every command.
  static let common = CommonOptions.options + [.help]
}

/// A mistake on the command line.
struct UsageError: Error {
  var message: String
  var hint: String?
}
