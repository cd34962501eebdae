import CaptureChecking
import CaptureSources
import ContractModel
import DiskReading
import Foundation
import JSONParsing

/// The program: finds the command, runs it, and returns its exit code.
@main
struct ContractCheck {
  static func main() {
    OutputDescriptor.prepareStandardStreams()
    exit(run(Array(CommandLine.arguments.dropFirst()), .standard).rawValue)
  }

  /// Runs the program with the words of a command line.
  static func run(_ words: [String], _ console: Console) -> ExitCode {
    var console = console.colored(.auto)
    do {
      return try start(words, &console)
    } catch {
      return end(with: error, words, console)
    }
  }

  /// - Parameter console: The console, which gets the colors that the words select.
  private static func start(_ words: [String], _ console: inout Console) throws -> ExitCode {
    guard let name = words.first else {
      console.error(Help.overview, terminator: "")
      return .usage
    }
    switch name {
    case "-h", "--help", "help": return try help(words.dropFirst().first, console)
    case "--version":
      try console.print(Help.version)
      return .success
    default: break
    }
    // `contractcheck Fixtures` means `contractcheck check Fixtures`.
    let isInput = name == "-" || FileManager.default.fileExists(atPath: name)
    let named = Command.all.first { $0.name == name }
    let command = try named ?? (isInput ? .check : command(name))
    let rest = command.name == name ? Array(words.dropFirst()) : words
    let arguments = try Arguments(rest, of: command)
    if arguments.has(.help) { return try help(command.name, console) }
    let given = LayeredOptions(arguments: arguments, environment: console.environment)
    console = console.colored(try CommonOptions(given.given).color)
    return try command.run(arguments, console)
  }

  private static func help(_ name: String?, _ console: Console) throws -> ExitCode {
    try console.print(name.map { Help.text(of: try command($0)) } ?? Help.overview, terminator: "")
    return .success
  }

  private static func command(_ name: String) throws(UsageError) -> Command {
    if let command = Command.all.first(where: { $0.name == name }) { return command }
    let hint =
      didYouMean(name, among: Command.all.map(\.name)) ?? "contractcheck --help lists the commands"
    throw UsageError(message: "unknown command \(quoted(name))", hint: hint)
  }

  // MARK: - Errors

  /// Reports the error of a run, unless it was reported already.
  ///
  /// - Parameter words: The command line, without the program's name.
  static func end(with error: any Error, _ words: [String], _ console: Console) -> ExitCode {
    if let code = error as? ExitCode { return code }
    if let error = error as? UsageError {
      console.problem(error.message, hint: error.hint)
      return .usage
    }
    guard let message = message(ofSurroundings: error) else {
      console.problem("internal error: \(displayed("\(error)"))", hint: report(words))
      return .internalError
    }
    console.problem(displayed(message))
    return .unreadableInput
  }

  /// The message of an error of files or of the operating system; `nil` for any other error, which
  /// no command expects.
  private static func message(ofSurroundings error: any Error) -> String? {
    switch error {
    case is ReadFailure, is WriteFailure, is RegularFile.Unreadable, is PartError: "\(error)"
    default: SystemReason.isOfSystem(error) ? SystemReason.sentence(error) : nil
    }
  }

  private static func report(_ words: [String]) -> String {
    let line = (["contractcheck"] + words).map { word in
      word.contains(where: { !$0.isLetter && !$0.isNumber && !"-_./=,:@%+".contains($0) })
        || word.isEmpty ? CompletionShell.bash.quoted(word) : word
    }
    return "this is a bug; please report it with the command line: "
      + displayed(line.joined(separator: " "))
  }
}
