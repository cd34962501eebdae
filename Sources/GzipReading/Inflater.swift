import CZlib

/// Unpacks the members of gzip data, one at a time: the state of the system's zlib.
final class Inflater {
  /// How a call ended.
  enum Ending {
    /// There is no more room, or no more packed bytes.
    case more
    case endOfMember
    /// Why the data is not gzip's, in the library's words.
    case failure(String)
  }

  /// The library keeps a pointer to it, so it has to stay where it is.
  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  /// The library's answer to the initialization: anything but `Z_OK` is a failure.
  private let beginning: Int32

  /// The largest window, and 16 for a header and an end of gzip's (zlib.h, `inflateInit2`).
  private static let windowBits: Int32 = 15 + 16

  init() {
    stream.initialize(to: z_stream())
    beginning = inflateInit2_(
      stream, Self.windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
  }

  deinit {
    inflateEnd(stream)
    stream.deinitialize(count: 1)
    stream.deallocate()
  }

  /// Begins with another member.
  func reset() { inflateReset(stream) }

  /// Unpacks what fits.
  ///
  /// - Parameters:
  ///   - packed: Has some bytes, of which some are taken.
  ///   - room: Where unpacked bytes go; not empty.
  /// - Returns: How many bytes were unpacked.
  func inflate(
    _ packed: inout PackedBytes, into room: UnsafeMutableRawBufferPointer
  ) -> (count: Int, ending: Ending) {
    guard beginning == Z_OK else { return (0, .failure(reason(beginning))) }
    var result = Z_OK
    packed.take { bytes in
      stream.pointee.next_in = bytes.baseAddress
      stream.pointee.avail_in = UInt32(bytes.count)
      stream.pointee.next_out = room.baseAddress?.assumingMemoryBound(to: UInt8.self)
      stream.pointee.avail_out = UInt32(room.count)
      result = CZlib.inflate(stream, Z_NO_FLUSH)
      return bytes.count - Int(stream.pointee.avail_in)
    }
    return (room.count - Int(stream.pointee.avail_out), ending(result))
  }

  private func ending(_ result: Int32) -> Ending {
    switch result {
    case Z_OK: .more
    case Z_STREAM_END: .endOfMember
    default: .failure(reason(result))
    }
  }

  private func reason(_ result: Int32) -> String {
    if let message = stream.pointee.msg { return String(cString: message) }
    return String(cString: zError(result))
  }
}
