import CStringMarks

/// A record followed by zeros, in memory that is reused for the next record.
struct ScreenBytes {
  private let instructions: string_marks_kernel?
  private var bytes: UnsafeMutablePointer<UInt8>
  private var marks: UnsafeMutablePointer<UInt64>
  /// The number of blocks of 64 bytes for which there is memory, and of their marks; one more block
  /// contains zeros.
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

  /// One bit per byte, the first byte lowest. It is set if a string may end at the byte, or must be
  /// examined there. `nil`, if the bytes are not marked.
  var startOfMarks: UnsafePointer<UInt64>? { instructions == nil ? nil : UnsafePointer(marks) }

  /// Replaces the record.
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
