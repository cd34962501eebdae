import CaptureChecking
import CaptureSources
import ContractModel
import JSONParsing
import Reporting

/// Merging the parts of one check.
extension CheckSettings {
  /// Returns the settings and the check options. All values that totals depend on are those of the
  /// parts.
  ///
  /// - Throws: `PartError` if the contracts are not those of the parts, or an option of the parts is
  ///   invalid; an exit code if the contracts of a released version cannot be read.
  private func counting(
    as first: CheckPart, _ set: ContractSet, _ console: Console
  ) throws -> (CheckSettings, CheckOptions) {
    var mark = marked(PartHeader(), by: set)
    if let difference = PartAgreement.difference(of: first.header, from: mark, "as are here") {
      throw PartError(first.name, difference, hint: "-c PATH says which contracts to read")
    }
    let (settings, options): (CheckSettings, CheckOptions)
    do {
      settings = try counting(as: first.header)
      options = try settings.checkOptions(set, console)
    } catch let error as UsageError {
      throw PartError(first.name, error.message, hint: error.hint)
    }
    mark.mark(options.released)
    if let difference = PartAgreement.difference(ofVersions: first.header, from: mark, "as here") {
      throw PartError(
        first.name, difference, hint: "merge where --released names the same versions")
    }
    return (settings, options)
  }

  /// Writes the reports of all parts together, judged by the settings, and returns the exit code.
  ///
  /// - Parameters:
  ///   - parts: The parts in the order of the capture; at least one.
  ///   - recordCount: The minimum number of records in the parts, if none is lost.
  ///   - problems: The reasons why contracts are omitted.
  func merge(
    _ parts: [CheckPart], of set: ContractSet, expecting recordCount: Int, problems: [String],
    _ console: Console
  ) throws -> ExitCode {
    let (settings, options) = try counting(as: parts[0], set, console)
    var check = CaptureCheck(set.contracts.map(settings.applied), options: options)
    var inputCount = 0
    for part in parts {
      // Shards share their inputs; other parts have their own.
      let isShard = part.header.share != nil
      try part.add(to: &check, firstInput: isShard ? 0 : inputCount)
      inputCount = (isShard ? 0 : inputCount) + part.header.inputCount
    }
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
    (report.inputCount, report.notFound) = (inputCount, missing)
    for problem in notFound { console.problem(problem) }
    if check.omitsExamples {
      let count = parts.count { $0.header.omitsExamples == true }
      console.error(
        "examples were not kept: \(count) of \(counted(parts.count, "part")) \(count == 1 ? "has" : "have") counts alone"
      )
    }
    // Parts contain the kept examples of violations.
    return settings.end(
      report, hasProblems: !(problems + notFound).isEmpty, includesLines: true, [], console)
  }
}
