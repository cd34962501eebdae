import CaptureChecking
import CaptureSources
import DiskReading
import Foundation
import JSONParsing

/// The end of a run with an error.
extension ContractCheck {
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
