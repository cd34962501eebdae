import CStringMarks

/// A record in front of zeros, in memory of its own that is used again for the next.
struct ScreenBytes {
  private let instructions: string_marks_kernel?
  private var bytes: UnsafeMutablePointer<UInt8>
  private var marks: UnsafeMutablePointer<UInt64>
  /// How many blocks of 64 bytes there is room for, and of as many marks; one more block is zeros.
  private var capacity = 0

  init(_ kernel: ScreenKernel) {
    instructions = kernel.instructions
    (bytes, marks) = (.allocate(capacity: 0), .allocate(capacity: 0))
    grow(to: 256)
  }

  func deallocate() {
    bytes.deallocate()
    marks.deallocate()
  }

  var start: ScreenText { ScreenText(bytes) }

  /// A bit for each byte, the first the lowest: whether a string may end at it, or has to be looked at
  /// there. `nil`, if nothing is marked.
  var startOfMarks: UnsafePointer<UInt64>? { instructions == nil ? nil : UnsafePointer(marks) }

  /// Takes a record in place of the last one.
  mutating func hold(_ record: Span<UInt8>) {
    let blockCount = record.count / 64 + 1
    if capacity < blockCount { grow(to: 2 * blockCount) }
    record.withUnsafeBufferPointer { source in
      guard let start = source.baseAddress else {
        return bytes.update(repeating: 0, count: 64)
      }
      if let instructions {
        string_marks_copy(instructions, start, source.count, bytes, marks)
      } else {
        bytes.update(from: start, count: source.count)
      }
      (bytes + source.count).update(repeating: 0, count: 64)
    }
  }

  private mutating func grow(to blockCount: Int) {
    deallocate()
    bytes = .allocate(capacity: 64 * (blockCount + 1))
    bytes.initialize(repeating: 0, count: 64 * (blockCount + 1))
    marks = .allocate(capacity: blockCount)
    marks.initialize(repeating: 0, count: blockCount)
    capacity = blockCount
  }
}
