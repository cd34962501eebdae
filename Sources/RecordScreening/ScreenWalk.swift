/// A position in a record. The record is followed by zeros, which are invalid everywhere in JSON;
/// so every loop stops at the first zero, and sixteen bytes can be read from any position.
typealias ScreenText = UnsafePointer<UInt8>

/// A single pass over a record that checks JSON's grammar and the plan.
///
/// A function returns the position after the part that it has read, or `nil` if the engine must
/// check the record. There is no error: a screen does not know the reason.
///
/// The fields are pointers, because a walk is all that a clean record costs: with reference
/// counting and bounds checks it took twice the time. Every text ends in zeros (see `ScreenText`),
/// and writes check the capacity.
struct ScreenWalk {
  let state: UnsafeMutablePointer<ScreenState>
  let nodes: UnsafeMutablePointer<ScreenNode>
  let elements: UnsafeMutablePointer<ScreenPlan.Value>
  let bounds: UnsafeMutablePointer<ClosedRange<Int64>>
  let depthLimit: Int
  let tests: ScreenTests
  /// The record, and the marks of its bytes, if they are marked (see `ScreenBytes`).
  let start: ScreenText
  let marks: UnsafePointer<UInt64>?

  /// Returns whether a whole record is clean.
  func passes(_ count: Int, _ root: ScreenPlan.Value) -> Bool {
    let text = behindBlanks(start)
    let isArray = text.pointee == UInt8(ascii: "[")
    // Payloads that are empty arrays are counted separately, so the engine must see them.
    if isArray, behindBlanks(text + 1).pointee == UInt8(ascii: "]") { return false }
    guard let end = value(text, root) else { return false }
    return behindBlanks(end) == start + count
  }

  /// Reads the value of an element, of a dictionary's entry, or of the record.
  @inline(__always)
  func value(_ text: ScreenText, _ value: ScreenPlan.Value) -> ScreenText? {
    switch text.pointee {
    case UInt8(ascii: "\""):
      return string(text, value)
    case UInt8(ascii: "{"):
      return container(text, value, isObject: true)
    case UInt8(ascii: "["):
      return container(text, value, isObject: false)
    case UInt8(ascii: "n"):
      return value.kinds.contains(.unread) && text.isNull ? text + 4 : nil
    case UInt8(ascii: "t"), UInt8(ascii: "f"):
      return bool(text, value)
    default:
      return number(text, value)?.end
    }
  }

  @inline(__always)
  func container(
    _ text: ScreenText, _ value: ScreenPlan.Value, isObject: Bool
  ) -> ScreenText? {
    if value.kinds.meets(.everything) {
      return collection(text, .unread, isObject: isObject)
    }
    if isObject, value.kinds.contains(.object) { return object(text, nodes + Int(value.node)) }
    guard value.kinds.contains(isObject ? .dictionary : .array) else { return nil }
    return collection(text, elements[Int(value.element)], isObject: isObject)
  }

  /// - Parameter isObject: Whether the elements are an object's members; names must not be
  ///   repeated.
  private func collection(
    _ start: ScreenText, _ element: ScreenPlan.Value, isObject: Bool
  ) -> ScreenText? {
    guard enter() else { return nil }
    let firstName = state.pointee.nameCount
    let closing = isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
    var filter: UInt64 = 0
    var text = behindBlanks(start + 1)
    if text.pointee != closing {
      while true {
        if isObject {
          guard let end = name(text, from: firstName, &filter) else { return nil }
          text = end
        }
        guard let end = value(text, element) else { return nil }
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
  func enter() -> Bool {
    let depth = state.pointee.depth
    guard depth < depthLimit else { return false }
    state.pointee.depth = depth &+ 1
    return true
  }
}
