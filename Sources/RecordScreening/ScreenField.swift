/// A member of an object that a screen knows: one that is looked for, or one that came in a clean
/// record.
struct ScreenField {
  /// The name and the quote behind it, sixteen bytes of them, and which of those count.
  var words: (UInt64, UInt64)
  var masks: (UInt64, UInt64)
  /// All of the name and the quote.
  let name: UnsafeMutablePointer<UInt8>
  /// Of the name, in bytes.
  let length: Int
  let bit: MemberSet
  var value: ScreenPlan.Value
  /// The field that came behind it the last time.
  var next: Int32 = 0
  let isIdentity: Bool
  let isRead: Bool
  /// Of one that nobody reads: the members that were absent beside it in a clean record.
  var absentBeside = MemberSet()

  /// - Parameter name: Without quotes.
  init(_ name: UnsafeBufferPointer<UInt8>, number: Int, _ value: ScreenPlan.Value, isIdentity: Bool)
  {
    length = name.count
    self.name = .allocate(capacity: name.count + 1)
    for (index, byte) in name.enumerated() { (self.name + index).initialize(to: byte) }
    (self.name + name.count).initialize(to: UInt8(ascii: "\""))
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

  /// Whether a text goes on with the name and a quote.
  @inline(__always)
  func isName(at text: UnsafePointer<UInt8>) -> Bool {
    let first = (text.word ^ words.0) & masks.0
    let second = ((text + 8).word ^ words.1) & masks.1
    return first | second == 0 && (length < 16 || isRest(at: text))
  }

  @inline(never)
  private func isRest(at text: UnsafePointer<UInt8>) -> Bool {
    var offset = 16
    while offset <= length {
      guard text[offset] == name[offset] else { return false }
      offset += 1
    }
    return true
  }
}

extension UnsafePointer<UInt8> {
  /// Eight bytes, the first the lowest.
  @inline(__always)
  var word: UInt64 {
    UInt64(littleEndian: UnsafeRawPointer(self).loadUnaligned(as: UInt64.self))
  }
}
