import Foundation
import TestSupport

/// Writes gzip data according to RFC 1952 and RFC 1951, by hand, so that the tested library is not
/// involved.
enum GzipWriter {
  /// The optional parts of a member's header.
  struct Header {
    var extra: [UInt8]?
    var name: String?
    var comment: String?
    var hasChecksum = false
  }

  /// Returns a member with stored data: 15 bytes, the text, and 8 bytes, if the text is short.
  static func member(_ text: some Collection<UInt8>, _ header: Header = Header()) -> [UInt8] {
    bytes(of: header) + blocks(text) + littleEndian(checksum(text))
      + littleEndian(
        UInt32(truncatingIfNeeded: text.count))
  }

  static func member(_ text: String, _ header: Header = Header()) -> [UInt8] {
    member(Array(text.utf8), header)
  }

  // MARK: - The header

  private static func bytes(of header: Header) -> [UInt8] {
    var flags: UInt8 = 0
    var fields: [UInt8] = []
    if let extra = header.extra {
      flags |= 4
      fields += [UInt8(extra.count & 0xff), UInt8(extra.count >> 8)] + extra
    }
    if let name = header.name {
      flags |= 8
      fields += Array(name.utf8) + [0]
    }
    if let comment = header.comment {
      flags |= 16
      fields += Array(comment.utf8) + [0]
    }
    if header.hasChecksum { flags |= 2 }
    let bytes = [0x1f, 0x8b, 8, flags, 0, 0, 0, 0, 0, 255] + fields
    return bytes + (header.hasChecksum ? littleEndian(checksum(bytes)).prefix(2) : [])
  }

  // MARK: - The data

  private static func blocks(_ text: some Collection<UInt8>) -> [UInt8] {
    var rest = Array(text)[...]
    var bytes: [UInt8] = []
    repeat {
      let block = rest.prefix(0xffff)
      rest = rest.dropFirst(block.count)
      bytes += stored(block, isLast: rest.isEmpty)
    } while !rest.isEmpty
    return bytes
  }

  private static func stored(_ block: some Collection<UInt8>, isLast: Bool) -> [UInt8] {
    let count = UInt16(block.count)
    return [isLast ? 1 : 0] + littleEndian(UInt32(count) | UInt32(~count) << 16) + block
  }

  private static func littleEndian(_ value: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * UInt32($0))) }
  }

  private static let table: [UInt32] = (0..<256).map { (index: UInt32) in
    (0..<8).reduce(index) { value, _ in value & 1 == 1 ? 0xedb8_8320 ^ (value >> 1) : value >> 1 }
  }

  private static func checksum(_ bytes: some Collection<UInt8>) -> UInt32 {
    let table = table
    return ~bytes.reduce(~0) { table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ ($0 >> 8) }
  }

  // MARK: - Bombs

  /// Returns the start of a member with a text and then spaces, 2064 of them for each 13 bytes that
  /// follow.
  static func bomb(behind text: String) -> [UInt8] {
    // A last block of fixed codes (the bits 1 1 0 in order), the code 01010000 of a space, from its
    // highest bit on, and the first 5 bits of the 13 bytes below.
    let start: [UInt8] = [0b0101_0011, 0b0001_1000]
    return bytes(of: Header()) + stored(Array(text.utf8), isLast: false) + start
  }

  /// Eight times, starting at the sixth bit: 11000101 for 258 bytes, and 00000 for the distance of
  /// one byte.
  static let spaces: [UInt8] = {
    var bits: [UInt8] = []
    for _ in 0..<8 { bits += [1, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0] }
    bits = Array(bits[5...] + bits[..<5])
    return stride(from: 0, to: bits.count, by: 8).map { start in
      (0..<8).reduce(0) { $0 | bits[start + $1] << UInt8($1) }
    }
  }()

  /// The ratio of spaces to packed bytes, 2064 : 13.
  static let bombRatio = 158

  // MARK: - Another writer

  private static let command = "/usr/bin/gzip"
  static var hasCommand: Bool {
    ProgramRun.isPossible && FileManager.default.isExecutableFile(atPath: command)
  }

  /// Returns the data packed with gzip(1).
  static func packed(_ bytes: [UInt8]) throws -> [UInt8] {
    let file = FileManager.default.temporaryDirectory.appending(path: "contractcheck-\(UUID())")
    try Data(bytes).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    return [UInt8](try ProgramRun(command, ["-c", file.path]).output)
  }
}
