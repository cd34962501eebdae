import Foundation
import JSONParsing
import MapperTesting

/// Watches what a draft of a type decodes: an `init` may end the process, for values that nobody would
/// send it.
///
/// The type and payload are told then, as of any mapper. The next run finds in children what else ends
/// a process, and passes over all of it.
final class DraftWatch {
  private let open: OpenCheck
  /// The payloads that end a process, each with the number of its type.
  private var fatal: Set<EndpointPayload>

  /// - Parameters:
  ///   - name: The contract's.
  ///   - type: What is drafted of.
  ///   - root: The package's folder, if there is one.
  init(_ name: String, _ type: String, below root: String?) {
    open = OpenCheck("\(name): draft of \(type)", below: root)
    fatal = Set(ChildRun.payloads(askedOf: open.name) ?? open.left.flatMap(\.payloads))
  }

  /// Whether nothing is known to end a process.
  var isClear: Bool { fatal.isEmpty }

  /// What is to be said of payloads that were passed over.
  var notes: [String] {
    let texts = fatal.map { String(decoding: $0.bytes, as: UTF8.self) }
    guard let least = texts.min(by: { ($0.utf8.count, $0) < ($1.utf8.count, $1) }) else {
      return []
    }
    let count = counted(fatal.count, "payload")
    let text = truncated(displayed(least), after: 200)
    return ["\(count) that would end the process: passed over, such as \(text)"]
  }

  /// Drafts, and passes over what ends a process.
  ///
  /// - Parameter draft: Is given what is told of each payload; a child that is asked does not return.
  func run<Draft, Failure>(
    _ draft: (@escaping CodableDraft.Watch) throws(Failure) -> Draft
  ) throws(Failure) -> Draft {
    if ChildRun.payloads(askedOf: open.name) != nil {
      ChildRun.answer { _ = try? draft(begin) }
    }
    findFatal()
    open.begin()
    defer { open.close() }
    return try draft(begin)
  }

  /// Has children draft, as long as one ends in another payload.
  private func findFatal() {
    guard !fatal.isEmpty else { return }
    var child = ChildRun(of: open.name)
    while child.traps(over: Array(fatal)).isFatal, let payload = child.note,
      fatal.insert(payload).inserted
    {}
  }

  private func begin(_ type: String, _ bytes: [UInt8]) -> (() -> Void)? {
    let payload = EndpointPayload(bytes, endpoint: Self.number(of: type))
    guard !fatal.contains(payload) else { return nil }
    ChildRun.note(payload)
    open.journal?.begin(Array(fatal) + [payload])
    let advice =
      "  decoded   as \(displayed(type)), to draft a contract\n"
      + "  next      run the tests again: what ends the process is passed over then\n"
    let call = OpenCalls.open(
      .call, test: Array(RunningTest.shownName.utf8), payload: bytes, advice: Array(advice.utf8),
      seconds: MapperTestSettings.current.callSeconds)
    return { [open] in
      OpenCalls.close(call)
      open.journal?.end()
    }
  }

  /// A number that a type has in every process.
  private static func number(of type: String) -> Int {
    type.utf8.reduce(7) { ($0 &* 31 &+ Int($1)) & 0x7fff_ffff }
  }
}
