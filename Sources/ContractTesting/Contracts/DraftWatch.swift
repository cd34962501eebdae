import Foundation
import JSONParsing
import MapperTesting

/// Watches the payloads that a draft decodes, because an `init` of the type may end the process for
/// values that it would never receive in practice.
///
/// The type and payload are then reported, as for any mapper. The next run finds out in child
/// processes which further payloads end a process, and skips all of them.
final class DraftWatch {
  private let open: OpenCheck
  /// The payloads that end a process, each with the number of its type.
  private var fatal: Set<EndpointPayload>

  init(_ name: String, _ type: String, below root: String?) {
    open = OpenCheck("\(name): draft of \(type)", below: root)
    fatal = Set(ChildRun.payloads(askedOf: open.name) ?? open.left.flatMap(\.payloads))
  }

  /// Whether no payload is known to end a process.
  var isClear: Bool { fatal.isEmpty }

  /// Notes on the skipped payloads.
  var notes: [String] {
    let texts = fatal.map { String(decoding: $0.bytes, as: UTF8.self) }
    guard let least = texts.min(by: { ($0.utf8.count, $0) < ($1.utf8.count, $1) }) else {
      return []
    }
    let count = counted(fatal.count, "payload")
    let text = truncated(displayed(least), after: 200)
    return ["\(count) that would end the process: passed over, such as \(text)"]
  }

  /// Makes the draft, skipping payloads that end the process; `draft` does not return in a child
  /// that has to answer.
  func run<Draft, Failure>(
    _ draft: (@escaping CodableDraft.Watch) throws(Failure) -> Draft
  ) throws(Failure) -> Draft {
    if ChildRun.payloads(askedOf: open.name) != nil {
      ChildRun.answer { _ = try? draft(begin) }
    }
    if !fatal.isEmpty {
      // Child processes make the draft, as long as one ends on a new payload.
      var child = ChildRun(of: open.name)
      while child.traps(over: Array(fatal)).isFatal, let payload = child.note,
        fatal.insert(payload).inserted
      {}
    }
    open.begin()
    defer { open.close() }
    return try draft(begin)
  }

  private func begin(_ type: String, _ bytes: [UInt8]) -> (() -> Void)? {
    // A number for the type that is the same in every process.
    let number = type.utf8.reduce(7) { ($0 &* 31 &+ Int($1)) & 0x7fff_ffff }
    let payload = EndpointPayload(bytes, endpoint: number)
    guard !fatal.contains(payload) else { return nil }
    ChildRun.note(payload)
    let watch = CallWatch(open.journal)
    watch.advice =
      "  decoded   as \(displayed(type)), to draft a contract\n"
      + "  next      run the tests again: what ends the process is passed over then\n"
    return watch.noteCall(Array(fatal) + [payload], awaits: false)
  }
}
