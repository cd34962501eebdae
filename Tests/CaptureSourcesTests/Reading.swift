import JSONParsing

@testable import CaptureSources

/// The records and problems that a reader finds in one input.
struct Reading: Equatable {
  /// A record in one line: `line 2 exchange GET /users 200: {"id": 1}`.
  var records: [String] = []
  var problems: [String] = []
  /// The positions where bodies start, as `offset line:column`, or `-`.
  var places: [String] = []

  /// Reads bytes that arrive in pieces.
  ///
  /// - Parameter pieceByteCount: The number of bytes that the source gives, and the buffer asks
  ///   for, at once.
  init(
    _ bytes: some Sequence<UInt8>, named name: String = "x", as format: CaptureFormat = .auto,
    limit: Int = 1 << 20, pieceByteCount: Int = 1 << 12, maps: [CaptureReader.Map] = [],
    readsRequests: Bool = false
  ) {
    var reader = CaptureReader(
      format: format, limits: CaptureLimits(maximumRecordByteCount: limit),
      bufferByteCount: pieceByteCount)
    (reader.maps, reader.readsRequests) = (maps, readsRequests)
    let source = MemorySource(Array(bytes), pieceByteCount: pieceByteCount)
    var reading = Reading()
    let problems = reader.read(CaptureInput(file: name), from: source) { record, body in
      reading.take(record, body)
      return .goOn
    }
    self = reading
    self.problems = problems.map(\.description)
  }

  init(
    _ text: String, named name: String = "x", as format: CaptureFormat = .auto,
    limit: Int = 1 << 20, pieceByteCount: Int = 1 << 12, maps: [CaptureReader.Map] = [],
    readsRequests: Bool = false
  ) {
    self.init(
      Array(text.utf8), named: name, as: format, limit: limit, pieceByteCount: pieceByteCount,
      maps: maps, readsRequests: readsRequests)
  }

  /// Reads an input of the system, and records bare lines that are not JSON as problems.
  init(_ input: CaptureInput, as format: CaptureFormat = .auto) {
    var reader = CaptureReader(format: format)
    var reading = Reading()
    let problems = reader.read(input) { record, body in
      reading.take(record, body)
      return .goOn
    }
    self = reading
    self.problems = problems.map(\.description)
  }

  private init() {}

  private mutating func take(_ record: CaptureRecord, _ body: Span<UInt8>) {
    records.append("\(record.summary): \(String(bytes(of: body)))")
    places.append(record.bodyStart.map { "\($0.offset) \($0.position)" } ?? "-")
  }
}

/// Copies the bytes of a body.
func bytes(of body: Span<UInt8>) -> [UInt8] {
  body.withUnsafeBufferPointer { Array($0) }
}

extension String {
  init(_ bytes: [UInt8]) { self.init(decoding: bytes, as: UTF8.self) }
}

extension CaptureRecord {
  /// The record in one line, without its body and headers.
  var summary: String {
    let place =
      switch place {
      case .file: "file"
      case .line(let number): "line \(number)"
      case .entry(let index): "entry \(index)"
      }
    let state: String? =
      switch bodyState {
      case .present: nil
      case .absent: "absent"
      case .undecodable(let reason): reason
      case .cutOff: "cut off"
      }
    let known = [place, "\(kind)", event, method, url, status.map { "\($0)" }, mimeType, state]
    return known.compactMap { $0 }.joined(separator: " ")
  }
}

/// Bytes in memory, read in pieces.
struct MemorySource: ByteSource {
  private var rest: ArraySlice<UInt8>
  private let pieceByteCount: Int
  /// The failure at the end; `nil` if the input just ends.
  private let failure: ReadFailure?

  init(_ bytes: [UInt8], pieceByteCount: Int = 1 << 12, failure: ReadFailure? = nil) {
    rest = bytes[...]
    self.pieceByteCount = pieceByteCount
    self.failure = failure
  }

  mutating func read(into bytes: UnsafeMutableRawBufferPointer) throws(ReadFailure) -> Int {
    let piece = rest.prefix(min(pieceByteCount, bytes.count))
    if piece.isEmpty, let failure { throw failure }
    bytes.copyBytes(from: piece)
    rest = rest.dropFirst(piece.count)
    return piece.count
  }
}

/// A repeated pattern that is never completely in memory.
struct RepeatingSource: ByteSource {
  let pattern: [UInt8]
  /// The number of bytes left before `tail`.
  var rest: Int
  var tail: [UInt8] = []

  mutating func read(into bytes: UnsafeMutableRawBufferPointer) throws(ReadFailure) -> Int {
    guard rest > 0 else {
      let piece = tail.prefix(bytes.count)
      bytes.copyBytes(from: piece)
      tail.removeFirst(piece.count)
      return piece.count
    }
    var count = 0
    while rest > 0, bytes.count - count >= pattern.count {
      bytes[count...].copyBytes(from: pattern)
      count += pattern.count
      rest -= pattern.count
    }
    precondition(count > 0, "a pattern fits into the buffer")
    return count
  }
}
