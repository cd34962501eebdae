import Foundation

extension OpenCalls {
  /// How much of a payload is written, in bytes.
  private static let shownPayload = 1 << 16

  /// Writes on standard error which payload is being mapped.
  ///
  ///     error: the mapper traps, which ends the test process: AppTests.AvatarMapperTests/keepsContract()
  ///       payload   [{"id":0,"name":""}]
  ///       next      run the tests again: this payload is tried first, and shrunk
  ///
  /// Nothing here allocates or locks: it is called by signal handlers.
  ///
  /// - Parameter what: What happened.
  static func report(_ what: StaticString, _ call: Slot) {
    guard let text = call.text else { return }
    var writer = RawWriter()
    writer.write("\nerror: ")
    writer.write(what)
    writer.write(": ")
    writer.write(text, call.testCount)
    let payload = text.advanced(by: call.testCount)
    if call.caller != checkCaller {
      writer.write("\n  payload   ")
      writer.writeEscaped(payload, min(call.payloadCount, shownPayload))
      if call.payloadCount > shownPayload { writer.write("… and more") }
    }
    writer.write("\n")
    writer.write(payload.advanced(by: call.payloadCount), call.adviceCount)
    writer.flush()
  }

  /// Reports the calls of a task or thread; of all, if it makes none: a mapper may have others work
  /// for it.
  static func report(_ what: StaticString, of caller: UInt) -> Bool {
    report(what) { $0 == caller }
      || report("the test process ends while a mapper is at work") {
        $0 != 0 && $0 != checkCaller
      }
  }

  /// Reports the checks that are not done.
  static func reportChecks() -> Bool {
    report("the test process ends before a check is done") { $0 == checkCaller }
  }

  private static func report(_ what: StaticString, where isMeant: (UInt) -> Bool) -> Bool {
    var isWritten = false
    for index in 0..<slotCount where isMeant(slots[index].caller) {
      report(what, slots[index])
      isWritten = true
    }
    return isWritten
  }
}

/// Writes bytes to standard error from a buffer of its own, without allocating.
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

  /// Bytes that a terminal shows as they are; others as `\x1b`.
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
