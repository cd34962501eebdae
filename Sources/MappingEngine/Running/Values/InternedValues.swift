/// Numbers for the canonical bytes of objects and arrays in a payload; equal bytes have the same
/// number.
///
/// Without these numbers, nested collections would be written again at each level.
struct InternedValues {
  private var numbers: [[UInt8]: UInt32] = [:]
  private var known: [Value: UInt32] = [:]

  private struct Value: Hashable {
    /// The type in the plan by which the value is read.
    var type: Int32
    var node: Int32

    init(_ type: Int32, _ node: Int) {
      (self.type, self.node) = (type, Int32(truncatingIfNeeded: node))
    }
  }

  mutating func removeAll() {
    if !known.isEmpty { (numbers, known) = ([:], [:]) }
  }

  /// Returns the number of the value at a node, as bytes; `nil`, if it has none.
  func bytes(of type: Int32, _ node: Int) -> [UInt8]? {
    known[Value(type, node)].map(Self.bytes)
  }

  mutating func intern(_ bytes: [UInt8], of type: Int32, _ node: Int) -> [UInt8] {
    let new = UInt32(truncatingIfNeeded: numbers.count)
    let number = numbers[bytes] ?? new
    if number == new { numbers[bytes] = new }
    known[Value(type, node)] = number
    return Self.bytes(number)
  }

  private static func bytes(_ number: UInt32) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
  }
}
