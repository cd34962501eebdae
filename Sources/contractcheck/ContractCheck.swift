import ContractModel
import Foundation
import JSONParsing

/// The program: finds the command, runs it, and says how it ended.
@main
struct ContractCheck {
  static func main() {
    exit(run(Array(CommandLine.arguments.dropFirst()), .standard).rawValue)
  }

  /// Runs the program with the words of a command line.
  static func run(_ words: [String], _ console: Console) -> ExitCode {
    do {
      return try start(words, console)
    } catch let error as UsageError {
      console.error("contractcheck: \(error.message)")
      if let hint = error.hint { console.error("  hint: \(hint)") }
      return .usage
    } catch {
      console.error("contractcheck: \(displayed("\(error)"))")
      return .unreadableInput
    }
  }

  private static func start(_ words: [String], _ console: Console) throws -> ExitCode {
    guard let name = words.first else {
      console.error(Help.overview, terminator: "")
      return .usage
    }
    switch name {
    case "-h", "--help", "help": return try help(words.dropFirst().first, console)
    case "--version":
      console.print(Help.version)
      return .success
    default: break
    }
    // `contractcheck Fixtures` is `contractcheck check Fixtures`.
    let isInput = name == "-" || FileManager.default.fileExists(atPath: name)
    let command = isInput && !isCommand(name) ? Command.check : try command(name)
    let rest = command.name == name ? Array(words.dropFirst()) : words
    let arguments = try Arguments(rest, of: command)
    if arguments.has("help") { return try help(command.name, console) }
    return try command.run(arguments, console)
  }

  private static func help(_ name: String?, _ console: Console) throws -> ExitCode {
    console.print(try name.map { Help.text(of: try command($0)) } ?? Help.overview, terminator: "")
    return .success
  }

  private static func isCommand(_ name: String) -> Bool {
    Command.all.contains { $0.name == name }
  }

  private static func command(_ name: String) throws(UsageError) -> Command {
    if let command = Command.all.first(where: { $0.name == name }) { return command }
    let hint =
      didYouMean(name, among: Command.all.map(\.name)) ?? "contractcheck --help lists the commands"
    throw UsageError(message: "unknown command \(quoted(name))", hint: hint)
  }
}

/// Where the program writes, reports to standard output and everything else to standard error, and
/// what the surroundings say.
struct Console: Sendable {
  var writeOutput: @Sendable (String) -> Void
  var writeError: @Sendable (String) -> Void
  var environment: [String: String]

  static let standard = Console(
    writeOutput: { FileHandle.standardOutput.write(Data($0.utf8)) },
    writeError: { FileHandle.standardError.write(Data($0.utf8)) },
    environment: ProcessInfo.processInfo.environment)

  func print(_ text: String, terminator: String = "\n") { writeOutput(text + terminator) }

  func error(_ text: String, terminator: String = "\n") { writeError(text + terminator) }
}
