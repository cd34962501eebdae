import CaptureChecking
import CaptureSources
import DiskReading
import Foundation
import JSONParsing

/// A run that ended with an error, and the report of the error.
struct FailedRun {
  private let error: any Error
  private let words: [String]

  /// - Parameter words: The command line, without the program's name.
  init(_ error: any Error, _ words: [String]) { (self.error, self.words) = (error, words) }

  /// Reports the error, unless it was reported already.
  func end(_ console: Console) -> ExitCode {
    if let code = error as? ExitCode { return code }
    if let error = error as? UsageError {
      console.problem(error.message, hint: error.hint)
      return .usage
    }
    guard let words = wordsOfSurroundings else {
      console.problem("internal error: \(displayed("\(error)"))", hint: report)
      return .internalError
    }
    console.problem(displayed(words))
    return .unreadableInput
  }

  /// The message of an error of files or of the operating system; `nil` for any other error, which
  /// no command expects.
  private var wordsOfSurroundings: String? {
    switch error {
    case is ReadFailure, is WriteFailure, is RegularFile.Unreadable, is PartError: "\(error)"
    default: SystemReason.isOfSystem(error) ? SystemReason.sentence(error) : nil
    }
  }

  private var report: String {
    let line = (["contractcheck"] + words).map { word in
      word.contains(where: { !$0.isLetter && !$0.isNumber && !"-_./=,:@%+".contains($0) })
        || word.isEmpty ? CompletionShell.bash.quoted(word) : word
    }
    return "this is a bug; please report it with the command line: "
      + displayed(line.joined(separator: " "))
  }
}
