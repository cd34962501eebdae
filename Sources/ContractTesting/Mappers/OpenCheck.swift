import Foundation
import JSONParsing
package import Testing

/// A check that is registered while it runs, so that an end of the process is reported at once or
/// by the next run.
///
/// A process that ends during a check may exit with 0 and be taken for a run that passed. An end
/// that can be observed, such as `exit()`, is reported at once, and the process exits with 1.
/// `_exit()` and `execv()` cannot be observed inside the process: then a file is left behind,
/// `.contractcheck/open/….check`, and the next run of the check reports it.
package final class OpenCheck {
  /// The name of the check, on one line: the test, and a text that distinguishes its checks.
  let name: String
  /// The journal for the next run; `nil` in a child, and for a contract that is not in a package.
  let journal: CallJournal?
  /// The calls of this check that earlier runs left behind.
  let left: [CallRecord]
  /// The slot among the open calls, while something is judged.
  private var number: Int?

  /// - Parameters:
  ///   - part: A text that distinguishes the check from the test's other checks.
  ///   - root: The folder of the package that has the file; `nil` if there is none.
  package init(_ part: String, below root: String?) {
    name = "\(RunningTest.shownName)\(RunningTest.shownArguments) \(displayed(part))"
    guard !ChildRun.isChild, let root else {
      (journal, left) = (nil, [])
      return
    }
    let folder = JournalFolder(in: URL(filePath: root, directoryHint: .isDirectory))
    // A replay may try another payload; leftovers stay for a run that tries all payloads.
    left = Replay.requestedID == nil ? CallRecord.claimed(of: name, in: folder) : []
    journal = CallJournal(of: name, in: folder)
  }

  /// Whether the test is run for one payload: by a parent process, or to replay a failure.
  package static var isAboutOnePayload: Bool { ChildRun.isChild || Replay.requestedID != nil }

  /// Notes that code of the app is called until `close()`.
  package func begin() {
    number = OpenCalls.open(.check, test: Array(RunningTest.shownName.utf8), in: journal)
  }

  package func close() {
    OpenCalls.close(number.take())
    journal?.finish()
  }

  deinit { close() }

  /// Warns about earlier runs that did not complete the check, and about an environment variable
  /// that falsely says that this process is a child. The warnings come first, because this run may
  /// not complete the check either.
  package func tellBeginning(_ endpoints: [String] = [], at sourceLocation: SourceLocation) {
    let texts = left.map { $0.text(endpoints) } + [ChildRun.doubt].compactMap { $0 }
    for text in texts { TestIssue.warn(text, at: sourceLocation) }
  }
}
