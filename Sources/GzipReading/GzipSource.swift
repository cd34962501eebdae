import CZlib
package import CaptureSources

/// The bytes that gzip data unpacks to (RFC 1952), read by the system's zlib as they are asked for.
///
/// Members that follow each other are one text, and zeros after the last are passed over, as
/// gzip(1) does both. Checksums and lengths are verified at the end of each member, and every
/// failure says where in the packed data it was noticed, as an offset in bytes; what was unpacked
/// before it is handed over first.
///
/// The size of a read, and the places where the ratio is checked, depend on the data alone and not
/// on how it comes through a pipe: so a check says the same each time.
package final class GzipSource: ByteSource {
  package static let standardRatio = 200
  /// How many bytes anything may unpack to: little that repeats itself is no danger.
  static let freeByteCount = 1 << 20
  /// After how many unpacked bytes the ratio is looked at.
  private static let stepByteCount = 1 << 18

  private enum State {
    case member
    /// After a member: another may follow.
    case between
    /// After zeros, which nothing but more of them may follow.
    case padding
    case ended
    case failed(ReadFailure)
  }

  private var packed: PackedBytes
  private let inflater = Inflater()
  private let maximumRatio: Int
  private var state = State.member
  /// Where the member starts.
  private var memberOffset = 0
  /// How many bytes were unpacked.
  private var count = 0

  /// - Parameters:
  ///   - source: Gzip data, from its start.
  ///   - maximumRatio: How many times as many bytes as were read may be unpacked, where it is more
  ///     than a mebibyte.
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
  ///   - room: Where unpacked bytes go; not empty.
  ///   - filled: Grows by their count.
  /// - Returns: Whether there may be more.
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

  /// Returns the failure for a reason of the library: bytes after a member that do not start
  /// another are trailing, all others damaged.
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
  /// - Parameter maximumRatio: See `GzipSource`.
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
