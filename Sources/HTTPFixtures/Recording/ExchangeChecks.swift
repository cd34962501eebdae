import CaptureChecking
import CaptureSources
import ContractModel
import Foundation
import JSONParsing
import MappingEngine

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif
#if canImport(os)
  import os
#endif

/// Checks exchanges in the background, and reports each kind of violation once.
final class ExchangeChecks: Sendable {
  private struct State {
    var check: CaptureCheck
    var reported: Set<FindingKey> = []
    var count = 0
  }

  /// The exchanges that wait for their check.
  private struct Waiting {
    var count = 0
    var byteCount = 0
    var droppedCount = 0
  }

  /// The maximal number and size of waiting exchanges.
  private static let mostWaiting = 256
  private static let mostWaitingBytes = 32_000_000
  /// The maximal number of reported violations, because the number of unknown keys is unlimited.
  private static let reportLimit = 1_000
  /// The length up to which Xcode shows a line.
  private static let longestLine = 900

  private let state: Mutex<State>
  private let waiting = Mutex(Waiting())
  private let queue = DispatchQueue(label: "ContractObserver", qos: .utility)
  private let onViolation: @Sendable (ContractObserver.Violation) -> Void

  init(
    _ contracts: [Contract], baseURL: URL?,
    onViolation: @escaping @Sendable (ContractObserver.Violation) -> Void
  ) {
    var options = CheckOptions()
    options.exampleCount = 1
    (options.host, options.basePath) = (baseURL?.host, baseURL?.path)
    // The command reads contracts in this order, and merging parts requires the same order.
    let contracts = contracts.sorted { MemberName($0.path) < MemberName($1.path) }
    var check = CaptureCheck(contracts, options: options)
    check.begin(ItemPlace(input: 0, segment: 0))
    state = Mutex(State(check: check))
    self.onViolation = onViolation
  }

  var droppedCount: Int { waiting.withLock { $0.droppedCount } }

  /// Checks an exchange later, if there is room for it.
  func note(_ sent: SentRequest, _ response: HTTPURLResponse, _ body: Data) {
    let byteCount = sent.body.count + body.count
    let hasRoom = waiting.withLock { waiting in
      guard waiting.count < Self.mostWaiting,
        waiting.count == 0 || waiting.byteCount + byteCount <= Self.mostWaitingBytes
      else {
        waiting.droppedCount += 1
        return false
      }
      waiting.count += 1
      waiting.byteCount += byteCount
      return true
    }
    guard hasRoom else { return }
    let headers = NamedTexts(fields: response.allHeaderFields).fields
    queue.async { [self, status = response.statusCode] in
      let found = check(sent, status, headers, body)
      waiting.withLock { waiting in
        waiting.count -= 1
        waiting.byteCount -= byteCount
      }
      for violation in found {
        Self.tell(violation.description)
        onViolation(violation)
      }
    }
  }

  /// - Returns: The violations that were not reported yet.
  func check(
    _ sent: SentRequest, _ status: Int, _ headers: [HeaderField], _ body: Data
  ) -> [ContractObserver.Violation] {
    state.withLock { state in
      var record = CaptureRecord(input: "", place: .entry(state.count), kind: .exchange)
      state.count += 1
      (record.method, record.url, record.status) = (sent.method, sent.url.absoluteString, status)
      record.requestHeaders = sent.headers.fields
      record.responseHeaders = headers
      let before = state.check.totals.foundCount
      if state.check.readsRequests {
        var request = record
        request.isRequest = true
        request.mimeType = sent.header("Content-Type")
        request.bodyState = sent.body.isEmpty ? .absent : .present
        _ = state.check.check(request, ContiguousArray(sent.body).span)
      }
      record.mimeType = headers.value(named: "content-type")
      record.bodyState = body.isEmpty && record.mayBeEmpty ? .absent : .present
      _ = state.check.check(record, ContiguousArray(body).span)
      guard state.check.totals.foundCount > before else { return [] }
      return newViolations(&state)
    }
  }

  private func newViolations(_ state: inout State) -> [ContractObserver.Violation] {
    let totals = state.check.totals
    return totals.groupKeys.compactMap { key in
      guard let group = totals.violations[key], group.severity > .information,
        key.endpoint != state.check.outside,
        state.reported.count < Self.reportLimit, state.reported.insert(key).inserted
      else { return nil }
      let name = state.check.identity(of: key)
      let words = group.examples.first?.violation.discreet
      return ContractObserver.Violation(
        contract: name.contract.text, endpoint: name.endpoint.text, rule: key.rule.rawValue,
        type: name.mapping == "" ? nil : name.mapping.text,
        keyPath: state.check.line(of: key)?.source.description,
        message: words?.message ?? key.rule.meaning,
        hint: words?.hint, isError: group.severity == .error)
    }
  }

  /// Returns the counts after the check of all waiting exchanges.
  func summary() -> Data {
    queue.sync {}
    return state.withLock { state in
      var header = PartHeader()
      header.mark(state.check.contracts)
      (header.inputCount, header.omitsExamples) = (1, true)
      return Data(state.check.part(header))
    }
  }

  private static func tell(_ text: String) {
    let line = text.count > longestLine ? text.prefix(longestLine - 1) + "…" : text[...]
    #if canImport(os)
      // Xcode shows the faults of this subsystem beside the code.
      Logger(subsystem: "com.apple.runtime-issues", category: "ContractCheck")
        .fault("\(String(line), privacy: .public)")
    #else
      try? FileHandle.standardError.write(contentsOf: Data((line + "\n").utf8))
    #endif
  }
}

extension NamedTexts {
  fileprivate var fields: [HeaderField] {
    entries.map { HeaderField(name: $0.name.text, value: $0.text) }
  }
}
