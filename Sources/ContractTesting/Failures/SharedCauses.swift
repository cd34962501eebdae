import Foundation
import JSONParsing
import MapperTesting

/// The causes that the tests of a run report. At the end of the process, the causes that several
/// tests of a suite report are listed: most often each is a single mistake in code that all of them
/// use, such as a decoder's strategy for dates.
///
///     one cause in 2 tests of AppTests.FilmTests, probably:
///       movie()  Movie takes an invalid release_date
///       show()   Show takes an invalid first_air_date
///
/// Tests of a suite may run concurrently, so none of them can leave the full report to another.
enum SharedCauses {
  private struct Key: Hashable {
    var suite: MemberName
    var cause: DisagreementKey
  }

  /// The reports of a cause by several tests.
  private struct Report {
    /// The number of types that must share the cause.
    let typeCount: Int
    var types: Set<MemberName> = []
    /// The headlines, with the names of the tests.
    var headlines: Set<Line> = []

    struct Line: Hashable {
      var test: MemberName
      var headline: MemberName
    }

    var isShared: Bool {
      types.count >= typeCount && Set(headlines.map(\.test)).count > 1
    }
  }

  private static let reports = Mutex<[Key: Report]>([:])
  /// The most tests that are listed for one cause.
  private static let listedCount = 20

  private static let handler: Void = {
    atexit {
      let text = SharedCauses.text()
      // If there is no reader, nothing is written.
      try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
    }
  }()

  /// Notes the causes that the running test reports.
  static func note(_ causes: [Cause]) {
    guard !ChildRun.isChild, let test = RunningTest.current?.name else { return }
    _ = handler
    note(causes, of: test)
  }

  static func note(_ causes: [Cause], of test: String) {
    let slash = test.lastIndex(of: "/") ?? test.startIndex
    for cause in causes {
      guard let common = cause.sharedCause else { continue }
      let line = Report.Line(
        test: MemberName(String(test[slash...].drop { $0 == "/" })),
        headline: MemberName(cause.headline))
      reports.withLock { reports in
        let key = Key(suite: MemberName(String(test[..<slash])), cause: common)
        var known = reports[key] ?? Report(typeCount: max(2, cause.commonCount))
        known.types.formUnion(cause.typeNames)
        known.headlines.insert(line)
        reports[key] = known
      }
    }
  }

  /// Returns the causes that several tests report, of a suite or of all, in the order of their
  /// texts; empty if there are none.
  static func text(of suite: MemberName? = nil) -> String {
    let reports = reports.withLock { $0 }
    return reports.filter { $0.value.isShared && $0.key.suite == suite ?? $0.key.suite }
      .map { text(of: $0.key.suite, $0.value) }.sorted().joined()
  }

  private static func text(of suite: MemberName, _ report: Report) -> String {
    let lines = report.headlines.map { (displayed($0.test.text), $0.headline.text) }.sorted(by: <)
    let width = lines.prefix(listedCount).map(\.0.count).max() ?? 0
    let rows = lines.prefix(listedCount).map { test, headline in
      "\n  \(test)\(String(repeating: " ", count: width - test.count))  \(headline)"
    }
    let rest = lines.count - rows.count
    let count = Set(report.headlines.map(\.test)).count
    return "one cause in \(count) tests of \(displayed(suite.text)), probably:" + rows.joined()
      + (rest > 0 ? "\n  and \(rest) more" : "") + "\n"
  }
}
