import CaptureChecking
import CaptureSources
import ContractModel
import Foundation
import GzipReading
import JSONParsing
import MappingEngine
import RecordScreening
import Reporting

/// The settings of a check, from the command line, the environment and the configuration. `merge`
/// takes only the settings that decide the result.
struct CheckSettings: CommandOptions {
  let contracts: [String]
  let target: String?
  let capture: CaptureOptions
  /// The options for judging payloads that do not depend on a contract. The severities of rules are
  /// complete only after the options were checked against each other.
  private(set) var check = CheckOptions()
  private let rules: [(RuleID, Severity)]
  let unknownKeys: MappingSettings.UnknownKeyPolicy?
  /// The severity that fails, and the tolerances of rules.
  private(set) var judging = Judging()
  let minimumChecked: Int
  /// The minimum coverage, in percent.
  let minimumCoverage: Int
  /// The maximum number or share of unmatched records; `nil` for no limit.
  let maximumUnmatched: Tolerance.Limit?
  let readBaseline: String?
  /// The file to which failing groups are added.
  let writtenBaseline: String?
  let reason: String?
  let expiry: Expiry
  let today: CivilDate
  private let askedReports: [ReportOutputs.Output]
  let showsValues: Bool
  let maximumViolationCount: Int?
  /// The file for a part of the check; `-` for standard output.
  let partial: String?
  /// Whether the part contains only counts.
  let omitsExamples: Bool
  let release: ReleaseOptions
  let progress: ProgressLine.Choice
  let isQuiet: Bool
  let isVerbose: Bool

  let given: [String: [String]]
  private(set) var color = ColorChoice.auto
  private(set) var inputs: [String] = []
  /// The types of inputs, by name.
  private(set) var inputRules: [PartHeader.InputRule] = []
  /// The record maps by the names of inputs, and their text in the configuration.
  private(set) var maps: [CaptureReader.Map] = []
  private(set) var mapsText: [String]?
  private(set) var reports: [ReportOutputs.Output] = []

  /// Reads the options in the order of help.
  init(_ options: inout OptionReader) throws(UsageError) {
    contracts = try options.all(.contracts, .text)
    target = try CaptureOptions.target(&options)
    var capture = try CaptureOptions(&options)
    check.methods = Set(
      try options.all(
        "method", "M", "check exchanges of this method; may be repeated", .text, .counting
      ).map { $0.uppercased() })
    check.paths = try options.all(
      "path", "GLOB", "check exchanges with such a path; may be repeated",
      .init("a pattern") { Glob(inAnyFolder: $0) }, .counting)
    check.statuses = try options.all(
      "status", "S", "check exchanges with this status: 404, 2xx; may be repeated",
      .init("404 or 4xx", read: Self.status), .counting)
    check.basePath = try options.last(
      "base-path", "PATH", "what stands before every endpoint's path, such as /v2", .text,
      .counting)
    check.host = try options.last(
      "host", "HOST", "the host of the endpoints, in the place of the contracts' own", .text,
      .counting)
    judging.failing = try options.last(
      "fail-on", "SEVERITY", "what makes the check fail: error (default), warning, never",
      .failing, .judging, or: .error)
    rules = try options.all(
      "rule", "ID=SEVERITY",
      "what a rule's violations count as: off, info, warning, error; may be repeated",
      .init("ID=off, info, warning or error", read: Self.severity), .counting,
      offered: .pairs(RuleID.allCases.map(\.rawValue), Severity.allCases.map(\.rawValue)))
    unknownKeys = try options.last(
      "unknown-keys", "POLICY", "what members are that no line reads: ignore, warn, error",
      .choice, .counting)
    judging.tolerances = try options.all(
      "tolerate", "RULE=N",
      "how many payloads of an endpoint, or N% of them, may break a rule; may be repeated",
      .init("RULE=N or RULE=N%", read: Self.tolerance), .judging,
      offered: .pairs(RuleID.allCases.filter { !$0.isOfCapture }.map(\.rawValue), []))
    minimumChecked = try options.last(
      "min-checked", "N", "how many payloads have to be checked at least (default 1)",
      .number("a count"), .judging, or: 1)
    minimumCoverage = try options.last(
      "min-coverage", "N%",
      "how many of the given contracts' lines have to be seen at least (default 0%)",
      .percentage, .judging, or: 0)
    maximumUnmatched = try options.last(
      "max-unmatched", "N",
      "how many records, or N% of them, may be of no endpoint (default: any number)",
      .init("N or N%", read: Self.limit), .judging)
    readBaseline = try options.last(
      "baseline", "FILE", "accept the violations that FILE lists, each until its last day", .text,
      .judging, path: .whole)
    writtenBaseline = try options.last(
      "write-baseline", "FILE",
      "accept what fails now: add it to FILE, with --reason, and leave out what is stale", .text,
      .judging, path: .whole)
    reason = try options.last("reason", "TEXT", "why --write-baseline accepts it", .text, .judging)
    expiry = try options.last(
      "expires", "WHEN",
      "how long --write-baseline accepts it: 90d (default), 12w, or to a day: 2027-01-31",
      Self.expiry, .judging, or: Self.days(90))
    today = try options.last(
      "today", "DAY",
      "what day baselines are judged on, such as 2027-01-31 (default: today in UTC)",
      .init("a day such as 2027-01-31") { CivilDate($0) }, .judging,
      or: CivilDate(daysSince1970: Int((Date().timeIntervalSince1970 / 86_400).rounded(.down))))
    askedReports = try options.all(
      "report", "NAME[=FILE]",
      "a report, and the file it goes to; may be repeated (default human)",
      ReportOutputs.Output.form, .judging,
      offered: .wordsOfFiles(CheckReporter.all.map(\.name)), path: .behindEquals)
    check.exampleCount = CheckOptions.exampleCount(
      asked: try options.last(
        "examples", "N",
        "how many violations of a group are shown (default 3; 0: as many as 1,000)",
        .number("a count"), .counting))
    showsValues = try options.isOn(
      "show-values",
      "let reports say what data payloads have (human and short do, unless CI is set)", .judging)
    check.maximumDepth = try options.last(
      "max-depth", "N", "how deep bodies may nest (default 512)", .number("a count"), .counting,
      or: check.maximumDepth)
    try capture.readLimits(&options)
    maximumViolationCount = try options.last(
      "max-violations", "N",
      "stop behind the record with the N-th violation that fails the check",
      .number("a number of 1 or more", in: 1 ... .max))
    try capture.readSharing(&options)
    self.capture = capture
    partial = try CaptureOptions.partial(&options)
    omitsExamples = try options.isOn(
      "no-examples", "write counts alone to --partial FILE: nothing that a payload or a path has")
    release = try ReleaseOptions(&options)
    progress = try options.last(
      "progress", "WHEN",
      "say on a terminal how far the check is: auto (default; unless CI is set), never",
      .choice, or: .auto)
    isQuiet = try options.isOn("quiet", "print groups and totals only", .judging, short: "q")
    isVerbose = try options.isOn(
      "verbose", "print every key, with how often it was there", .judging, short: "v")
    given = options.given
  }
}

