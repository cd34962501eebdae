import CZlib

/// Unpacks the members of gzip data, one at a time, with the system's zlib.
final class Inflater {
  /// The end of a call.
  enum Ending {
    /// There is no more room, or there are no more packed bytes.
    case more
    case endOfMember
    /// The data is not valid gzip data, for the library's reason.
    case failure(String)
  }

  /// The library keeps a pointer to the state, so the state must not move.
  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  /// The library's result of the initialization: anything but `Z_OK` is a failure.
  private let beginning: Int32

  /// The largest window, plus 16 for gzip's header and trailer (zlib.h, `inflateInit2`).
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

  /// Starts another member.
  func reset() { inflateReset(stream) }

  /// Unpacks as many bytes as fit.
  ///
  /// - Parameters:
  ///   - packed: The packed bytes; those that are used are taken.
  ///   - room: The room for unpacked bytes; not empty.
  /// - Returns: The number of unpacked bytes.
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
