package import CaptureChecking
import CaptureSources
import ContractModel
import ContractReporting
import JSONParsing
import MappingEngine

/// How much of the given contracts was captured: each figure is a share of all that the contracts
/// have.
package struct CheckCoverage: Sendable {
  /// The share of one kind of items that was captured.
  package struct Share: Sendable, Equatable {
    package private(set) var captured = 0
    package private(set) var count = 0
    /// The items that were never captured, in the order of the contracts, safe to display.
    package private(set) var never: [String] = []

    /// - Parameter name: The name; `nil`, if the report already lists a larger item as never
    ///   captured.
    fileprivate mutating func note(_ isCaptured: Bool, _ name: @autoclosure () -> String?) {
      count += 1
      if isCaptured { captured += 1 } else if let name = name() { never.append(name) }
    }
  }

  /// Endpoints with at least one record, with or without a body.
  package private(set) var endpoints = Share()
  /// Lines of mappings and endpoints whose key path was present at least once.
  package private(set) var keys = Share()
  /// Status codes and classes that endpoints name; 2xx, if they name none.
  package private(set) var statuses = Share()
  /// Cases of mappings that were chosen.
  package private(set) var cases = Share()
  /// The mappings without any checked line, with their numbers of lines: `User (3 keys)`.
  private var unmetTypes: [String] = []

  package init(_ check: CaptureCheck) {
    let coverage = check.coverage
    for line in coverage.lines {
      keys.note(
        line.isSeen, Self.name(line.totals.mapping, line.totals.line.source.description))
    }
    for one in coverage.cases {
      cases.note(
        one.isSeen,
        Self.name(one.totals.mapping, one.totals.item.conditionText, separator: ": "))
    }
    for (number, contract) in check.contracts.enumerated() {
      let lines = Dictionary(grouping: check.knownTally(ofContract: number).lines, by: \.mapping)
      for mapping in contract.mappings {
        guard let own = lines[mapping.name], own.allSatisfy({ $0.counts.total == 0 }) else {
          continue
        }
        unmetTypes.append("\(displayed(mapping.name.text)) (\(counted(own.count, "key")))")
      }
    }
    for endpoint in coverage.endpoints { note(endpoint, check) }
  }

  static func name(
    _ mapping: MemberName?, _ text: String, separator: String = "."
  ) -> String {
    let text = text.isEmpty ? "(itself)" : text
    return displayed(mapping.map { "\($0)\(separator)\(text)" } ?? text)
  }

  private mutating func note(_ found: ContractCoverage.Endpoint, _ check: CaptureCheck) {
    let endpoint = check.contracts[found.key.contract].endpoints[found.key.number]
    var seen = Set(check.totals.statuses[found.key, default: [:]].keys)
    // A body with a type from the command line may have no known status.
    if seen.isEmpty, found.isSeen { seen = [CaptureRecord.assumedStatus] }
    endpoints.note(!seen.isEmpty, displayed(endpoint.selector.description))
    guard case .http(let selector) = endpoint.selector else { return }
    for matcher in selector.statuses.isEmpty ? [.hundred(2)] : selector.statuses {
      statuses.note(
        seen.contains(where: matcher.fits),
        seen.isEmpty ? nil : displayed("\(selector.method) \(selector.path) -> \(matcher)"))
    }
  }

  // MARK: - In words

  /// `endpoints 5 of 8, keys 27 of 41, statuses 4 of 7, cases 3 of 5`
  package var text: String {
    shares.filter { $0.share.count > 0 }
      .map { "\($0.name) \($0.share.captured) of \($0.share.count)" }.joined(separator: ", ")
  }

  var shares: [(name: String, share: Share)] {
    [("endpoints", endpoints), ("keys", keys), ("statuses", statuses), ("cases", cases)]
  }

  /// The endpoints, statuses and types that were never captured. Missing lines and cases of
  /// captured types are reported with the types.
  var never: [(kind: String, names: [String])] {
    [("endpoints", endpoints.never), ("statuses", statuses.never), ("types", unmetTypes)]
      .filter { !$0.names.isEmpty }
  }
}

extension CheckReport {
  package var captured: CheckCoverage { CheckCoverage(check) }

  /// Returns the list of endpoints, statuses and types that were never captured, for people; `nil`,
  /// if all were captured, or no input was read.
  func neverCapturedText(_ isVerbose: Bool, _ colors: TextColors) -> String? {
    guard inputCount > 0 || check.totals.payloadCount > 0 else { return nil }
    let rows = captured.never.map { kind, names in
      [kind, listed(names, most: isVerbose ? .max : 8)]
    }
    return section("never captured", aligned(rows), colors)
  }

  func writeCoverage(to writer: inout JSONWriter) {
    writer.object("captured") { writer in
      for (name, share) in captured.shares {
        writer.object(name) { writer in
          writer.members(["captured": share.captured, "count": share.count])
          writer.array("never", of: share.never) { $1.string($0) }
        }
      }
    }
  }
}
