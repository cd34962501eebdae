package import CaptureSources
package import ContractModel
import JSONParsing
package import MappingEngine
package import RecordScreening

/// How a capture is judged.
package struct CheckOptions: Sendable {
  /// The target of bodies for which nothing else names one.
  package var bareTarget: NamedTarget?
  /// The targets of inputs by name: the first pattern that fits the end of a name applies.
  package var inputRules: [InputRule] = []
  package var host: String?
  package var basePath: String?
  /// Only exchanges with one of these methods are checked; if empty, all are.
  package var methods: Set<String> = []
  /// Only exchanges whose path fits one of these are checked; if empty, all are.
  package var paths: [Glob] = []
  /// Only exchanges with one of these statuses are checked; if empty, all are.
  package var statuses: [StatusMatcher] = []
  /// The severities of rules, which replace those of the contract.
  package var severities: [RuleID: Severity] = [:]
  /// How many examples of a group are kept; 0: all, for tests.
  package var exampleCount = 3
  package var maximumDepth = JSONParsingOptions.strict.maximumDepth
  /// The released versions of the app, against which payloads are checked, too.
  package var released: [ReleasedVersion] = []
  /// Finds the version that sent a request; `nil`: any may have sent it.
  package var appVersions: AppVersions?
  /// The kernel of the screen for clean payloads; `nil`: all payloads are mapped.
  package var screen: ScreenKernel? = .fastest
  /// Receives each payload that is judged, with its target and exchange.
  package var onPayload: (@Sendable (NamedTarget, [UInt8], MappingExchange?) -> Void)?

  package init() {}

  /// How many examples of a group a report that is written at the end may have. Reports that are
  /// written line by line have all.
  package static let mostExamples = 1_000

  /// Returns how many examples of a group are kept for the number that the user asks for; 0: as
  /// many as are possible.
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

  /// The target of inputs whose names fit a pattern: a type, or an event.
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
}

extension CheckOptions {
  package func severity(_ rule: RuleID, _ natural: Severity) -> Severity {
    severities[rule] ?? natural
  }

  func wants(_ status: Int) -> Bool { statuses.contains { $0.fits(status) } }

  /// Returns a type that the user names without an endpoint: 0 is that of bare bodies, the others
  /// are those of input rules. `nil`, if there is none.
  func named(_ number: Int) -> NamedTarget? {
    guard number > 0 else { return bareTarget }
    guard number <= inputRules.count, case .target(let named) = inputRules[number - 1].meaning
    else { return nil }
    return named
  }

  /// Returns the types of a contract that the user names without an endpoint.
  func targets(ofContract number: Int) -> [MappingTarget] {
    (Array(1..<inputRules.count + 1) + [0]).compactMap(named).filter { $0.contract == number }.map(
      \.target)
  }
}
