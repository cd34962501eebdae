import MapperTesting

/// The payloads that a mapper is asked to map, as bytes that a child process reads.
///
///     check     4 bytes of length, then UTF-8
///     count     4 bytes
///     payloads  each 4 bytes of the endpoint's number, 4 of length, then the payload
///
/// Lengths are little-endian.
struct CallRecord: Equatable, Sendable {
  /// The check that maps the payloads: the test, and the part of the name that distinguishes its
  /// checks.
  let check: String
  /// The payloads that one session of the mapper was given, in order; the last one is being mapped.
  let payloads: [EndpointPayload]

  init(check: String, payloads: [EndpointPayload]) {
    (self.check, self.payloads) = (check, payloads)
  }

  /// - Returns: `nil` if the bytes are not a record, or end too early.
  init?(_ bytes: some Sequence<UInt8>) {
    var rest = Array(bytes)[...]
    guard let check = rest.takeBlock(), let payloads = rest.takePayloads() else { return nil }
    self.init(check: String(decoding: check, as: UTF8.self), payloads: payloads)
  }

  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.appendBlock(Array(check.utf8))
    bytes.append(payloads)
    return bytes
  }
}

extension [UInt8] {
  mutating func append(_ payloads: [EndpointPayload]) {
    appendCount(payloads.count)
    for payload in payloads {
      appendCount(payload.endpoint)
      appendBlock(payload.bytes)
    }
  }

  fileprivate mutating func appendCount(_ count: Int) {
    let count = UInt32(truncatingIfNeeded: count).littleEndian
    Swift.withUnsafeBytes(of: count) { append(contentsOf: $0) }
  }

  fileprivate mutating func appendBlock(_ block: [UInt8]) {
    appendCount(block.count)
    append(contentsOf: block)
  }
}

extension ArraySlice<UInt8> {
  /// Reads payloads that `append(_:)` has written; `nil` if they are invalid, or end too early.
  mutating func takePayloads() -> [EndpointPayload]? {
    guard let count = takeCount() else { return nil }
    var payloads: [EndpointPayload] = []
    for _ in 0..<count {
      guard let endpoint = takeCount(), let payload = takeBlock() else { return nil }
      payloads.append(EndpointPayload(Array(payload), endpoint: endpoint))
    }
    return payloads.isEmpty ? nil : payloads
  }

  fileprivate mutating func takeCount() -> Int? {
    guard count >= 4 else { return nil }
    let digits = prefix(4)
    removeFirst(4)
    return digits.reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  fileprivate mutating func takeBlock() -> ArraySlice<UInt8>? {
    guard let length = takeCount(), length <= count else { return nil }
    let block = prefix(length)
    removeFirst(length)
    return block
  }
}
