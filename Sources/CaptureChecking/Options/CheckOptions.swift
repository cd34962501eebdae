package import CaptureSources
package import ContractModel
import JSONParsing
package import MappingEngine
package import RecordScreening

/// How a capture is judged.
package struct CheckOptions: Sendable {
  /// The target of bodies about which nothing else says anything.
  package var bareTarget: NamedTarget?
  /// The targets of inputs by their names: the first pattern that a name ends in.
  package var inputRules: [InputRule] = []
  package var host: String?
  package var basePath: String?
  /// Exchanges are checked that have one of these methods, if there are any.
  package var methods: Set<String> = []
  /// Exchanges are checked whose path one of these fits, if there are any.
  package var paths: [Glob] = []
  /// Exchanges are checked that have one of these statuses, if there are any.
  package var statuses: [StatusMatcher] = []
  /// The severities of rules, in place of those that the contract gives them.
  package var severities: [RuleID: Severity] = [:]
  /// How many examples of a group are kept; 0: all, as tests want them.
  package var exampleCount = 3
  package var maximumDepth = JSONParsingOptions.strict.maximumDepth
  /// The versions of the app that are in the field, which payloads are held against, too.
  package var released: [ReleasedVersion] = []
  /// Says which of them a request is of; `nil`: any.
  package var appVersions: AppVersions?
  /// How clean payloads are recognised before they are judged; `nil`: all are judged.
  package var screen: ScreenKernel? = .fastest
  /// Is given each payload that is judged, with what it is of, and its exchange.
  package var onPayload: (@Sendable (NamedTarget, [UInt8], MappingExchange?) -> Void)?

  package init() {}

  /// How many examples of a group reports have that are made at the end; what writes each violation
  /// as it is found has all of them.
  package static let mostExamples = 1_000

  /// How many examples of a group are kept if a number is asked for; 0: as many as may be.
  package static func exampleCount(asked count: Int?) -> Int {
    guard let count else { return CheckOptions().exampleCount }
    return count == 0 ? mostExamples : min(count, mostExamples)
  }

  /// A type, and the contract that has it.
  package struct NamedTarget: Sendable {
    package var contract: Int
    package var target: MappingTarget

    package init(contract: Int, target: MappingTarget) {
      (self.contract, self.target) = (contract, target)
    }
  }

  /// The target of inputs whose names a pattern fits: a type, or an event.
  package struct InputRule: Sendable {
    package enum Meaning: Sendable {
      case target(NamedTarget)
      case event(String)
    }

    package var pattern: Glob
    package var meaning: Meaning

    package init(pattern: Glob, meaning: Meaning) {
      (self.pattern, self.meaning) = (pattern, meaning)
    }
  }

  /// How much a violation matters.
  package enum Severity: String, CaseIterable, Codable, Comparable, Sendable {
    case off
    case information = "info"
    case warning, error

    package init(_ severity: ContractError.Severity) {
      self = severity == .error ? .error : .warning
    }

    package static func < (left: Severity, right: Severity) -> Bool {
      (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
    }
  }
}
