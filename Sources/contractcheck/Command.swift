import Foundation

/// A command of the program. Parsing, help and completion use the same table of commands.
struct Command: Sendable {
  var name: String
  var summary: String
  /// The words after the options: `[CONTRACT...]`.
  var operands: String
  var options: [OptionDeclaration]
  /// Further paragraphs of help.
  var details: [String]
  /// The words that a shell offers for an operand.
  var offered = WordCompletion.files
  var run: @Sendable (Arguments, Console) throws -> ExitCode

  /// `contractcheck check [OPTION...] [INPUT...]`.
  var usage: String {
    "contractcheck \(name) [OPTION...]" + (operands.isEmpty ? "" : " \(operands)")
  }

  // Without a stated type, the compiler infers it again for each file that uses the table.
  static let all: [Command] = [
    check, completions, diff, explain, export, generate, `import`, infer, lint, man, map, merge,
    mutate, promote, redact, replay, schema, serve, stats, test, uses,
  ]

  static let common: [OptionDeclaration] = CommonOptions.options + [.help]
}

extension Command {
  /// Creates a command that reads its options before it looks at its operands.
  init<Options>(
    name: String, summary: String, operands: String, details: [String],
    offered: WordCompletion = .files,
    options read: @escaping @Sendable (inout OptionReader) throws(UsageError) -> Options,
    run: @escaping @Sendable (Options, _ operands: [String], Console) throws -> ExitCode
  ) {
    self.init(
      name: name, summary: summary, operands: operands,
      options: OptionReader.declarations(of: read), details: details, offered: offered
    ) { arguments, console in
      var reader = OptionReader(arguments.given)
      return try run(read(&reader), arguments.operands, console)
    }
  }
}

extension String {
  /// The parts between blank lines.
  var paragraphs: [String] { components(separatedBy: "\n\n") }
}
