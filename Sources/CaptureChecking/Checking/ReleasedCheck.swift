import CaptureSources
import ContractModel
import FaultTolerance
import JSONParsing
import MappingEngine

/// A check of the same records by the contracts of one released version.
package struct ReleasedCheck: Sendable {
  package let version: ReleasedVersion
  package internal(set) var totals = ReleasedTotals()
  private var check: CaptureCheck

  init(_ version: ReleasedVersion) {
    self.version = version
    check = CaptureCheck(version.contracts, options: version.options)
  }

  var readsRequests: Bool { check.readsSentBodies }

  mutating func begin(_ item: ItemPlace) { check.begin(item) }

  /// - Returns: Why the version's apps reject the record; empty, if they accept it or never request
  ///   it.
  mutating func reasons(_ record: CaptureRecord, _ body: Span<UInt8>) -> [String] {
    let before = (unknown: check.totals.unmatched.count, unjudged: check.totals.unjudgedCount)
    var found: [CheckViolation] = []
    let answer = check.check(record, body) { found.append($0) }
    if check.totals.unmatched.count > before.unknown { totals.unknownCount += 1 }
    if case .notJSON = answer { return [] }
    guard !record.isRequest, check.totals.unjudgedCount == before.unjudged else { return [] }
    var (keys, reasons) = ([ReleasedTotals.Key](), [String]())
    for violation in found where violation.severity == .error && !violation.isOfCapture {
      let (line, answer) = version.tolerance.finding(
        violation.violation, ofContract: violation.endpoint.contract,
        at: Self.byte(violation, body))
      keys.append(
        ReleasedTotals.Key(
          endpoint: name(violation.endpoint), line: line ?? "", rule: violation.violation.rule,
          answer: answer))
      guard answer?.isTaken != true else { continue }
      reasons.append(violation.violation.rule.rawValue + (line.map { " of \($0)" } ?? ""))
    }
    totals.note(keys, isRefused: !reasons.isEmpty)
    return reasons
  }

  private func name(_ key: EndpointKey) -> MemberName {
    switch check[key].target {
    case .endpoint(let selector): MemberName(selector.description)
    case .type(_, let value): MemberName(value.description)
    }
  }

  /// Returns the first byte of the value that a violation is about.
  private static func byte(_ found: CheckViolation, _ body: Span<UInt8>) -> UInt8? {
    let start = found.violation.byteRange.lowerBound
    return start < body.count ? body[start] : nil
  }
}

extension CaptureCheck {
  /// Checks a record against the released versions, and notes which of them reject it.
  mutating func noteReleased(_ record: CaptureRecord, _ body: Span<UInt8>, _ report: Report?) {
    let asking = record.isRequest ? nil : options.appVersions?.version(of: record)
    let known = asking.flatMap { name in
      released.firstIndex { $0.version.name.utf8.elementsEqual(name.utf8) }
    }
    if let known {
      released[known].totals.requestCount += 1
    } else if !record.isRequest, options.appVersions != nil {
      totals.otherRequestCount += 1
    }
    var reasons: [String] = []
    // A response to one version does not concern the others.
    for number in known.map({ $0..<$0 + 1 }) ?? released.indices {
      let found = released[number].reasons(record, body)
      let name = released[number].version.name
      if !found.isEmpty { reasons.append("\(name) (\(listed(found, most: 3)))") }
    }
    let severity = options.severity(.breaksRelease, .error)
    guard !reasons.isEmpty, severity != .off else { return }
    let versions = displayed(reasons.joined(separator: ", "))
    var violation = Violation(
      ofCapture: .breaksRelease, message: "apps in the field refuse it: \(versions)")
    violation.byteRange = 0..<1
    // Above the numbers of other violations, but small: the sum of a part's numbers is limited.
    note(violation, severity, of: presentKey(of: record), number: 1 << 20, record, body, report)
  }

  /// Returns the endpoint of the present contracts that describes a record.
  private func presentKey(of record: CaptureRecord) -> EndpointKey {
    if case .body = record.kind, let bareKey { return bareKey }
    guard case .match(let candidate, _) = matcher.outcome(of: request(of: record)) else {
      return outside
    }
    return key(of: candidate)
  }
}
