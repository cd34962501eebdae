import CaptureChecking
import ContractModel
import ContractReporting
import DiskReading
import Foundation
import JSONParsing
import MappingEngine
import Reporting

// The settings of baselines.

extension CheckSettings {
  /// The last day of entries that are accepted now.
  var expires: CivilDate? { expiry(today) }

  /// The accepted groups; `nil` without a baseline.
  var baseline: Baseline? {
    get throws(UsageError) {
      guard let file = writtenBaseline ?? readBaseline else { return nil }
      let isNew = writtenBaseline != nil && !FileManager.default.fileExists(atPath: file)
      return Baseline(isNew ? [] : try Self.entries(in: file), on: today, file: file)
    }
  }

  // MARK: - Reading the file

  /// The maximum number of listed errors of a file.
  private static let mistakeLimit = 20

  private static func entries(in file: String) throws(UsageError) -> [Baseline.Entry] {
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
    guard !reader.mistakes.isEmpty else { return reader.entries }
    let shown = reader.mistakes.prefix(mistakeLimit).map {
      description(of: $0, in: text, file: file)
    }
    let rest = reader.mistakes.count - shown.count
    throw UsageError(
      message: (["the baseline has \(counted(reader.mistakes.count, "mistake"))"] + shown
        + (rest > 0 ? ["and \(rest) more"] : [])).joined(separator: "\n"))
  }

  private static func description(
    of mistake: BaselineMistake, in text: [UInt8], file: String
  ) -> String {
    let position = TextPosition(offset: mistake.range.lowerBound, in: text)
    return SourceExcerpt.text(
      "\(displayed(file)):\(position): error: \(mistake.message)",
      SourceExcerpt(of: mistake.range, at: position, in: text[...]).description,
      remarks: [mistake.hint.map { "hint: \($0)" }])
  }

  // MARK: - Combinations of options

  func validateBaseline() throws(UsageError) {
    try validateExpiry()
    guard let file = writtenBaseline else {
      guard reason == nil else {
        throw UsageError(message: "--reason is that of --write-baseline FILE")
      }
      return
    }
    guard Baseline.isReason(reason ?? "") else {
      throw UsageError(
        message: "--write-baseline needs --reason TEXT",
        hint: "say why it is accepted, and where it is tracked")
    }
    guard judging.failing != nil else {
      throw UsageError(
        message: "--write-baseline accepts what fails, and --fail-on never lets nothing fail")
    }
    guard partial == nil else {
      throw UsageError(
        message: "--partial judges nothing, so there is nothing to accept",
        hint: "merge --write-baseline writes the baseline of all parts")
    }
    guard Self.standardized(file) == Self.standardized(readBaseline ?? file) else {
      throw UsageError(
        message: "--baseline and --write-baseline name two files", hint: "one check has one")
    }
  }

  private static func standardized(_ file: String) -> String {
    URL(filePath: file).standardizedFileURL.path
  }

  private func validateExpiry() throws(UsageError) {
    guard let text = given["expires"]?.last else { return }
    guard let day = expires else { throw Self.expiry.refusal(of: text, for: "expires") }
    guard day >= today else {
      throw UsageError(message: "--expires \(day.text) is over: today is \(today.text)")
    }
  }
}
