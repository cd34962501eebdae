extension ScreenWalk {
  /// Moves past a name, and compares it with the earlier names of the object.
  ///
  /// - Parameter first: The index of the object's first name.
  /// - Returns: The position of the value; `nil`, if there is no name, or it is a duplicate or has
  ///   escapes.
  @inline(__always)
  func name(
    _ text: ScreenText, from first: Int, _ filter: inout UInt64
  ) -> ScreenText? {
    guard text.pointee == UInt8(ascii: "\""), let end = stringEnd(text + 1) else { return nil }
    let length = end - text - 2
    guard (text + 1).isPlain(count: length) else { return nil }
    let count = state.pointee.nameCount
    guard count < ScreenState.nameCapacity else { return nil }
    let new = ScreenName(text + 1, length: length)
    let bit: UInt64 = 1 << (new.mixed >> 58)
    if filter & bit != 0 {
      for index in first..<count where state.pointee.names[index].isEqual(to: new) {
        return nil
      }
    }
    filter |= bit
    state.pointee.names[count] = new
    state.pointee.nameCount = count &+ 1
    let colon = behindBlanks(end)
    return colon.pointee == UInt8(ascii: ":") ? behindBlanks(colon + 1) : nil
  }
}

extension ScreenName {
  /// - Parameter start: The position of the name; eight bytes must be readable from each of its
  ///   bytes.
  @inline(__always)
  init(_ start: ScreenText, length: Int) {
    let mask: UInt64 = length >= 8 ? .max : 1 << UInt64(length * 8) - 1
    let tail = length > 8 ? (start + (length - 8)).word : 0
    let mixed =
      (start.word & mask ^ tail &* 0xbf58_476d_1ce4_e5b9 ^ UInt64(truncatingIfNeeded: length))
      &* 0x9e37_79b9_7f4a_7c15
    self.init(mixed: mixed, start: start, length: length)
  }

  func isEqual(to other: ScreenName) -> Bool {
    mixed == other.mixed && length == other.length
      && start.isSame(as: other.start, count: length)
  }
}
