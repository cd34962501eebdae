import JSONParsing
import MapperTesting

/// A check that a process did not live to see the end of, with the call that its mapper was in.
///
/// It may have been another test, of the same process, that ended it: whether it was the payload is
/// for a `ChildRun` to find out.
struct DeadCall: Equatable, Sendable {
  /// The check.
  let check: String
  /// The payloads that the session was given; the last is what was being mapped. None, between two
  /// calls.
  let payloads: [EndpointPayload]

  /// Takes the journals that ended processes left behind, so that each is reported once.
  ///
  /// Those of processes that live, this one among them, are left alone.
  ///
  /// - Parameter check: Which check it is, as its journal was made of.
  static func claimed(of check: String, in folder: JournalFolder) -> [DeadCall] {
    folder.paths(of: check).compactMap { path in
      guard let file = JournalFile(claiming: path) else { return nil }
      // While it is locked, so that no other finds it.
      defer { JournalFile.remove(path) }
      return DeadCall(of: check, in: file.bytes(limit: sizeLimit))
    }
  }

  /// - Returns: `nil`, if the bytes are no journal of the check.
  private init?(of check: String, in bytes: [UInt8]) {
    let head = Array(check.utf8) + [UInt8(ascii: "\n")]
    guard bytes.starts(with: head), bytes.count > head.count else { return nil }
    var rest = bytes[(head.count + 1)...]
    switch bytes[head.count] {
    case CallJournal.idle: self.init(check: check, payloads: [])
    case CallJournal.mapping:
      guard let payloads = rest.takePayloads() else { return nil }
      self.init(check: check, payloads: payloads)
    default: return nil
    }
  }

  init(check: String, payloads: [EndpointPayload]) {
    (self.check, self.payloads) = (check, payloads)
  }

  /// What there is to say of it, on one line that is safe to display.
  ///
  /// - Parameter endpoints: Those that the mapper loads, by their numbers.
  func text(_ endpoints: [String] = []) -> String {
    "an earlier run ended before this check did, \(place(endpoints)): \(check)"
  }

  private func place(_ endpoints: [String]) -> String {
    guard let last = payloads.last else { return "between two calls" }
    let payload = truncated(
      displayed(String(decoding: last.bytes.prefix(4 * Self.shownCount), as: UTF8.self)),
      after: Self.shownCount)
    let isKnown = endpoints.indices.contains(last.endpoint)
    let endpoint = isKnown ? " of \(displayed(endpoints[last.endpoint]))" : ""
    return "in the call with \(payload)\(endpoint)"
  }

  /// How much of a payload is shown, in characters.
  private static let shownCount = 400

  /// How much of a journal is read, in bytes; more is no record.
  private static let sizeLimit = 256 << 20
}
