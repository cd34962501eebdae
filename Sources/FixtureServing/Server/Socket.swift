import ContractModel
import DiskReading
import Foundation
import JSONParsing

#if canImport(Glibc)
  private let streamType = Int32(SOCK_STREAM.rawValue)
#else
  private let streamType = SOCK_STREAM
#endif
#if canImport(Darwin)
  private let sendFlags: Int32 = 0
#else
  private let sendFlags = Int32(MSG_NOSIGNAL)
#endif

/// A file descriptor that is closed when its last owner releases it. So none is left open, and none
/// is closed after its number was reused.
///
/// Only `wait(for:until:)` blocks on it.
class Descriptor: @unchecked Sendable {
  let number: Int32

  /// - Parameter number: An open descriptor; children of the process do not inherit it.
  init(_ number: Int32) {
    self.number = number
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
  }

  deinit { close(number) }

  /// Waits until bytes can be read or written (`POLLIN` or `POLLOUT`), or the other side has closed
  /// the connection; returns `false` after the deadline.
  func wait(for events: Int32, until deadline: ContinuousClock.Instant) -> Bool {
    while true {
      let rest = ContinuousClock.now.duration(to: deadline)
      guard rest > .zero else { return false }
      var entry = pollfd(fd: number, events: Int16(events), revents: 0)
      let count = poll(&entry, 1, Int32(min(rest / .milliseconds(1) + 1, 1_000_000)))
      guard count <= 0 else { return true }
      guard count == 0 || errno == EINTR else { return false }
    }
  }
}

/// An object that a thread waits for until another thread interrupts it.
protocol Interruptible: AnyObject, Sendable {
  func interrupt()
}

/// A connection, or a socket that accepts connections.
final class Socket: Descriptor, Interruptible, @unchecked Sendable {
  /// - Returns: The bytes read; empty at the end, after the deadline, and if the other side has
  ///   closed the connection.
  func read(upTo count: Int, until deadline: ContinuousClock.Instant) -> [UInt8] {
    while true {
      var failure: Int32 = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, used in
        let got = recv(number, buffer.baseAddress, count, 0)
        if got < 0 { failure = errno }
        used = max(0, got)
      }
      if !bytes.isEmpty || failure == 0 { return bytes }
      let mayGoOn = failure == EAGAIN && wait(for: POLLIN, until: deadline)
      guard mayGoOn || failure == EINTR else { return [] }
    }
  }

  /// - Parameter patience: How long the other side may accept no byte.
  /// - Returns: Whether the other side accepted all bytes.
  @discardableResult
  func write(_ bytes: [UInt8], patience: Duration) -> Bool {
    bytes.withUnsafeBytes { buffer in
      var rest = buffer[...]
      while !rest.isEmpty {
        let count = send(
          number, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count, sendFlags)
        if count > 0 {
          rest = rest.dropFirst(count)
          continue
        }
        let mayGoOn = errno == EAGAIN && wait(for: POLLOUT, until: .now + patience)
        guard mayGoOn || errno == EINTR else { return false }
      }
      return true
    }
  }

  /// Makes reads and writes end as if the other side had closed the connection.
  func interrupt() { shutdown(number, Int32(SHUT_RDWR)) }

  private static let mostToDrain = Duration.seconds(1)

  /// Ends sending, and reads the remaining bytes for a while. Closing with unread bytes would reset
  /// the connection, and the reset could overtake the answer that was just sent.
  func drain() {
    shutdown(number, Int32(SHUT_WR))
    let end = ContinuousClock.now + Self.mostToDrain
    // The clock limits this, too, because a client may send endlessly.
    while ContinuousClock.now < end, !read(upTo: 1 << 16, until: end).isEmpty {}
  }

  func set(_ option: Int32, of level: Int32 = SOL_SOCKET) {
    var isOn: Int32 = 1
    setsockopt(number, level, option, &isOn, socklen_t(MemoryLayout<Int32>.size))
  }
}

/// A port that accepts connections.
final class Listener: Interruptible {
  /// The URL of the port: `http://127.0.0.1:49152`.
  let origin: String
  private let socket: Socket
  /// A pair of connected descriptors. On some systems only this wakes a thread that waits for
  /// connections.
  private let waking: (end: Descriptor, start: Descriptor)

  /// - Parameters:
  ///   - host: An IPv4 address of this machine, or `localhost`.
  ///   - port: The port; 0 for a free one.
  /// - Throws: `StubError` if the port is not available.
  init(host: String, port: Int) throws(StubError) {
    let host = host == "localhost" ? "127.0.0.1" : host
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    guard inet_pton(AF_INET, host, &address.sin_addr) == 1 else {
      throw StubError("the host \(quoted(host)) is no IPv4 address", notes: ["write 127.0.0.1"])
    }
    guard let number = UInt16(exactly: port) else {
      throw StubError("the port \(port) is not from 0 to 65535")
    }
    address.sin_port = number.bigEndian
    socket = Socket(try Self.opened(Foundation.socket(AF_INET, streamType, 0)))
    socket.set(SO_REUSEADDR)
    var ends: [Int32] = [-1, -1]
    _ = try Self.opened(pipe(&ends))
    waking = (Descriptor(ends[0]), Descriptor(ends[1]))
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let (own, size) = (socket.number, length)
    let isBound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(own, $0, size) == 0 }
    }
    guard isBound, listen(own, SOMAXCONN) == 0 else {
      let reason = errno == EADDRINUSE ? "something else listens on it" : SystemReason.text(errno)
      throw StubError(
        "the port \(port) of \(host) cannot be used: \(reason)",
        notes: ["the port 0 is any that is free"])
    }
    withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = getsockname(own, $0, &length)
      }
    }
    origin = "http://\(host):\(UInt16(bigEndian: address.sin_port))"
  }

  private static func opened(_ number: Int32) throws(StubError) -> Int32 {
    guard number < 0 else { return number }
    throw StubError("no server can be started: \(SystemReason.text(errno))")
  }

  func interrupt() { _ = write(waking.start.number, [1], 1) }

  /// Waits for the next connection; returns `nil` after an interruption.
  func accept() -> Socket? {
    while true {
      var entries = [socket, waking.end].map {
        pollfd(fd: $0.number, events: Int16(POLLIN), revents: 0)
      }
      guard poll(&entries, 2, -1) > 0 else { continue }
      guard entries[1].revents == 0 else { return nil }
      let number = Foundation.accept(socket.number, nil, nil)
      guard number >= 0 else {
        // The client has closed the connection again, or too many descriptors are open; waiting is
        // the only remedy.
        usleep(1_000)
        continue
      }
      let client = Socket(number)
      client.set(TCP_NODELAY, of: Int32(IPPROTO_TCP))
      #if canImport(Darwin)
        client.set(SO_NOSIGPIPE)
      #endif
      return client
    }
  }
}
