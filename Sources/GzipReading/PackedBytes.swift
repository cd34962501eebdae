import CaptureSources

/// The packed bytes of a source that were read, but not unpacked yet.
struct PackedBytes {
  private static let blockByteCount = 1 << 16

  private var source: any ByteSource
  private var block = [UInt8](repeating: 0, count: blockByteCount)
  private var rest = 0..<0
  /// The failure of the source, which counts once the block is used up.
  private var failure: ReadFailure?
  private var isAtEnd = false
  /// The number of bytes taken.
  private(set) var offset = 0

  init(_ source: any ByteSource) { self.source = source }

  var first: UInt8? { rest.isEmpty ? nil : block[rest.lowerBound] }

  /// Reads a block, if there is none.
  ///
  /// All blocks but the last are full, however the bytes arrive.
  ///
  /// - Returns: Whether there are bytes; otherwise the source is at its end.
  mutating func fill() throws(ReadFailure) -> Bool {
    guard rest.isEmpty else { return true }
    if let failure { throw failure }
    var count = 0
    do throws(ReadFailure) {
      while !isAtEnd, count < block.count {
        let read = try block.withUnsafeMutableBufferPointer { block throws(ReadFailure) in
          let room = UnsafeMutableBufferPointer(rebasing: block[count...])
          return try source.read(into: UnsafeMutableRawBufferPointer(room))
        }
        count += read
        isAtEnd = read == 0
      }
    } catch {
      if count == 0 { throw error }
      failure = error
    }
    rest = 0..<count
    return count > 0
  }

  /// Takes some of the bytes.
  ///
  /// - Parameter body: Receives the bytes, and returns the number that it has used.
  mutating func take(_ body: (UnsafeMutableBufferPointer<UInt8>) -> Int) {
    let range = rest
    let count = block.withUnsafeMutableBufferPointer { block in
      body(UnsafeMutableBufferPointer(rebasing: block[range]))
    }
    drop(count)
  }

  mutating func dropZeros() {
    drop(block[rest].prefix { $0 == 0 }.count)
  }

  private mutating func drop(_ count: Int) {
    rest = rest.lowerBound + count..<rest.upperBound
    offset += count
  }
}
