import CaptureChecking
import CaptureSources
import ContractModel
import JSONParsing
import Reporting

/// Parts of one check, with the settings to judge them.
struct PartMerge {
  private let parts: [CheckPart]
  private let settings: CheckSettings
  private let set: ContractSet
  private let options: CheckOptions
  private let console: Console

  /// - Parameters:
  ///   - parts: The parts in the order of the capture; at least one.
  ///   - given: The settings to judge them.
  /// - Throws: `PartError` if the contracts are not those of the parts, or an option of the parts is
  ///   invalid; an exit code if the contracts of a released version cannot be read.
  init(
    _ parts: [CheckPart], _ given: CheckSettings, _ set: ContractSet, _ console: Console
  ) throws {
    let first = parts[0]
    var mark = given.marked(PartHeader(), by: set)
    if let difference = PartAgreement.difference(of: first.header, from: mark, "as are here") {
      throw PartError(first.name, difference, hint: "-c PATH says which contracts to read")
    }
    do {
      settings = try given.counting(as: first.header)
      options = try settings.checkOptions(set, console)
    } catch let error as UsageError {
      throw PartError(first.name, error.message, hint: error.hint)
    }
    mark.mark(options.released)
    if let difference = PartAgreement.difference(ofVersions: first.header, from: mark, "as here") {
      throw PartError(
        first.name, difference, hint: "merge where --released names the same versions")
    }
    (self.parts, self.set, self.console) = (parts, set, console)
  }

  /// Writes the reports of all parts together, and returns the exit code.
  ///
  /// - Parameters:
  ///   - recordCount: The minimal number of records in the parts, if none is lost.
  ///   - problems: The reasons why contracts are omitted.
  func run(expecting recordCount: Int, problems: [String]) throws -> ExitCode {
    var check = try check()
    check.finish()
    guard check.totals.recordCount >= recordCount else {
      console.problem(
        "the parts have \(check.totals.recordCount) of \(counted(recordCount, "record"))",
        hint: "a part is missing, or an input was not read to its end")
      return .unreadableInput
    }
    var report = settings.report(on: check, of: set, try settings.baseline, console)
    // Contracts that are omitted here were omitted from the parts, too.
    let notFound = parts.notFound
    let missing = problems.filter { !notFound.contains($0) } + notFound
    report.take(check, inputCount: inputCount, notFound: missing)
    for problem in notFound { console.problem(problem) }
    if check.omitsExamples {
      let count = parts.count { $0.header.omitsExamples == true }
      console.error(
        "examples were not kept: \(count) of \(counted(parts.count, "part")) \(count == 1 ? "has" : "have") counts alone"
      )
    }
    // Parts contain the kept examples of violations.
    return CheckEnding(settings, console).end(
      report, hasProblems: !(problems + notFound).isEmpty, includesLines: true)
  }

  private func check() throws(PartError) -> CaptureCheck {
    var check = CaptureCheck(set.contracts.map(settings.applied), options: options)
    var firstInput = 0
    for part in parts {
      try part.add(to: &check, firstInput: firstInput)
      // Shards share their inputs; other parts have their own.
      if part.header.share == nil { firstInput += part.header.inputCount }
    }
    return check
  }

  private var areShards: Bool { parts[0].header.share != nil }

  private var inputCount: Int {
    areShards ? parts[0].header.inputCount : parts.reduce(0) { $0 + $1.header.inputCount }
  }
}
