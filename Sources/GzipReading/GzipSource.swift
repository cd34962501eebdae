import CZlib
package import CaptureSources

/// Unpacks gzip data (RFC 1952) with the system's zlib, as bytes are requested.
///
/// Consecutive members are one text, and zeros after the last one are ignored, both as in gzip(1).
/// Checksums and lengths are verified at the end of each member. Every failure has the position in
/// the packed data where it was noticed, as an offset in bytes; the bytes unpacked before it are
/// delivered first.
///
/// The size of a read, and the positions at which the ratio is checked, depend only on the data,
/// and not on how it arrives through a pipe. So a check gives the same result each time.
package final class GzipSource: ByteSource {
  package static let standardRatio = 200
  /// The number of unpacked bytes that is always allowed: small repetitive data is harmless.
  static let freeByteCount = 1 << 20
  /// The number of unpacked bytes after which the ratio is checked.
  private static let stepByteCount = 1 << 18

  private enum State {
    case member
    /// Behind a member: another one may follow.
    case between
    /// Behind zeros, after which only zeros may follow.
    case padding
    case ended
    case failed(ReadFailure)
  }

  private var packed: PackedBytes
  private let inflater = Inflater()
  private let maximumRatio: Int
  private var state = State.member
  /// The start of the member.
  private var memberOffset = 0
  /// The number of unpacked bytes.
  private var count = 0

  /// - Parameters:
  ///   - source: Gzip data, from its start.
  ///   - maximumRatio: The maximum ratio of unpacked to packed bytes, which applies beyond a
  ///     mebibyte of unpacked bytes.
  package init(_ source: any ByteSource, maximumRatio: Int = standardRatio) {
    precondition(maximumRatio > 0, "what is unpacked has some size")
    packed = PackedBytes(source)
    self.maximumRatio = maximumRatio
  }

  package func read(into bytes: UnsafeMutableRawBufferPointer) throws(ReadFailure) -> Int {
    var filled = 0
    do throws(ReadFailure) {
      var goesOn = true
      while goesOn, filled < bytes.count {
        goesOn = try goOn(UnsafeMutableRawBufferPointer(rebasing: bytes[filled...]), &filled)
      }
    } catch {
      state = .failed(error)
      if filled == 0 { throw error }
    }
    return filled
  }

  /// Takes one step.
  ///
  /// - Parameters:
  ///   - room: The room for unpacked bytes; not empty.
  ///   - filled: The number of filled bytes, which is increased.
  /// - Returns: Whether more bytes may follow.
  private func goOn(
    _ room: UnsafeMutableRawBufferPointer, _ filled: inout Int
  ) throws(ReadFailure) -> Bool {
    switch state {
    case .member: try unpack(into: room, &filled)
    case .between: try passEnd()
    case .padding: try passPadding()
    case .ended: return false
    case .failed(let failure): throw failure
    }
    return true
  }

  // MARK: - A member

  private func unpack(
    into room: UnsafeMutableRawBufferPointer, _ filled: inout Int
  ) throws(ReadFailure) {
    guard try packed.fill() else { throw .cutOff(at: packed.offset) }
    let step = Self.stepByteCount - count % Self.stepByteCount
    let outcome = inflater.inflate(
      &packed, into: UnsafeMutableRawBufferPointer(rebasing: room.prefix(step)))
    count += outcome.count
    filled += outcome.count
    switch outcome.ending {
    case .more: break
    case .endOfMember: state = .between
    case .failure(let reason): throw failure(reason)
    }
    if outcome.count == step { try checkRatio() }
  }

  private func checkRatio() throws(ReadFailure) {
    guard count > Self.freeByteCount, (count - 1) / maximumRatio >= packed.offset else { return }
    throw .tooLarge(maximumRatio, at: packed.offset)
  }

  /// Returns the failure for a reason of the library. Bytes after a member that do not start
  /// another one are trailing; all others are damaged.
  private func failure(_ reason: String) -> ReadFailure {
    let isMark = packed.offset - memberOffset <= GzipSource.mark.count
    return memberOffset > 0 && isMark
      ? .trailing(at: memberOffset) : .damaged(reason, before: packed.offset)
  }

  // MARK: - Behind a member

  private func passEnd() throws(ReadFailure) {
    guard try packed.fill() else {
      state = .ended
      return
    }
    guard packed.first == GzipSource.mark[0] else {
      state = .padding
      return
    }
    inflater.reset()
    memberOffset = packed.offset
    state = .member
  }

  private func passPadding() throws(ReadFailure) {
    guard try packed.fill() else {
      state = .ended
      return
    }
    packed.dropZeros()
    if packed.first != nil { throw .trailing(at: packed.offset) }
  }
}

extension GzipSource {
  /// The first bytes of gzip data.
  static let mark: [UInt8] = [0x1f, 0x8b]
}

extension InputPacking {
  /// Gzip, unpacked as a stream.
  ///
  /// - Parameter maximumRatio: The maximum ratio; see `GzipSource`.
  package static func gzip(maximumRatio: Int = GzipSource.standardRatio) -> InputPacking {
    InputPacking(name: "gzip", mark: GzipSource.mark) {
      GzipSource($0, maximumRatio: maximumRatio)
    }
  }
}

extension ReadFailure {
  fileprivate static func cutOff(at offset: Int) -> ReadFailure {
    ReadFailure("the gzip data is cut off at offset \(offset)")
  }

  fileprivate static func damaged(_ reason: String, before offset: Int) -> ReadFailure {
    ReadFailure("the gzip data is damaged before offset \(offset): \(reason)")
  }

  fileprivate static func trailing(at offset: Int) -> ReadFailure {
    ReadFailure("trailing bytes after the gzip data at offset \(offset)")
  }

  fileprivate static func tooLarge(_ ratio: Int, at offset: Int) -> ReadFailure {
    ReadFailure(
      "the gzip data unpacks to more than \(ratio) times its size at offset \(offset), "
        + "which is the limit (--max-ratio)")
  }
}
