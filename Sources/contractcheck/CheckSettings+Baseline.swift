import ContractModel
import DiskReading
import Foundation
import JSONParsing
import MappingEngine
import Reporting
import Verification

// What is accepted for a while.

extension CheckSettings {
  /// The file that what fails is added to.
  var writtenBaseline: String? { options.value("write-baseline") }

  var reason: String { options.value("reason") ?? "" }

  /// The last day of what is accepted now.
  var expires: CivilDate? { Self.day(options.value("expires") ?? "90d", from: today) }

  private var today: CivilDate {
    options.value("today").flatMap { CivilDate($0) }
      ?? CivilDate(daysSince1970: Int((Date().timeIntervalSince1970 / 86_400).rounded(.down)))
  }

  /// What is accepted; `nil`, if nobody asks for a baseline.
  ///
  /// - Throws: What is wrong with the file.
  var baseline: DatedBaseline? {
    get throws(UsageError) {
      guard let file = writtenBaseline ?? options.value("baseline") else { return nil }
      let isNew = writtenBaseline != nil && !FileManager.default.fileExists(atPath: file)
      let baseline = isNew ? Baseline() : try Self.baseline(in: file)
      return DatedBaseline(baseline, on: today, file: file)
    }
  }

  // MARK: - Reading the file

  /// How many mistakes of a file are told.
  private static let mistakeLimit = 20

  private static func baseline(in file: String) throws(UsageError) -> Baseline {
    let text: [UInt8]
    do {
      text = try RegularFile.bytes(of: URL(filePath: file))
    } catch {
      let isThere = FileManager.default.fileExists(atPath: file)
      throw UsageError(
        message: "the baseline \(quoted(file)): "
          + (isThere ? error.description : "there is no such file"),
        hint: isThere ? nil : "--write-baseline FILE --reason TEXT writes one")
    }
    let reader = BaselineReader(text)
    guard !reader.mistakes.isEmpty else { return reader.baseline }
    let shown = reader.mistakes.prefix(mistakeLimit).map { told($0, in: text, of: file) }
    let rest = reader.mistakes.count - shown.count
    throw UsageError(
      message: (["the baseline has \(counted(reader.mistakes.count, "mistake"))"] + shown
        + (rest > 0 ? ["and \(rest) more"] : [])).joined(separator: "\n"),
      hint: nil)
  }

  private static func told(
    _ mistake: BaselineMistake, in text: [UInt8], of file: String
  ) -> String {
    let position = TextPosition(offset: mistake.range.lowerBound, in: text)
    let excerpt = SourceExcerpt(of: mistake.range, at: position, in: text[...])
    let hint = mistake.hint.map { "\n     = hint: \($0)" } ?? ""
    return "\(displayed(file)):\(position): error: \(mistake.message)\n\(excerpt)\(hint)"
  }

  // MARK: - Reading the options

  func validateBaseline() throws(UsageError) {
    if let text = options.value("today"), CivilDate(text) == nil {
      throw UsageError(
        message: "--today is a day such as 2027-01-31, not \(quoted(text))", hint: nil)
    }
    try validateExpiry()
    guard let file = writtenBaseline else {
      if options.value("reason") != nil {
        throw UsageError(message: "--reason is that of --write-baseline FILE", hint: nil)
      }
      return
    }
    guard Baseline.isReason(reason) else {
      throw UsageError(
        message: "--write-baseline needs --reason TEXT",
        hint: "say why it is accepted, and where it is tracked")
    }
    guard failingSeverity != nil else {
      throw UsageError(
        message: "--write-baseline accepts what fails, and --fail-on never lets nothing fail",
        hint: nil)
    }
    guard partial == nil else {
      throw UsageError(
        message: "--partial judges nothing, so there is nothing to accept",
        hint: "merge --write-baseline writes the baseline of all parts")
    }
    let other = options.value("baseline") ?? file
    guard Self.standardized(file) == Self.standardized(other) else {
      throw UsageError(
        message: "--baseline and --write-baseline name two files", hint: "one check has one")
    }
  }

  private static func standardized(_ file: String) -> String {
    URL(filePath: file).standardizedFileURL.path
  }

  private func validateExpiry() throws(UsageError) {
    guard let text = options.value("expires") else { return }
    guard let day = expires else {
      throw UsageError(
        message: "--expires is a time such as 90d or 12w, or a day such as 2027-01-31, "
          + "not \(quoted(text))",
        hint: ["never", "none", "no"].contains(text.lowercased())
          ? "what is accepted is looked at again some day; a year is 365d" : nil)
    }
    guard day >= today else {
      throw UsageError(
        message: "--expires \(day.text) is over: today is \(today.text)", hint: nil)
    }
  }

  /// `90d`, `12w`, or a day; up to the last of the year 9999.
  private static func day(_ text: String, from today: CivilDate) -> CivilDate? {
    if let day = CivilDate(text) { return day }
    let factor = text.hasSuffix("d") ? 1 : text.hasSuffix("w") ? 7 : 0
    let digits = text.dropLast()
    guard factor > 0, digits.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
      let number = Int(digits), 1...3_000_000 ~= number
    else { return nil }
    let day = today.daysSince1970 + number * factor
    return day <= CivilDate.last.daysSince1970 ? CivilDate(daysSince1970: day) : nil
  }
}

extension Command.Option {
  static let baseline = Command.Option(
    name: "baseline", short: nil, value: "FILE",
    summary: "accept the violations that FILE lists, each until its last day")

  static let writeBaseline = Command.Option(
    name: "write-baseline", short: nil, value: "FILE",
    summary: "accept what fails now: add it to FILE, with --reason, and leave out what is stale")

  static let reason = Command.Option(
    name: "reason", short: nil, value: "TEXT", summary: "why --write-baseline accepts it")

  static let expires = Command.Option(
    name: "expires", short: nil, value: "WHEN",
    summary: "how long --write-baseline accepts it: 90d (default), 12w, or to a day: 2027-01-31")

  static let today = Command.Option(
    name: "today", short: nil, value: "DAY",
    summary: "what day baselines are judged on, such as 2027-01-31 (default: today in UTC)")
}
