import DiskReading
import FailureStorage
import Foundation
import JSONParsing

extension Command {
  static let promote = Command(
    name: "promote", summary: "have every checkout replay a failure that a test has saved",
    operands: "ID", options: [.package],
    details: """
      A test whose mapper fails on a payload saves it in .contractcheck/failures of the package, and
      prints the ID. promote copies it to Fixtures/regressions, to be committed. From then on, every
      checkout's tests of the contract and the type try it first.
      """.paragraphs, offered: .nothing
  ) { arguments, console in
    let id = try arguments.operands.only(
      or: "promote needs one ID", hint: "a failing test prints it")
    let failures = SavedFailures(around: arguments.given(.package).last)
    do {
      let file = try failures.promote(id: id)
      try console.print("promoted to \(displayed(shownPath(of: file)))")
      return .success
    } catch let error as UnknownFailure {
      for problem in error.problems { console.error(problem) }
      throw UsageError(message: error.message, hint: error.hint)
    } catch {
      let folder = displayed(shownPath(of: failures.root))
      console.problem(
        "Fixtures/regressions of \(folder) cannot be written to: "
          + displayed(SystemReason.text(error)))
      return .unreadableInput
    }
  }
}

extension SavedFailures {
  /// Finds the saved failures of the package around a folder, by default the working folder, or of
  /// that folder itself.
  init(around path: String?) {
    let here = URL(
      filePath: path ?? FileManager.default.currentDirectoryPath, directoryHint: .isDirectory)
    self.init(root: PackageRoot.folder(around: here) ?? here.standardizedFileURL)
  }
}