extension CheckSettings {
  private static let defaultInput = "Fixtures/captures"

  init(_ arguments: Arguments, _ environment: [String: String]) throws(UsageError) {
    let file = try ConfigurationFile.nearest()
    let layers = LayeredOptions(arguments: arguments, environment: environment, file: file)
    try self.init(layers.given)
    color = try CommonOptions(layers.given).color
    let named = arguments.operands.isEmpty ? try layers.given(.input) : arguments.operands
    inputs = named.isEmpty ? [Self.defaultInput] : named
    try capture.agree(with: inputs)
    (inputRules, maps, mapsText) = (file.inputRules, file.maps, file.texts["records"])
    let isSilent = partial != nil && askedReports.isEmpty
    reports = isSilent ? [] : try ReportOutputs.outputs(askedReports, environment)
    check.screen = try Self.screen(environment["CONTRACTCHECK_SCREEN"])
    try agree()
  }

  /// - Parameter name: The name of a kernel, or `off`; `nil` for the fastest one here.
  private static func screen(_ name: String?) throws(UsageError) -> ScreenKernel? {
    guard name != "off" else { return nil }
    guard let name, !name.isEmpty else { return .fastest }
    guard let kernel = ScreenKernel(rawValue: name), kernel.isAvailable else {
      let names = ScreenKernel.allCases.filter(\.isAvailable).map(\.rawValue) + ["off"]
      throw UsageError(
        message: "CONTRACTCHECK_SCREEN is not \(JSONWriter.text(of: name)) here",
        hint: "it is one of \(names.joined(separator: ", "))")
    }
    return kernel
  }

  /// Returns the settings with those of a part for options that totals depend on.
  func counting(as header: PartHeader) throws(UsageError) -> CheckSettings {
    var settings = try CheckSettings { [given] option in
      guard option.effect == .counting else { return given[option.name] ?? [] }
      return header.options[MemberName(option.name)] ?? []
    }
    (settings.inputs, settings.inputRules) = (inputs, header.inputRules)
    settings.reports = reports
    try settings.agree()
    return settings
  }

  // MARK: - Combinations of options

  private mutating func agree() throws(UsageError) {
    try validateBaseline()
    if maximumViolationCount != nil, partial != nil {
      throw UsageError(
        message: "--max-violations would end a part before its end, and --partial wants all of it")
    }
    if omitsExamples, partial == nil {
      throw UsageError(
        message: "--no-examples is about a part", hint: "--partial FILE writes one for merge")
    }
    check.severities = Dictionary(rules) { $1 }
  }
}
