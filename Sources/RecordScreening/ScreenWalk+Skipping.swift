extension ScreenWalk {
  /// Goes behind an array or object that nobody looks into: of it, the grammar is to be right, and
  /// no name to come twice.
  func skipped(_ start: ScreenText) -> ScreenText? {
    guard enter() else { return nil }
    let firstName = state.pointee.nameCount
    let isObject = start.pointee == UInt8(ascii: "{")
    let closing = isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
    var filter: UInt64 = 0
    var text = behindBlanks(start + 1)
    if text.pointee != closing {
      while true {
        if isObject {
          guard let end = skippedName(text, from: firstName, &filter) else { return nil }
          text = end
        }
        guard let end = skippedValue(text) else { return nil }
        text = behindBlanks(end)
        if text.pointee == closing { break }
        guard text.pointee == UInt8(ascii: ",") else { return nil }
        text = behindBlanks(text + 1)
      }
    }
    state.pointee.nameCount = firstName
    state.pointee.depth &-= 1
    return text + 1
  }

  @inline(__always)
  func skippedValue(_ text: ScreenText) -> ScreenText? {
    switch text.pointee {
    case UInt8(ascii: "\""): return stringEnd(text + 1)?.end
    case UInt8(ascii: "{"), UInt8(ascii: "["): return skipped(text)
    case UInt8(ascii: "n"): return text.isNull ? text + 4 : nil
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return bool(text, Self.unread)
    default: return number(text, Self.unread)?.end
    }
  }

  private static let unread: ScreenPlan.Value = {
    var value = ScreenPlan.Value()
    value.kinds = .unread
    return value
  }()

  /// - Parameter first: Where the names of the object start.
  /// - Returns: The place of the value; `nil`, too, for a name that came before or has escapes.
  @inline(__always)
  func skippedName(
    _ text: ScreenText, from first: Int, _ filter: inout UInt64
  ) -> ScreenText? {
    guard text.pointee == UInt8(ascii: "\""), let name = stringEnd(text + 1), name.isPlain else {
      return nil
    }
    let count = state.pointee.nameCount
    guard count < ScreenState.nameCapacity else { return nil }
    let skipped = SkippedName(text + 1, length: name.end - text - 2)
    let bit: UInt64 = 1 << (skipped.mixed >> 58)
    if filter & bit != 0 {
      for index in first..<count where state.pointee.names[index].isEqual(to: skipped) {
        return nil
      }
    }
    filter |= bit
    state.pointee.names[count] = skipped
    state.pointee.nameCount = count &+ 1
    let colon = behindBlanks(name.end)
    return colon.pointee == UInt8(ascii: ":") ? behindBlanks(colon + 1) : nil
  }
}

extension SkippedName {
  @inline(__always)
  fileprivate init(_ start: ScreenText, length: Int) {
    let mask: UInt64 = length >= 8 ? .max : 1 << UInt64(length * 8) - 1
    let tail = length > 8 ? (start + (length - 8)).word : 0
    let mixed =
      (start.word & mask ^ tail &* 0xbf58_476d_1ce4_e5b9 ^ UInt64(truncatingIfNeeded: length))
      &* 0x9e37_79b9_7f4a_7c15
    self.init(mixed: mixed, start: start, length: length)
  }

  fileprivate func isEqual(to other: SkippedName) -> Bool {
    mixed == other.mixed && length == other.length
      && UnsafeBufferPointer(start: start, count: length)
        .elementsEqual(UnsafeBufferPointer(start: other.start, count: length))
  }
}
