import ContractModel
import Foundation
import JSONParsing

/// The program: finds the command, runs it, and says how it ended.
@main
struct ContractCheck {
  static func main() {
    exit(run(Array(CommandLine.arguments.dropFirst())).rawValue)
  }

  /// Runs the program with the words of a command line.
  static func run(_ words: [String]) -> ExitCode {
    do {
      return try start(words)
    } catch let error as UsageError {
      Output.error("contractcheck: \(error.message)")
      if let hint = error.hint { Output.error("  hint: \(hint)") }
      return .usage
    } catch {
      Output.error("contractcheck: \(displayed("\(error)"))")
      return .unreadableInput
    }
  }

  private static func start(_ words: [String]) throws -> ExitCode {
    guard let name = words.first else {
      Output.error(Help.overview, terminator: "")
      return .usage
    }
    switch name {
    case "-h", "--help", "help": return try help(words.dropFirst().first)
    case "--version":
      Output.print(Help.version)
      return .success
    default: break
    }
    let command = try command(name)
    let arguments = try Arguments(Array(words.dropFirst()), of: command)
    if arguments.has("help") { return try help(name) }
    return try command.run(arguments)
  }

  private static func help(_ name: String?) throws -> ExitCode {
    Output.print(try name.map { Help.text(of: try command($0)) } ?? Help.overview, terminator: "")
    return .success
  }

  private static func command(_ name: String) throws(UsageError) -> Command {
    if let command = Command.all.first(where: { $0.name == name }) { return command }
    let hint =
      didYouMean(name, among: Command.all.map(\.name)) ?? "contractcheck --help lists the commands"
    throw UsageError(message: "unknown command \(quoted(name))", hint: hint)
  }
}

/// Where the program writes: reports to standard output, everything else to standard error.
enum Output {
  static func print(_ text: String, terminator: String = "\n") {
    FileHandle.standardOutput.write(Data((text + terminator).utf8))
  }

  static func error(_ text: String, terminator: String = "\n") {
    FileHandle.standardError.write(Data((text + terminator).utf8))
  }
}
