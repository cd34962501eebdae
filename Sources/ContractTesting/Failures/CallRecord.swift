import JSONParsing
import MapperTesting

/// The payloads that one session of a check's mapper was given, in the form in which a file passes
/// them to another process: the journal of a run that has ended, or the question to a child.
///
///     check     the check, on a line
///     count     4 bytes
///     payloads  each 4 bytes of the endpoint's number, 4 of length, then the payload
///
/// Numbers are little-endian.
struct CallRecord: Equatable, Sendable {
  /// The check that maps the payloads: the test, and the part of the name that distinguishes its
  /// checks.
  let check: String
  /// The payloads, in order; the last one is being mapped. Empty between two calls.
  let payloads: [EndpointPayload]

  init(check: String, payloads: [EndpointPayload]) {
    (self.check, self.payloads) = (check, payloads)
  }

  /// - Returns: `nil` if the bytes are not a record, or end too early.
  init?(_ bytes: some Sequence<UInt8>) {
    let bytes = Array(bytes)
    guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    var rest = bytes[(end + 1)...]
    guard let payloads = rest.takePayloads() else { return nil }
    self.init(check: String(decoding: bytes[..<end], as: UTF8.self), payloads: payloads)
  }

  var bytes: [UInt8] {
    var bytes = Array("\(check)\n".utf8)
    bytes.append(payloads)
    return bytes
  }
}

extension [UInt8] {
  mutating func append(_ payloads: [EndpointPayload]) {
    reserveCapacity(payloads.reduce(count + 4) { $0 + $1.bytes.count + 8 })
    append(count: payloads.count)
    for payload in payloads {
      append(count: payload.endpoint)
      append(count: payload.bytes.count)
      append(contentsOf: payload.bytes)
    }
  }

  private mutating func append(count: Int) {
    let count = UInt32(truncatingIfNeeded: count).littleEndian
    Swift.withUnsafeBytes(of: count) { append(contentsOf: $0) }
  }
}

extension ArraySlice<UInt8> {
  /// Reads payloads that `append(_:)` has written; `nil` if they are invalid, or end too early.
  mutating func takePayloads() -> [EndpointPayload]? {
    guard let count = takeCount() else { return nil }
    var payloads: [EndpointPayload] = []
    for _ in 0..<count {
      guard let endpoint = takeCount(), let length = takeCount(), length <= self.count else {
        return nil
      }
      payloads.append(EndpointPayload(Array(prefix(length)), endpoint: endpoint))
      removeFirst(length)
    }
    return payloads
  }

  private mutating func takeCount() -> Int? {
    guard count >= 4 else { return nil }
    let digits = prefix(4)
    removeFirst(4)
    return digits.reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}

/// A check during which the process ended, with the call that its mapper was in.
///
/// Another test of the same process may have ended it; a `ChildRun` finds out whether the payload
/// did.
extension CallRecord {
  /// Claims the journals that ended processes left behind, so that each is reported once. Journals
  /// of running processes, including this one, are left alone.
  static func claimed(of check: String, in folder: JournalFolder) -> [CallRecord] {
    folder.paths(of: check).compactMap { path in
      guard let file = JournalFile(claiming: path) else { return nil }
      // Remove the file while it is locked, so that no other process claims it.
      defer { JournalFile.remove(path) }
      return CallRecord(file.bytes(limit: sizeLimit)).flatMap { record in
        record.check.utf8.elementsEqual(check.utf8) ? record : nil
      }
    }
  }

  /// Returns a warning about the call, on one line that is safe to display.
  func text(_ endpoints: [String] = []) -> String {
    var place = "between two calls"
    if let last = payloads.last {
      place = "in the call with \(shownStart(of: last.bytes))"
      if endpoints.indices.contains(last.endpoint) {
        place += " of \(displayed(endpoints[last.endpoint]))"
      }
    }
    return "an earlier run ended before this check did, \(place): \(check)"
  }

  /// The most bytes of a record that are read; a longer one is no record.
  static let sizeLimit = 256 << 20
}
