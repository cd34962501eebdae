package import CaptureChecking
package import CaptureSources
package import ContractModel
import Foundation
import JSONParsing
import MappingEngine

/// The parts of a capture that a contract does not accept: values that its lines reject, and
/// responses that none of its endpoints describes.
package struct UpdateEvidence: Sendable {
  package private(set) var check: CaptureCheck
  /// The rejected values, as events that are named by the positions of their types.
  private(set) var refused = CaptureSummary()
  /// The positions of the types, by event name.
  private(set) var origins: [MemberName: Origin] = [:]
  /// The records that no endpoint describes. Responses at a path that an endpoint describes are
  /// recorded as events.
  private(set) var undescribed = CaptureSummary()
  /// The responses that are recorded as events, by name.
  private(set) var answers: [MemberName: Answer] = [:]
  /// The hosts of the described responses.
  private(set) var hosts: Set<MemberName> = []
  /// The changes on demand that this is evidence for.
  let changes: ContractUpdate.Changes
  private(set) var probe: UpdateProbe?
  private let matcher: EndpointMatcher

  /// A response with another status, or to another method, at a path that an endpoint describes.
  struct Answer: Sendable {
    /// The word that names its type.
    var hint: String
    /// The number of responses without a body, and of those that should have a body.
    var bodilessCount = 0
    var emptyCount = 0
  }

  /// - Parameter contract: A contract without errors.
  package init(_ contract: Contract, options: CheckOptions, for changes: ContractUpdate.Changes) {
    check = CaptureCheck([contract], options: options)
    matcher = EndpointMatcher([contract])
    self.changes = changes
    if !changes.isEmpty { probe = UpdateProbe(contract, options: options) }
  }

  var contract: Contract { check.contracts[0] }

  // MARK: - Reading

  /// Reads a capture. The evidence does not depend on the number of workers.
  package static func of(
    _ contract: Contract, options: CheckOptions, for changes: ContractUpdate.Changes = [],
    in reading: CaptureReading
  ) -> UpdateEvidence {
    var whole = reading.result(
      beginningWith: { UpdateEvidence(contract, options: options, for: changes) },
      reading: { evidence, _, item, reader in
        evidence.check.begin(ItemPlace(item))
        evidence.probe?.begin(item)
        reader.readsRequests = evidence.check.readsSentBodies
        let outcome = reader.read(item) { evidence.add($0, $1) }
        evidence.check.totals.inputs.note(outcome, of: item)
      },
      mergedBy: { $0.merge($1) })
    whole.check.finish()
    return whole
  }

  private mutating func merge(_ other: UpdateEvidence) {
    check.merge(other.check)
    refused.merge(other.refused)
    origins.merge(other.origins) { own, _ in own }
    undescribed.merge(other.undescribed)
    if let others = other.probe { probe?.merge(others) }
    hosts.formUnion(other.hosts)
    for (name, answer) in other.answers {
      answers[name, default: Answer(hint: answer.hint)].bodilessCount += answer.bodilessCount
      answers[name]?.emptyCount += answer.emptyCount
    }
  }

  private mutating func add(
    _ record: CaptureRecord, _ body: Span<UInt8>
  ) -> CaptureReader.Answer {
    guard !record.isRequest else {
      probe?.add(record, body)
      return check.check(record, body)
    }
    let before = check.totals.unmatched.count
    var found: [(type: Origin, range: Range<Int>, isHidden: Bool)] = []
    let answer = check.check(record, body) { refused in
      let violation = refused.violation
      guard violation.rule.isAboutValue, violation.line?.source.isOfExchange != true,
        !refused.range.isEmpty, !violation.typeOrigin.range.isEmpty
      else { return }
      let isHidden = refused.text[refused.range.lowerBound] == UInt8(ascii: "*")
      found.append((violation.typeOrigin, violation.byteRange, isHidden))
    }
    probe?.add(record, body)
    for (origin, range, isHidden) in found where range.upperBound <= body.count {
      let value = Self.value(body.extracting(range), isHidden: isHidden)[...]
      let name = MemberName("\(origin.range.lowerBound) \(origin.path)")
      origins[name] = origin
      _ = refused.add(record.event(named: name.text, .present), value.span)
    }
    if check.totals.unmatched.count > before {
      noteUndescribed(record, body)
    } else if record.kind == .exchange, contract.host == nil {
      hosts.insert(MemberName(RequestURL(record.url ?? "").host ?? ""))
    }
    return answer
  }

  /// The maximum length of a word in a list.
  private static let longestWord = 400

  /// Returns a refused value as JSON: of arrays and objects, only the kind.
  ///
  /// - Parameter isHidden: Whether no report may show the value.
  private static func value(_ text: Span<UInt8>, isHidden: Bool) -> [UInt8] {
    switch text[0] {
    case UInt8(ascii: "{"): Array("{}".utf8)
    case UInt8(ascii: "["): Array("[]".utf8)
    // The replacement is too long to count as a word of a list.
    case UInt8(ascii: "\"") where isHidden || text.count > longestWord:
      Array("\"\(String(repeating: "x", count: 99))\"".utf8)
    default: text.withUnsafeBufferPointer { Array($0) }
    }
  }

  // MARK: - Undescribed records

  private mutating func noteUndescribed(_ record: CaptureRecord, _ body: Span<UInt8>) {
    guard record.kind == .exchange else {
      if record.kind == .event { _ = undescribed.add(record, body) }
      return
    }
    let url = RequestURL(record.url ?? "")
    guard record.fault == nil, record.bodyState != .cutOff, isOfContract(url) else { return }
    guard let (name, hint) = answer(record, url) else {
      _ = undescribed.add(record.below(contract.basePathSegments.count, url), body)
      return
    }
    var answer = answers[name] ?? Answer(hint: hint)
    if body.isBlank {
      answer.bodilessCount += 1
      if !record.mayBeEmpty { answer.emptyCount += 1 }
    } else {
      _ = undescribed.add(record.event(named: name.text), body)
    }
    answers[name] = answer
  }

  private func isOfContract(_ url: RequestURL) -> Bool {
    let base = contract.basePathSegments
    let isOfHost = contract.host.map { $0.value.lowercased() == url.host ?? "" } ?? true
    return isOfHost && url.segments.count >= base.count
      && zip(base, url.segments).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
  }

  /// Returns the endpoint for a response at a path that is described already.
  private func answer(
    _ record: CaptureRecord, _ url: RequestURL
  ) -> (name: MemberName, hint: String)? {
    let method = record.method?.uppercased() ?? "GET"
    let status = record.status ?? CaptureRecord.assumedStatus
    guard method != "HEAD", HTTPSelector.methods.contains(method) else { return nil }
    for other in [method] + HTTPSelector.methods {
      var request = EndpointMatcher.Request(method: other, url: url)
      request.isOfAnyContent = true
      guard case .match(let candidate, _) = matcher.outcome(of: request),
        case .http(let selector) = candidate.selector
      else { continue }
      let texts = selector.path.segments.joined().compactMap { part in
        if case .text(let text) = part { text } else { nil }
      }
      // A path that has only parameters also matches unrelated paths.
      guard let last = texts.last else { continue }
      let isSuccess = 200...299 ~= status
      let action = selector.conditions.isEmpty ? nil : check.sent.action(of: record)
      let isKnown = other == method && action == nil
      let statuses = isKnown || !isSuccess ? " -> \(status)" : ""
      let name = "\(method) \(selector.path)" + (action.map { " \($0)" } ?? "") + statuses
      let word = action?.split(separator: "=").last.map(String.init) ?? last
      return (MemberName(name), status < 400 ? word : "api_error")
    }
    return nil
  }
}

extension RuleID {
  /// Whether the rule concerns a value that does not have the type of its line.
  var isAboutValue: Bool {
    switch self {
    case .nullValue, .wrongType, .cannotCoerce, .lossyNumber, .notACase, .newValue: true
    default: false
    }
  }
}

extension CaptureRecord {
  func event(named name: String, _ bodyState: BodyState? = nil) -> CaptureRecord {
    var event = self
    (event.kind, event.event, event.bodyState) = (.event, name, bodyState ?? self.bodyState)
    return event
  }

  /// Returns the record with its path from the given number of segments on.
  fileprivate func below(_ count: Int, _ url: RequestURL) -> CaptureRecord {
    guard count > 0 else { return self }
    var record = self
    record.url =
      (url.host.map { "https://\($0)" } ?? "") + "/"
      + url.segments.dropFirst(count).joined(separator: "/")
    return record
  }
}
