import CaptureSources
import ContractModel
import Foundation
import GzipReading
import JSONParsing
import MappingEngine
import Reporting
import Verification

/// What the options of a check say, from the command line, the environment and the configuration.
struct CheckSettings {
  let options: LayeredOptions
  let inputs: [String]
  let reports: [ReportOutputs.Output]

  init(_ arguments: Arguments, _ environment: [String: String]) throws(UsageError) {
    let options = try LayeredOptions(arguments, of: .check, environment: environment)
    let isSilent = options.value("partial") != nil && options.values("report").isEmpty
    let reports =
      isSilent ? [] : try ReportOutputs.outputs(options.values("report"), environment)
    let given = arguments.operands.isEmpty ? options.values("input") : arguments.operands
    let inputs = given.isEmpty ? [Self.defaultInput] : given
    try self.init(options, inputs: inputs, reports: reports)
  }

  init(
    _ options: LayeredOptions, inputs: [String], reports: [ReportOutputs.Output]
  ) throws(UsageError) {
    (self.options, self.inputs, self.reports) = (options, inputs, reports)
    try validate()
  }

  /// Where captures are that nobody named.
  private static let defaultInput = "Fixtures/captures"

  var contracts: [String] { options.values("contracts") }
  var include: [String] { options.values("include") }
  var exclude: [String] { options.values("exclude") }
  var isQuiet: Bool { options.has("quiet") }
  var showsValues: Bool { options.has("show-values") }

  /// Whether `human` and `short` have the values of payloads: what a CI server prints may be public.
  func showsValuesToPeople(_ environment: [String: String]) -> Bool {
    showsValues || (environment["CI"] ?? "").isEmpty
  }

  var isVerbose: Bool { options.has("verbose") }
  var format: CaptureFormat { options.value("format").flatMap(CaptureFormat.init) ?? .auto }

  var limits: CaptureLimits {
    CaptureLimits(
      maximumRecordByteCount: options.value("max-record").flatMap(Self.byteCount) ?? 64 << 20)
  }

  /// How inputs may be packed.
  var packing: InputPacking {
    .gzip(maximumRatio: options.value("max-ratio").flatMap(Self.ratio) ?? GzipSource.standardRatio)
  }

  /// How many workers there are.
  var jobCount: Int {
    options.value("jobs").flatMap(Self.jobCount) ?? ProcessInfo.processInfo.activeProcessorCount
  }

  /// What of the inputs is checked; `nil`: all of them.
  var share: CaptureShare? { options.value("shard").flatMap { CaptureShare($0) } }

  /// The file that a part of the check is written to; `-`: standard output.
  var partial: String? { options.value("partial") }

  var minimumChecked: Int { options.value("min-checked").flatMap { Int($0) } ?? 1 }

  /// In percent.
  var minimumCoverage: Int { options.value("min-coverage").flatMap(Self.percentage) ?? 0 }

  var progress: ProgressLine.Choice {
    options.value(ProgressLine.option.name).flatMap(ProgressLine.Choice.init) ?? .auto
  }

  /// The console with the colors that the options say, those of the file among them.
  func colored(_ console: Console) throws(UsageError) -> Console {
    try console.colored(options.value(ColorChoice.option.name))
  }

  // MARK: - Contracts

  /// The contract with what the options say of all.
  func applied(_ contract: Contract) -> Contract {
    guard let policy = options.value("unknown-keys").flatMap(MappingSettings.UnknownKeyPolicy.init)
    else { return contract }
    var contract = contract
    contract.settings.unknownKeys = policy
    for index in contract.mappings.indices {
      contract.mappings[index].settings.unknownKeys = policy
    }
    for index in contract.includedMappings.indices {
      contract.includedMappings[index].settings.unknownKeys = policy
    }
    return contract
  }

  func checkOptions(_ set: ContractSet) throws(UsageError) -> CheckOptions {
    var check = CheckOptions()
    if let text = options.value("as") { check.bareTarget = try target(text, set) }
    for rule in options.inputRules { check.inputRules.append(try inputRule(rule, set)) }
    check.host = options.value("host")
    check.basePath = options.value("base-path")
    check.methods = Set(options.values("method").map { $0.uppercased() })
    check.paths = options.values("path").map { Glob($0.hasPrefix("/") ? $0 : "**/\($0)") }
    check.statuses = options.values("status").compactMap(Self.status)
    check.severities = try severities
    check.exampleCount = CheckOptions.exampleCount(
      asked: options.value("examples").flatMap { Int($0) })
    check.maximumDepth = options.value("max-depth").flatMap { Int($0) } ?? check.maximumDepth
    return check
  }

