import CaptureChecking
import CaptureSources
import ContractModel
import MappingEngine

// Readers of the options' values; they return `nil` for a value of another form.

extension CheckSettings {
  /// Reads `404`, or `4xx`.
  static func status(in text: String) -> StatusMatcher? {
    if text.count == 3, text.hasSuffix("xx"), let digit = text.first?.wholeNumberValue {
      return .hundred(digit)
    }
    return text.count == 3 ? Int(text).map { .code($0) } : nil
  }

  /// Reads `5%` of something, or `5`.
  static func limit(in text: String) -> Tolerance.Limit? {
    if text.hasSuffix("%") { return OptionForm.percentage(in: text).map { .percent($0) } }
    return Int(text).flatMap { $0 >= 0 ? .count($0) : nil }
  }

  // MARK: - Rules

  /// Reads `wrong-type=warning`.
  static func severity(
    in text: String
  ) throws(UsageError) -> (RuleID, Severity)? {
    let (rule, text) = try assignment(in: text)
    return Severity(rawValue: text).map { (rule, $0) }
  }

  /// Reads `wrong-type=5%`, or `wrong-type=3`.
  static func tolerance(in text: String) throws(UsageError) -> Tolerance? {
    let (rule, text) = try assignment(in: text)
    guard let limit = limit(in: text) else { return nil }
    guard !rule.isOfCapture else {
      throw UsageError(
        message: "--tolerate is of rules that payloads break, and \(rule.rawValue) is not",
        hint: hint(insteadOfTolerating: rule))
    }
    return Tolerance(rule, limit)
  }

  private static func hint(insteadOfTolerating rule: RuleID) -> String {
    switch rule {
    case .unmatchedEndpoint: "--max-unmatched says how many records may be unmatched"
    case .grew: "\"upTo\" in the baseline says in how many of the payloads a group is accepted"
    default: "--rule \(rule.rawValue)=info lets it pass"
    }
  }

  /// Returns the rule before `=`, and the text after it.
  private static func assignment(
    in text: String
  ) throws(UsageError) -> (rule: RuleID, text: String) {
    let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
    return (try RuleID(named: parts.first ?? ""), parts.count == 2 ? parts[1] : "")
  }
}

extension RuleID {
  /// Finds a rule by the name in an operand or an option.
  init(named name: String) throws(UsageError) {
    guard let rule = RuleID(rawValue: name) else {
      throw UsageError(
        message: "unknown rule \(quoted(name))",
        hint: didYouMean(name, among: RuleID.allCases.map(\.rawValue)))
    }
    self = rule
  }
}

// MARK: - Days

extension CheckSettings {
  /// Returns the last day on which groups are accepted, from that of the check; `nil` if it is after
  /// the year 9999.
  typealias Expiry = @Sendable (_ today: CivilDate) -> CivilDate?

  static var expiry: OptionForm<Expiry> {
    OptionForm("a time such as 90d or 12w, or a day such as 2027-01-31") { text in
      ["never", "none", "no"].contains(text.lowercased())
        ? "what is accepted is looked at again some day; a year is 365d" : nil
    } read: { text in
      if let day = CivilDate(text) { return { _ in day } }
      let factor = text.hasSuffix("d") ? 1 : text.hasSuffix("w") ? 7 : 0
      let digits = text.dropLast()
      guard factor > 0, digits.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
        let number = Int(digits), 1...3_000_000 ~= number
      else { return nil }
      return days(number * factor)
    }
  }

  static func days(_ count: Int) -> Expiry {
    { today in
      let day = today.daysSince1970 + count
      return day <= CivilDate.last.daysSince1970 ? CivilDate(daysSince1970: day) : nil
    }
  }
}
