/// A member that a screen knows: one of the plan, or one from a clean record.
struct ScreenField {
  /// The first sixteen bytes of the name and its closing quote, and a mask of the bytes that count.
  var words: (UInt64, UInt64)
  var masks: (UInt64, UInt64)
  /// The whole name and its closing quote, followed by zeros, so that eight bytes can be read from
  /// any position.
  let name: UnsafeMutablePointer<UInt8>
  /// The length of the name in bytes.
  let length: Int
  let bit: MemberSet
  var value: ScreenPlan.Value
  /// The field that followed this one the last time.
  var next: Int32 = 0
  let isIdentity: Bool
  let isRead: Bool
  /// For an unread field: the members that were absent beside it in a clean record.
  var absentBeside = MemberSet()

  /// - Parameter name: The name without quotes.
  init(_ name: UnsafeBufferPointer<UInt8>, number: Int, _ value: ScreenPlan.Value, isIdentity: Bool)
  {
    length = name.count
    self.name = .allocate(capacity: name.count + 9)
    self.name.initialize(repeating: 0, count: name.count + 9)
    for (index, byte) in name.enumerated() { self.name[index] = byte }
    self.name[name.count] = UInt8(ascii: "\"")
    (words, masks) = ((0, 0), (0, 0))
    for index in 0...min(name.count, 15) {
      let shift = UInt64(index % 8 * 8)
      let (byte, mask) = (UInt64(self.name[index]) << shift, 0xff << shift as UInt64)
      if index < 8 {
        (words.0, masks.0) = (words.0 | byte, masks.0 | mask)
      } else {
        (words.1, masks.1) = (words.1 | byte, masks.1 | mask)
      }
    }
    (bit, self.value, self.isIdentity) = (MemberSet(number), value, isIdentity)
    isRead = !value.kinds.contains(.unread)
  }

  /// Returns whether the name and its closing quote are at a position.
  @inline(__always)
  func isName(at text: UnsafePointer<UInt8>) -> Bool {
    let first = (text.word ^ words.0) & masks.0
    let second = ((text + 8).word ^ words.1) & masks.1
    return first | second == 0
      && (length < 16 || (text + 16).isSame(as: name + 16, count: length - 15))
  }
}

extension UnsafePointer<UInt8> {
  /// Eight bytes, the first one lowest.
  @inline(__always)
  var word: UInt64 {
    UInt64(littleEndian: UnsafeRawPointer(self).loadUnaligned(as: UInt64.self))
  }

  /// Returns whether some bytes contain no backslash. Eight more bytes after them must be readable.
  @inline(__always)
  func isPlain(count: Int) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    var offset = 0
    while offset < count {
      var marks = (self + offset).word ^ ones &* 0x5c
      marks = (marks &- ones) & ~marks & (ones &* 0x80)
      if marks != 0, offset + marks.trailingZeroBitCount / 8 < count { return false }
      offset += 8
    }
    return true
  }

  @inline(__always)
  func isSame(as other: ScreenText, count: Int) -> Bool {
    var offset = 0
    while offset + 8 <= count {
      guard (self + offset).word == (other + offset).word else { return false }
      offset += 8
    }
    guard offset < count else { return true }
    let mask: UInt64 = 1 << UInt64((count - offset) * 8) - 1
    return ((self + offset).word ^ (other + offset).word) & mask == 0
  }
}
