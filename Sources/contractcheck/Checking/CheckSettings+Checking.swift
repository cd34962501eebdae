import CaptureChecking
import CaptureSources
import ContractModel
import FaultTolerance
import Foundation
import JSONParsing
import MappingEngine
import Reporting

// The settings that a check is made with, and those that judge its results.

extension ConfigurationFile {
  /// Returns the nearest configuration of `check`, whose settings of inputs other commands use.
  static func nearest() throws(UsageError) -> ConfigurationFile {
    try ConfigurationFile(nearestOf: CheckSettings.options + CommonOptions.options)
  }
}

extension CheckSettings {
  /// Whether `human` and `short` show the values of payloads. The output of a CI server may be
  /// public.
  func showsValuesToPeople(_ environment: [String: String]) -> Bool {
    showsValues || (environment["CI"] ?? "").isEmpty
  }

  /// Returns the contract with the options that apply to all contracts.
  func applied(_ contract: Contract) -> Contract {
    unknownKeys.map(contract.settingUnknownKeys) ?? contract
  }

  private func checkOptions(_ set: ContractSet) throws(UsageError) -> CheckOptions {
    var check = check
    try check.take(target, inputRules, in: set)
    return check
  }

  /// Returns the options of a check by contracts, with the released versions.
  ///
  /// - Throws: An exit code if the contracts of a version cannot be read.
  func checkOptions(_ set: ContractSet, _ console: Console) throws -> CheckOptions {
    var options = try checkOptions(set)
    options.appVersions = release.versions
    for item in release.releases {
      let source = try ContractSource(item.source, console)
      // A version without the checked type never requests it.
      var own = (try? checkOptions(source.set)) ?? check
      own.released = []
      options.released.append(
        ReleasedVersion(
          item.name, source.set.contracts, own, tolerances: try source.tolerances(console)))
    }
    return options
  }

  // MARK: - Judging

  /// Returns the report on a check, with the settings of values and judging.
  func report(
    on check: CaptureCheck, of set: ContractSet, _ baseline: Baseline?, _ console: Console
  ) -> CheckReport {
    var report = CheckReport(check, showsValues: showsValues, of: set, baseline: baseline)
    report.showsValuesToPeople = showsValuesToPeople(console.environment)
    report.judging = judging
    if writtenBaseline == nil, let notice = baseline?.notice { console.problem(notice) }
    return report
  }

  /// Returns the limit that ends the check early.
  func limit(_ report: CheckReport) -> ViolationLimit? {
    let least = judging.failing ?? .warning
    return maximumViolationCount.map { count in
      ViolationLimit(count) { found in
        found.severity >= least && report.standing(of: found.group)?.isAcceptance != true
      }
    }
  }

  func fails(_ report: CheckReport) -> Bool { report.groups.contains(where: \.fails) }

  /// Returns the groups that fail the check, with the numbers of their violations.
  func failing(_ report: CheckReport) -> [GroupIdentity: Int] {
    report.groups.filter(\.fails)
      .reduce(into: [:]) { $0[$1.identity, default: 0] += $1.totals.count }
  }

  func style(_ console: Console) -> ReportStyle {
    var style = ReportStyle()
    (style.isQuiet, style.isVerbose) = (isQuiet, isVerbose)
    style.colors = console.outputColors
    style.source = SourceFolder(
      working: FileManager.default.currentDirectoryPath,
      root: console.environment["GITHUB_WORKSPACE"].flatMap { $0.hasPrefix("/") ? $0 : nil })
    return style
  }

  // MARK: - Parts

  /// Returns the header of a part with the settings of the check, besides its inputs.
  func marked(_ header: PartHeader, by set: ContractSet) -> PartHeader {
    var header = header
    header.mark(set.contracts)
    for option in Self.options where option.effect == .counting {
      guard let texts = given[option.name], !texts.isEmpty else { continue }
      header.options[MemberName(option.name)] = texts
    }
    header.options["records"] = mapsText
    header.inputRules = inputRules
    return header
  }
}

extension CheckOptions {
  /// Sets the target of bare bodies, and adds those of inputs by name.
  ///
  /// - Parameter others: Whether rules with types of other contracts are ignored.
  mutating func take(
    _ target: String?, _ rules: [PartHeader.InputRule], in set: ContractSet,
    ignoring others: Bool = false
  ) throws(UsageError) {
    if let target { bareTarget = try NamedTarget(target, in: set) }
    for rule in rules {
      do throws(UsageError) {
        let meaning: InputRule.Meaning =
          rule.type.hasPrefix("event ")
          ? .event(String(rule.type.dropFirst("event ".count)))
          : .target(try NamedTarget(rule.type, in: set))
        inputRules.append(InputRule(pattern: Glob(inAnyFolder: rule.pattern), meaning: meaning))
      } catch {
        if !others { throw error }
      }
    }
  }
}
