package import CaptureChecking
package import CaptureSources
package import ContractModel
import Foundation
import JSONParsing
import MappingEngine

/// The parts of a capture that a contract does not take: values that its lines refuse, and answers
/// that none of its endpoints describes.
package struct UpdateEvidence: Sendable {
  package private(set) var check: CaptureCheck
  /// The values that are refused, as events that are named by where their types are written.
  private(set) var refused = CaptureSummary()
  /// Where the types are written, by those names.
  private(set) var origins: [MemberName: Origin] = [:]
  /// The records that no endpoint describes; answers to requests of a path that one describes, as
  /// events.
  private(set) var undescribed = CaptureSummary()
  /// Those answers by their names.
  private(set) var answers: [MemberName: Answer] = [:]
  /// The hosts of what endpoints describe.
  private(set) var hosts: Set<MemberName> = []
  /// The changes that it is evidence for, besides those that are always made.
  let changes: ContractUpdate.Changes
  /// The evidence for those.
  private(set) var probe: UpdateProbe?
  private let matcher: EndpointMatcher

  /// An answer with another status, or to another method, than those that a path is described with.
  struct Answer: Sendable {
    /// The word that names what it is of.
    var hint: String
    /// How many have no body, and of how many of them a body was to be expected.
    var bodilessCount = 0
    var emptyCount = 0
  }

  /// - Parameters:
  ///   - contract: Without errors.
  ///   - changes: The changes that it is evidence for.
  package init(_ contract: Contract, options: CheckOptions, for changes: ContractUpdate.Changes) {
    check = CaptureCheck([contract], options: options)
    matcher = EndpointMatcher([contract])
    self.changes = changes
    if !changes.isEmpty { probe = UpdateProbe(contract, options: options) }
  }

  var contract: Contract { check.contracts[0] }

  // MARK: - Reading

  /// Reads a capture: the same evidence, however many workers there are.
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
        evidence.check.note(outcome, of: item)
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
    answers.merge(other.answers) { own, other in
      var sum = own
      sum.bodilessCount += other.bodilessCount
      sum.emptyCount += other.emptyCount
      return sum
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
    var found: [RefusedValue] = []
    let answer = check.check(record, body) { violation in
      if let value = RefusedValue(violation) { found.append(value) }
    }
    probe?.add(record, body)
    for refused in found where refused.range.upperBound <= body.count {
      let (origin, value) = (refused.type, refused.value(in: body)[...])
      let name = MemberName("\(origin.range.lowerBound) \(origin.path)")
      origins[name] = origin
      var event = record.event(named: name.text)
      event.bodyState = .present
      _ = self.refused.add(event, value.span)
    }
    if check.totals.unmatched.count > before {
      noteUndescribed(record, body)
    } else if record.kind == .exchange, contract.host == nil {
      hosts.insert(MemberName(RequestURL(record.url ?? "").host ?? ""))
    }
    return answer
  }

  // MARK: - What no endpoint describes

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

  /// The endpoint that an answer would have whose path is one that is described already.
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
      // A path of nothing but parameters fits what it was not written for.
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

/// A value that a line does not take.
private struct RefusedValue {
  /// Where the type is written.
  let type: Origin
  let range: Range<Int>
  /// Whether no report may have it.
  private let isHidden: Bool

  /// - Returns: `nil`, if the violation is about something else.
  init?(_ found: CheckViolation) {
    let violation = found.violation
    guard violation.rule.isAboutValue, violation.line?.source.isOfExchange != true,
      !found.range.isEmpty, !violation.typeOrigin.range.isEmpty
    else { return nil }
    (type, range) = (violation.typeOrigin, violation.byteRange)
    isHidden = found.text[found.range.lowerBound] == UInt8(ascii: "*")
  }

  /// How long a word of a list may be.
  private static let longestWord = 400

  /// The value as JSON, without what is in it.
  func value(in body: Span<UInt8>) -> [UInt8] {
    switch body[range.lowerBound] {
    case UInt8(ascii: "{"): Array("{}".utf8)
    case UInt8(ascii: "["): Array("[]".utf8)
    // A text that is no word of a list.
    case UInt8(ascii: "\"") where isHidden || range.count > Self.longestWord:
      Array("\"\(String(repeating: "x", count: 99))\"".utf8)
    default: body.extracting(range).withUnsafeBufferPointer { Array($0) }
    }
  }
}

extension RuleID {
  /// Whether a value breaks it by not being of a line's type.
  var isAboutValue: Bool {
    switch self {
    case .nullValue, .wrongType, .cannotCoerce, .lossyNumber, .notACase, .newValue: true
    default: false
    }
  }
}

extension CaptureRecord {
  /// The record as an event.
  fileprivate func event(named name: String) -> CaptureRecord {
    var event = self
    (event.kind, event.event) = (.event, name)
    return event
  }

  /// The record with its path from so many segments on.
  fileprivate func below(_ count: Int, _ url: RequestURL) -> CaptureRecord {
    guard count > 0 else { return self }
    var record = self
    record.url =
      (url.host.map { "https://\($0)" } ?? "") + "/"
      + url.segments.dropFirst(count).joined(separator: "/")
    return record
  }
}
