import ContractModel
import JSONParsing
import MappingEngine
package import Verification

/// How much of the contracts that were given payloads came for: each figure is a share of all that
/// is written there.
package struct CheckCoverage: Sendable {
  /// Of things of one kind, how many were captured.
  package struct Share: Sendable, Equatable {
    package private(set) var captured = 0
    package private(set) var count = 0
    /// Those that never were, in the order of the contracts, safe to display.
    package private(set) var never: [String] = []

    /// - Parameter name: `nil`, if another line says already that it was never captured.
    fileprivate mutating func note(_ isCaptured: Bool, _ name: @autoclosure () -> String?) {
      count += 1
      if isCaptured { captured += 1 } else if let name = name() { never.append(name) }
    }
  }

  /// Endpoints for which a record came, with a body or without.
  package private(set) var endpoints = Share()
  /// Lines of mappings and endpoints whose key path was there once at least.
  package private(set) var keys = Share()
  /// Status codes and their classes that endpoints name, or 2xx where they name none.
  package private(set) var statuses = Share()
  /// Cases of mappings that were chosen.
  package private(set) var cases = Share()
  /// The mappings no line of which was looked for, with the number of their lines.
  package private(set) var unmetTypes: [(name: String, keyCount: Int)] = []

  /// Where something is written, which may be taken over by several mappings and contracts.
  private struct Place: Hashable {
    var path: String
    var start: Int
    var end: Int
    /// Of what no file has, its number.
    var number = 0

    init(_ origin: Origin, number: Int) {
      (path, start, end) = (origin.path, origin.range.lowerBound, origin.range.upperBound)
      if origin.range.isEmpty { self.number = number }
    }
  }

  /// What was found at a place, over all who have it.
  private struct Finding {
    var name: String
    var isReached: Bool
    var isCaptured: Bool
  }

  package init(_ check: CaptureCheck) {
    let files = Set(check.contracts.map { MemberName($0.path) })
    var (lines, cases) = (Findings(), Findings())
    for number in check.contracts.indices {
      let tally = check.tally(ofContract: number) ?? check.emptyTally(ofContract: number)
      for line in tally.lines {
        lines.note(
          line.rule.origin, Self.name(line.mapping, line.rule.source.description),
          isReached: line.counts.total > 0, isCaptured: line.counts.present > 0)
      }
      for one in tally.cases {
        cases.note(
          one.rule.origin, Self.name(one.mapping, one.rule.conditionText, separator: ": "),
          isReached: one.count > 0, isCaptured: one.count > 0)
      }
      noteEndpoints(number, check)
      noteTypes(check.contracts[number], tally)
    }
    for line in lines.given(files) { keys.note(line.isCaptured, line.name) }
    for one in cases.given(files) { self.cases.note(one.isCaptured, one.name) }
  }

  /// Things by where they are written, in the order in which they are met.
  private struct Findings {
    private var places: [Place] = []
    private var findings: [Place: Finding] = [:]

    mutating func note(_ origin: Origin, _ name: String, isReached: Bool, isCaptured: Bool) {
      let place = Place(origin, number: places.count)
      guard var known = findings[place] else {
        places.append(place)
        findings[place] = Finding(name: name, isReached: isReached, isCaptured: isCaptured)
        return
      }
      known.isReached = known.isReached || isReached
      known.isCaptured = known.isCaptured || isCaptured
      findings[place] = known
    }

    /// Those of the files that were given, and of included ones those that were reached.
    func given(_ files: Set<MemberName>) -> [Finding] {
      places.compactMap { place in
        guard let finding = findings[place] else { return nil }
        return finding.isReached || files.contains(MemberName(place.path)) ? finding : nil
      }
    }
  }

  private static func name(
    _ mapping: MemberName?, _ text: String, separator: String = "."
  ) -> String {
    let text = text.isEmpty ? "(itself)" : text
    return displayed(mapping.map { "\($0)\(separator)\(text)" } ?? text)
  }

  // MARK: - Endpoints and types

  private mutating func noteEndpoints(_ number: Int, _ check: CaptureCheck) {
    for (position, endpoint) in check.contracts[number].endpoints.enumerated() {
      guard let key = check.endpointKey(contract: number, number: position) else { continue }
      let seen = check.totals.statuses[key] ?? [:]
      let name = displayed(endpoint.selector.description)
      endpoints.note(!seen.isEmpty, name)
      guard case .http(let selector) = endpoint.selector else { continue }
      for matcher in selector.statuses.isEmpty ? [.hundred(2)] : selector.statuses {
        statuses.note(
          seen.keys.contains(where: matcher.fits),
          seen.isEmpty ? nil : displayed("\(selector.method) \(selector.path) -> \(matcher)"))
      }
    }
  }

  private mutating func noteTypes(_ contract: Contract, _ tally: MappingTally) {
    let lines = Dictionary(grouping: tally.lines, by: \.mapping)
    for mapping in contract.mappings {
      guard let own = lines[mapping.name], own.allSatisfy({ $0.counts.total == 0 }) else {
        continue
      }
      unmetTypes.append((displayed(mapping.name.text), own.count))
    }
  }

  // MARK: - In words

  /// `endpoints 5 of 8, keys 27 of 41, statuses 4 of 7, cases 3 of 5`: of what the contracts have.
  package var text: String {
    shares.filter { $0.share.count > 0 }
      .map { "\($0.name) \($0.share.captured) of \($0.share.count)" }.joined(separator: ", ")
  }

  var shares: [(name: String, share: Share)] {
    [("endpoints", endpoints), ("keys", keys), ("statuses", statuses), ("cases", cases)]
  }

  /// What was never captured, a row each: its kind and name. Lines and cases of types that were met
  /// stand with these.
  ///
  /// - Parameter limit: How many there are of each kind at most.
  func rows(limit: Int) -> [[String]] {
    let types = unmetTypes.map { "\($0.name)  (\(counted($0.keyCount, "key")))" }
    return [("endpoint", endpoints.never), ("status", statuses.never), ("type", types)]
      .flatMap { kind, names in
        names.prefix(limit).map { [kind, $0] }
          + (names.count > limit ? [["", "and \(names.count - limit) more"]] : [])
      }
  }
}

extension StatusMatcher {
  fileprivate func fits(_ status: Int) -> Bool {
    switch self {
    case .code(let code): code == status
    case .hundred(let digit): status / 100 == digit
    }
  }
}

extension CaseRule {
  /// The texts that the case asks for.
  var conditionText: String { conditions.map(\.description).joined(separator: " and ") }
}

extension CheckReport {
  /// How much of the contracts that were given payloads came for.
  package var captured: CheckCoverage { CheckCoverage(check) }

  /// What was never captured, for a person; `nil`, if all was.
  func neverCapturedText(_ isVerbose: Bool, _ colors: TextColors) -> String? {
    let rows = captured.rows(limit: isVerbose ? .max : 10)
    guard !rows.isEmpty else { return nil }
    return ([colors(.strong, "never captured")] + aligned(rows)).joined(separator: "\n")
  }

  func writeCoverage(to writer: inout JSONWriter) {
    writer.name("captured")
    writer.beginObject()
    for (name, share) in captured.shares {
      writer.name(name)
      writer.beginObject()
      writer.member("captured", share.captured)
      writer.member("count", share.count)
      writer.name("never")
      writer.beginArray()
      for name in share.never { writer.string(name) }
      writer.endArray()
      writer.endObject()
    }
    writer.endObject()
  }
}
