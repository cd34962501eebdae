import Foundation

extension OpenCalls {
  /// How the process ends, or is about to.
  enum End {
    case trap, exit, stuck
    /// An end that no call is known to be involved in.
    case elsewhere

    fileprivate func text(in kind: Kind) -> StaticString {
      switch (kind, self) {
      case (.check, _): "the test process ends before a check is done"
      case (_, .elsewhere): "the test process ends while a mapper is at work"
      case (.reading, .trap):
        "what the mapper made traps when it is looked at, which ends the test process"
      case (.reading, .exit):
        "what the mapper made calls exit() when it is looked at, which ends the test process"
      case (.reading, .stuck):
        "what the mapper made has no end when it is looked at, so the test process ends"
      case (_, .trap): "the mapper traps, which ends the test process"
      case (_, .exit): "the mapper calls exit(), which ends the test process"
      case (_, .stuck): "the mapper does not return, so the test process ends"
      }
    }
  }

  /// The most bytes of a payload that are written.
  private static let shownPayload = 1 << 16

  /// Writes to standard error which payload is being mapped.
  ///
  ///     error: the mapper traps, which ends the test process: AppTests.AvatarMapperTests/keepsContract()
  ///       payload   [{"id":0,"name":""}]
  ///       next      run the tests again: this payload is tried first, and shrunk
  ///
  /// This allocates nothing and takes no lock, because signal handlers call it.
  static func report(_ end: End, _ call: Slot) {
    guard let text = call.text else { return }
    var writer = RawWriter()
    writer.write("\nerror: ")
    writer.write(end.text(in: call.kind))
    writer.write(": ")
    writer.write(text, call.testCount)
    let payload = text.advanced(by: call.testCount)
    if call.kind != .check {
      writer.write("\n  payload   ")
      writer.writeEscaped(payload, min(call.payloadCount, shownPayload))
      if call.payloadCount > shownPayload { writer.write("… and more") }
    }
    writer.write("\n")
    writer.write(payload.advanced(by: call.payloadCount), call.adviceCount)
    writer.flush()
    if end != .elsewhere { removeOtherJournals(than: call.journal) }
  }

  /// Removes the journals of the checks that are not involved in the end of the process, because
  /// the next run would warn about each. `unlink` may be called by signal handlers.
  private static func removeOtherJournals(than journal: UnsafePointer<CChar>?) {
    for index in 0..<slotCount where slots[index].caller != 0 && slots[index].kind == .check {
      if let path = slots[index].journal, path != journal { _ = unlink(path) }
    }
  }

  /// Reports the calls of a task or thread; if it has none, reports all calls, because a mapper may
  /// use other threads.
  static func report(_ end: End, of caller: UInt) -> Bool {
    report(end) { $0.caller == caller } || report(.elsewhere) { $0.kind != .check }
  }

  /// Reports the checks that are not done.
  static func reportChecks() -> Bool { report(.elsewhere) { $0.kind == .check } }

  private static func report(_ end: End, where isMeant: (Slot) -> Bool) -> Bool {
    var isWritten = false
    for index in 0..<slotCount where slots[index].caller != 0 && isMeant(slots[index]) {
      report(end, slots[index])
      isWritten = true
    }
    return isWritten
  }
}

/// Writes bytes to standard error through a fixed buffer, without allocating.
private struct RawWriter {
  private var buffer: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) =
    (0, 0, 0, 0, 0, 0, 0, 0)
  private var count = 0

  mutating func write(_ text: StaticString) {
    write(text.utf8Start, text.utf8CodeUnitCount)
  }

  mutating func write(_ bytes: UnsafePointer<UInt8>, _ count: Int) {
    for index in 0..<count { put(bytes[index]) }
  }

  /// Writes printable ASCII unchanged, and other bytes in the form `\x1b`.
  mutating func writeEscaped(_ bytes: UnsafePointer<UInt8>, _ count: Int) {
    for index in 0..<count {
      let byte = bytes[index]
      if byte >= 0x20, byte < 0x7f {
        put(byte)
      } else {
        write("\\x")
        put(digit(byte >> 4))
        put(digit(byte & 15))
      }
    }
  }

  mutating func flush() {
    withUnsafeBytes(of: &buffer) { bytes in
      _ = Foundation.write(STDERR_FILENO, bytes.baseAddress, count)
    }
    count = 0
  }

  private func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }

  private mutating func put(_ byte: UInt8) {
    withUnsafeMutableBytes(of: &buffer) { $0[count] = byte }
    count += 1
    if count == 64 { flush() }
  }
}
