package import ContractModel
import JSONParsing
package import Verification

/// What a person reads of the generated payloads that were mapped.
package struct GeneratedReport {
  private let outcomes: [(contract: Contract, outcome: GeneratedVerifier.Outcome)]
  private let colors: TextColors
  private let path: (String) -> String
  /// How many differences of a contract are shown, and how much of a payload.
  private static let shownCount = 5
  private static let payloadLength = 400

  /// - Parameters:
  ///   - outcomes: By contract, in the order of the contracts.
  ///   - colors: How the parts of a difference are set off.
  ///   - path: Says how a file is named to the reader.
  package init(
    _ outcomes: [(contract: Contract, outcome: GeneratedVerifier.Outcome)],
    colors: TextColors = .none, path: @escaping (String) -> String
  ) {
    (self.outcomes, self.colors, self.path) = (outcomes, colors, path)
  }

  package var isAsPredicted: Bool { outcomes.allSatisfy(\.outcome.differences.isEmpty) }

  /// The differences, then the totals; ends with a line end. Empty, if nothing was mapped.
  package var text: String {
    guard outcomes.contains(where: { $0.outcome.ranCount + $0.outcome.leftOutCount > 0 }) else {
      return ""
    }
    return (outcomes.flatMap(describe) + [summary]).joined(separator: "\n") + "\n"
  }

  private func describe(_ contract: Contract, _ outcome: GeneratedVerifier.Outcome) -> [String] {
    let shown = outcome.differences.prefix(Self.shownCount).map { describe($0, contract) }
    let rest = outcome.differences.count - shown.count
    return shown + (rest > 0 ? ["     = and \(rest) more of this contract"] : [])
  }

  private func describe(
    _ difference: GeneratedVerifier.Difference, _ contract: Contract
  ) -> String {
    let place = colors(.strong, "\(displayed(path(contract.path))):1:1")
    let text = String(decoding: difference.payload, as: UTF8.self).unicodeScalars
    let payload = String(String.UnicodeScalarView(text.prefix(Self.payloadLength)))
    return """
      \(place): \(colors.severity(.error)): \(displayed(difference.id)) of \(displayed(difference.target)) is not \
      reported as predicted
           = payload \(displayed(payload))\(text.count > Self.payloadLength ? "…" : "")
           = expected \(Self.text(of: difference.expected))
           = found \(Self.text(of: difference.found))
      """
  }

  /// The violations in the order of their bytes.
  package static func text(of violations: Set<ExpectedViolation>) -> String {
    let texts = violations.map { MemberName($0.description) }.sorted()
    return texts.isEmpty ? "no error" : texts.map { displayed($0.text) }.joined(separator: ", ")
  }

  private var summary: String {
    let ran = outcomes.reduce(0) { $0 + $1.outcome.ranCount }
    let differences = outcomes.reduce(0) { $0 + $1.outcome.differences.count }
    let count = outcomes.reduce(0) { $0 + $1.outcome.count }
    let result = differences == 0 ? "all as predicted" : "\(differences) not as predicted"
    let share = ran < count ? "\(ran) of " : ""
    return "ran \(share)\(counted(count, "generated payload")): \(result)" + leftOut
  }

  /// What no payload was made up for, and why.
  private var leftOut: String {
    func sum(_ part: KeyPath<GeneratedVerifier.Outcome, Int>) -> Int {
      outcomes.reduce(0) { $0 + $1.outcome[keyPath: part] }
    }
    let all = "of \(sum(\.targetCount)) endpoints and types"
    var parts: [String] = []
    if sum(\.tooLargeCount) > 0 {
      parts.append(
        "\(sum(\.tooLargeCount)) \(all), whose simplest payload is too deep or has more than "
          + "\(GeneratedVerifier.mostValues) values")
    }
    if sum(\.unseenCount) > 0 {
      parts.append(
        "\(sum(\.unseenCount)) \(all), since the contract is too large to look at all")
    }
    if sum(\.leftOutCaseCount) > 0 {
      parts.append(
        "\(counted(sum(\.leftOutCaseCount), "case")) of mappings, since there are too many")
    }
    return parts.isEmpty ? "" : "\nleft out: " + parts.joined(separator: "; ")
  }
}

extension GeneratedVerifier.Outcome {
  /// Whether there is anything that no payload was made up for.
  fileprivate var leftOutCount: Int { tooLargeCount + unseenCount + leftOutCaseCount }
}