  private func target(
    _ text: String, _ set: ContractSet
  ) throws(UsageError) -> CheckOptions.NamedTarget {
    let named = try NamedTarget(text, in: set)
    let number = set.contracts.firstIndex { $0.path == named.contract.path } ?? 0
    return CheckOptions.NamedTarget(contract: number, target: named.target)
  }

  private func inputRule(
    _ rule: LayeredOptions.InputRule, _ set: ContractSet
  ) throws(UsageError) -> CheckOptions.InputRule {
    let pattern = Glob(rule.pattern.hasPrefix("/") ? rule.pattern : "**/\(rule.pattern)")
    if rule.type.hasPrefix("event ") {
      return CheckOptions.InputRule(
        pattern: pattern, meaning: .event(String(rule.type.dropFirst("event ".count))))
    }
    return CheckOptions.InputRule(
      pattern: pattern, meaning: .target(try target(rule.type, set)))
  }

  // MARK: - Reading values

  private func validate() throws(UsageError) {
    try validateBaseline()
    try validateLimit()
    // Those of the command line were looked at, those of the environment and the file were not.
    for option in LayeredOptions.settable(by: .check) {
      for value in options.values(option.name) { try option.admit(value) }
    }
    try validateJudging()
    for name in ["examples", "min-checked", "max-depth"] {
      guard let text = options.value(name) else { continue }
      guard let number = Int(text), number >= 0 else {
        throw UsageError(message: "--\(name) is a count, not \(quoted(text))", hint: nil)
      }
    }
    for text in options.values("status") where Self.status(text) == nil {
      throw UsageError(message: "--status is 404 or 4xx, not \(quoted(text))", hint: nil)
    }
    if let text = options.value("jobs"), Self.jobCount(text) == nil {
      throw UsageError(message: "--jobs is a number from 1 to 1000, not \(quoted(text))", hint: nil)
    }
    if let text = options.value("shard"), CaptureShare(text) == nil {
      throw UsageError(
        message: "--shard is K/N with K from 1 to N, such as 1/4, not \(quoted(text))", hint: nil)
    }
    if let text = options.value("max-record"), Self.byteCount(text) == nil {
      throw UsageError(
        message: "--max-record is a size such as 64MiB, not \(quoted(text))", hint: nil)
    }
    if let text = options.value("max-ratio"), Self.ratio(text) == nil {
      throw UsageError(
        message: "--max-ratio is a number from 1 to 1000000, not \(quoted(text))", hint: nil)
    }
    if let text = options.value("min-coverage"), Self.percentage(text) == nil {
      throw UsageError(message: "--min-coverage is 0% to 100%, not \(quoted(text))", hint: nil)
    }
  }

  static func rule(
    _ text: String
  ) throws(UsageError) -> (id: RuleID, severity: CheckOptions.Severity) {
    let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
    let id = try ruleID(parts.first ?? "")
    guard parts.count == 2, let severity = CheckOptions.Severity(rawValue: parts[1]) else {
      throw UsageError(
        message: "--rule is ID=off, info, warning or error, not \(quoted(text))", hint: nil)
    }
    return (id, severity)
  }

  static func ruleID(_ text: String) throws(UsageError) -> RuleID {
    if let rule = RuleID(rawValue: text) { return rule }
    throw UsageError(
      message: "unknown rule \(quoted(text))",
      hint: didYouMean(text, among: RuleID.allCases.map(\.rawValue)))
  }

  static func unmatched(_ text: String) -> CheckOptions.Severity {
    switch text {
    case "warn": .warning
    case "error": .error
    default: .information
    }
  }

  private static func status(_ text: String) -> StatusMatcher? {
    if text.count == 3, text.hasSuffix("xx"), let digit = text.first?.wholeNumberValue {
      return .hundred(digit)
    }
    return text.count == 3 ? Int(text).map { .code($0) } : nil
  }

  static func percentage(_ text: String) -> Int? {
    guard let number = Int(text.hasSuffix("%") ? String(text.dropLast()) : text) else { return nil }
    return 0...100 ~= number ? number : nil
  }

  private static func ratio(_ text: String) -> Int? {
    Int(text).flatMap { 1...1_000_000 ~= $0 ? $0 : nil }
  }

  /// `64MiB`, `1kB`, or bytes.
  private static func byteCount(_ text: String) -> Int? {
    let units = [
      ("MiB", 1 << 20), ("KiB", 1 << 10), ("GiB", 1 << 30), ("MB", 1_000_000),
      ("kB", 1_000), ("GB", 1_000_000_000), ("B", 1),
    ]
    for (unit, factor) in units where text.hasSuffix(unit) {
      let (product, overflow) = (Int(text.dropLast(unit.count)) ?? -1)
        .multipliedReportingOverflow(by: factor)
      return product > 0 && !overflow ? product : nil
    }
    return Int(text).flatMap { $0 > 0 ? $0 : nil }
  }
}
