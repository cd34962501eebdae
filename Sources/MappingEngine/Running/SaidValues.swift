/// Numbers for what objects and arrays of a payload say: equal ones have the same.
///
/// Without them, what is in collections of collections would be said anew at each level.
struct SaidValues {
  private var numbers: [[UInt8]: UInt32] = [:]
  private var known: [Place: UInt32] = [:]

  private struct Place: Hashable {
    /// Of the value in the plan, by which it is read.
    var value: Int32
    var node: Int32

    init(_ value: Int32, _ node: Int) {
      (self.value, self.node) = (value, Int32(truncatingIfNeeded: node))
    }
  }

  /// The number of what stands at a node; `nil`, if it has none.
  func bytes(of value: Int32, _ node: Int) -> [UInt8]? {
    known[Place(value, node)].map(Self.bytes)
  }

  /// Gives what stands at a node a number.
  mutating func number(_ bytes: [UInt8], of value: Int32, _ node: Int) -> [UInt8] {
    let new = UInt32(truncatingIfNeeded: numbers.count)
    let number = numbers[bytes] ?? new
    if number == new { numbers[bytes] = new }
    known[Place(value, node)] = number
    return Self.bytes(number)
  }

  private static func bytes(_ number: UInt32) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
  }
}
