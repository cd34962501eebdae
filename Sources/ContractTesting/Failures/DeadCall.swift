import JSONParsing
import MapperTesting

/// A check during which the process ended, with the call that its mapper was in.
///
/// Another test of the same process may have ended it; a `ChildRun` finds out whether the payload
/// did.
struct DeadCall: Equatable, Sendable {
  let check: String
  /// The payloads that the session was given, the last one being mapped; empty between two calls.
  let payloads: [EndpointPayload]

  /// Claims the journals that ended processes left behind, so that each is reported once. Journals
  /// of running processes, including this one, are left alone.
  static func claimed(of check: String, in folder: JournalFolder) -> [DeadCall] {
    folder.paths(of: check).compactMap { path in
      guard let file = JournalFile(claiming: path) else { return nil }
      // Remove the file while it is locked, so that no other process claims it.
      defer { JournalFile.remove(path) }
      return DeadCall(of: check, in: file.bytes(limit: sizeLimit))
    }
  }

  /// - Returns: `nil` if the bytes are not a journal of the check.
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

  /// Returns a warning about the call, on one line that is safe to display.
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

  /// The most characters of a payload that are shown.
  private static let shownCount = 400

  /// The most bytes of a journal that are read; a longer one is not a record.
  private static let sizeLimit = 256 << 20
}
