import ContractModel
import Foundation
import JSONParsing
import MappingEngine
import ValueRedaction

/// The contents of a trace. Each level includes those before it.
public enum TraceLevel: Int, Comparable, Sendable {
  /// Requests and failed loads.
  case requests
  /// Responses.
  case responses
  /// Events of the mapping.
  case mapping

  public static func < (left: TraceLevel, right: TraceLevel) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// The last lines of a loader's trace.
struct LoadTrace: Sendable {
  private static let mostLines = 2_000
  /// The largest length of a line, in Unicode scalars.
  private static let mostScalars = 500

  private var lines: [(level: TraceLevel, text: String)] = []
  private var droppedCount = 0
  private var loadCount = 0

  /// - Returns: The number of a load that begins.
  mutating func beginLoad() -> Int {
    loadCount += 1
    return loadCount
  }

  mutating func add(_ level: TraceLevel, _ load: Int, _ mark: Character, _ texts: [String]) {
    let more = texts.map { truncated("\(load) \(mark) \(displayed($0))", after: Self.mostScalars) }
    lines += more.map { (level, $0) }
    let surplus = max(0, lines.count - Self.mostLines)
    lines.removeFirst(surplus)
    droppedCount += surplus
  }

  func text(_ level: TraceLevel) -> String {
    let dropped = droppedCount == 0 ? [] : ["… \(counted(droppedCount, "earlier line")) left out"]
    return (dropped + lines.filter { $0.level <= level }.map(\.text)).joined(separator: "\n")
  }
}

extension SentRequest {
  /// The method and the URL without credentials, for errors and traces.
  var asked: String { "\(method) \(shown(url))" }

  var traceLines: [String] {
    [asked] + headers.traceLines
      + (body.isEmpty ? [] : ["with a body of \(counted(body.count, "byte"))"])
  }
}

extension LoadedResponse {
  var traceLines: [String] { [text] + headers.traceLines }

  /// The number of events of one response in a trace.
  private static let tracedCount = 100

  var mappingLines: [String] {
    guard let endpoint, let result else { return ["nothing is mapped"] }
    let counts = result.counts.sorted { $0.key < $1.key }.map { type, counts in
      "\(type): \(counts.created) created, \(counts.updated) updated, \(counts.untouched) untouched"
    }
    let more = result.events.count - Self.tracedCount
    return ["as \(endpoint.selector)"] + counts
      + result.events.prefix(Self.tracedCount).map(\.description)
      + (more > 0 ? ["… \(counted(more, "more event"))"] : [])
  }
}

extension NamedTexts {
  /// The lines without headers that contain credentials.
  fileprivate var traceLines: [String] {
    entries.filter { !CredentialNames.hasCredential($0.name.text) }.map { "\($0.name): \($0.text)" }
  }
}

/// Returns a URL without user, password and fragment, and without the values of parameters that
/// contain credentials.
func shown(_ url: URL) -> String { displayed(ExchangeRedactor([]).url(url.absoluteString)) }
