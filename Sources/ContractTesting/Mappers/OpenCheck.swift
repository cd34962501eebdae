package import ContractModel
import Foundation
import JSONParsing
import MapperTesting
package import Testing

/// A check from its beginning to its end, as the end of the process and the next run know it.
///
/// A process that ends within a check may end with 0 and be taken for a run that passed. What is seen
/// of that, as `exit()`, is reported at once, and the process ends with 1. Of `_exit()` and `execv()`
/// nothing in the process is told: there a file stays, `.contractcheck/open/….check`, and the next
/// run of the check tells of it.
package final class OpenCheck {
  /// What the check is called: the test, and what tells its checks apart; on one line.
  let name: String
  /// Says to the next run where the check is; none in a child, and for a contract that no package has.
  let journal: CallJournal?
  /// What earlier runs left of the check.
  let left: [DeadCall]
  /// The place among the open calls, while something is judged.
  private var number: Int?

  /// Opens a check.
  ///
  /// - Parameters:
  ///   - part: What tells it from the test's other checks.
  ///   - contract: Its package has the file.
  package convenience init(_ part: String, of contract: Contract) {
    self.init(part, below: contract.failuresRoot)
  }

  /// - Parameter root: The folder of the package that has the file; `nil`: there is none.
  package init(_ part: String, below root: String?) {
    name = "\(RunningTest.shownName)\(RunningTest.shownArguments) \(displayed(part))"
    guard !ChildRun.isChild, let root else {
      (journal, left) = (nil, [])
      return
    }
    let folder = JournalFolder(in: URL(filePath: root, directoryHint: .isDirectory))
    // A replay may try another payload: what is left stays for a run that tries all.
    left = Replay.requestedID == nil ? DeadCall.claimed(of: name, in: folder) : []
    journal = CallJournal(of: name, in: folder)
  }

  /// Notes that code of the app is called from here on, until `close()`.
  package func begin() {
    number = OpenCalls.open(.check, test: Array(RunningTest.shownName.utf8))
  }

  /// Says that the check has come to its end.
  package func close() {
    OpenCalls.close(number.take())
    journal?.finish()
  }

  deinit { close() }

  /// Warns of earlier runs that did not come to its end, and of a process that was not started as a
  /// child though a variable says so. It is reported before anything else: this run may not come to its
  /// end either.
  ///
  /// - Parameter endpoints: Those that the mapper loads, by their numbers.
  package func tellBeginning(_ endpoints: [String] = [], at sourceLocation: SourceLocation) {
    let texts = left.map { $0.text(endpoints) } + [ChildRun.doubt].compactMap { $0 }
    for text in texts { TestIssue.warn(text, at: sourceLocation) }
  }
}
