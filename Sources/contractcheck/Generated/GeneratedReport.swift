import ContractModel
import ContractReporting
import JSONParsing

/// The report for people on the mapped generated payloads.
struct GeneratedReport {
  /// In the order of the contracts.
  let outcomes: [(contract: Contract, outcome: GeneratedVerifier.Outcome)]
  var colors = TextColors.none
  /// The maximum number of shown rejections of a contract, the maximum length of a shown payload,
  /// and the maximum number of shown lines.
  private static let shownCount = 5
  private static let payloadLength = 400
  private static let lineCount = 5

  var isEveryValidOneAdmitted: Bool { outcomes.allSatisfy(\.outcome.refusals.isEmpty) }

  /// The rejections, the faults that lines notice, and the totals; ends with a line end. The text
  /// is empty if nothing was mapped.
  var text: String {
    guard outcomes.contains(where: { $0.outcome.ranCount + $0.outcome.leftOutCount > 0 }) else {
      return ""
    }
    return (outcomes.flatMap(describe) + notices + [summary]).joined(separator: "\n") + "\n"
  }

  // MARK: - Rejections

  private func describe(_ contract: Contract, _ outcome: GeneratedVerifier.Outcome) -> [String] {
    let shown = outcome.refusals.prefix(Self.shownCount).map { describe($0, contract) }
    let rest = outcome.refusals.count - shown.count
    return shown + (rest > 0 ? ["     = and \(rest) more of this contract"] : [])
  }

  private func describe(_ refusal: GeneratedVerifier.Refusal, _ contract: Contract) -> String {
    let place = colors(.strong, "\(displayed(contract.texts.shownPath(contract.path))):1:1")
    let text = String(decoding: refusal.payload, as: UTF8.self)
    let payload = truncated(text, after: Self.payloadLength)
    let headline = """
      \(place): \(colors.severity(.error)): \(displayed(refusal.id)) of \
      \(displayed(refusal.target)) is valid by the contract's lines, and is refused
           = payload \(displayed(payload))
      """
    let violations = refusal.violations.prefix(Self.shownCount).map { "     = \($0)" }
    return ([headline] + violations).joined(separator: "\n")
  }

  // MARK: - Totals

  private func sum(_ part: (GeneratedVerifier.Outcome) -> Int) -> Int {
    outcomes.reduce(0) { $0 + part($1.outcome) }
  }

  private var summary: String {
    let (ran, count) = (sum(\.ranCount), sum(\.count))
    let (valid, refused) = (sum(\.validCount), sum(\.refusals.count))
    let share = ran < count ? "\(ran) of " : ""
    let result =
      refused == 0
      ? "all \(valid) valid ones admitted" : "\(refused) of \(valid) valid ones refused"
    return "ran \(share)\(counted(count, "generated payload")): \(result)" + leftOut
  }

  /// The endpoints, types and cases without generated payloads, with the reasons.
  private var leftOut: String {
    let all = "of \(sum(\.targetCount)) endpoints and types"
    var parts: [String] = []
    if sum(\.tooLargeCount) > 0 {
      parts.append(
        "\(sum(\.tooLargeCount)) \(all), whose simplest payload is too deep or has more than "
          + "\(GeneratedVerifier.mostValues) values")
    }
    if sum(\.unseenCount) > 0 {
      parts.append("\(sum(\.unseenCount)) \(all), since the contract is too large to look at all")
    }
    let refused = outcomes.flatMap(\.outcome.aloneRefused)
    if !refused.isEmpty {
      let names = listed(refused.map { displayed($0) }, most: Self.lineCount)
      parts.append(
        "valid payloads of \(refused.count) \(all), whose simplest one is refused: "
          + names)
    }
    if sum(\.leftOutCaseCount) > 0 {
      parts.append(
        "\(counted(sum(\.leftOutCaseCount), "case")) of mappings, since there are too many")
    }
    return parts.isEmpty ? "" : "\nleft out: " + parts.joined(separator: "; ")
  }

  // MARK: - Faults that lines notice

  /// One line with the faults that all lines notice, then one for each fault that some lines
  /// accept.
  private var notices: [String] {
    let trials = outcomes.flatMap(\.outcome.trials)
    let shares = ServerChange.allCases.compactMap { change in
      NoticedFaults(of: change, in: trials).map { (change, $0) }
    }
    guard !shares.isEmpty else { return [] }
    let whole = shares.filter { $0.1.passing.isEmpty }.map { figures($0, $1) }
    let rows = shares.filter { !$0.1.passing.isEmpty }.map { row($0, $1) }
    return ["lines that notice a fault:"]
      + (whole.isEmpty ? [] : ["  " + whole.joined(separator: " · ")]) + rows
  }

  /// Returns figures such as `missing 30 of 30 (11 may be absent)`.
  private func figures(_ change: ServerChange, _ share: NoticedFaults) -> String {
    let count = share.lines.count - share.passing.count
    let allowing = share.allowing.subtracting(share.lines).count
    return "\(change.rawValue) \(count) of \(share.lines.count)"
      + (allowing > 0 ? " (\(allowing) \(change.allowance))" : "")
  }

  /// Returns a row such as `other case 39 of 41: not Sport.sportId, User.city`.
  private func row(_ change: ServerChange, _ share: NoticedFaults) -> String {
    var seen: Set<MemberName> = []
    // Two lines may read one key.
    let passing = share.passing.filter { seen.insert($0.name).inserted }
    return "  \(figures(change, share)): not "
      + listed(passing.map { displayed($0.name.text) }, most: Self.lineCount)
  }
}

extension GeneratedVerifier.Outcome {
  /// The number of targets and cases without generated payloads.
  fileprivate var leftOutCount: Int { tooLargeCount + unseenCount + leftOutCaseCount }
}
