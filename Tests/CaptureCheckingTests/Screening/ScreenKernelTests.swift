import Generation
import TestSupport
import Testing

@testable import RecordScreening

@Suite("A kernel marks the bytes where strings may end")
struct ScreenKernelTests {
  /// The marks of a text and the zeros behind it, found byte by byte.
  private static func marks(_ text: [UInt8]) -> [Bool] {
    let shortEscapes = Set(#""\/bfnrt"#.utf8)
    let bytes = text + Array(repeating: 0, count: 64 - text.count % 64)
    var marks = bytes.map { $0 < 0x20 || $0 >= 0x80 || $0 == UInt8(ascii: "\"") }
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "\\") {
        if index + 1 < bytes.count, shortEscapes.contains(bytes[index + 1]) {
          marks[index + 1] = false
        } else {
          marks[index] = true
        }
        index += 1
      }
      index += 1
    }
    return marks
  }

  private static func text(_ generator: inout SplitMix64) -> [UInt8] {
    let special = Array("\\\\\\\\\"\"ubfnrt/xBRN2\u{7f}é\n\u{12} ".utf8) + [0xff, 0x80]
    let share = [1, 2, 20].randomElement(using: &generator) ?? 1
    return (0..<Int.random(in: 0...300, using: &generator)).map { _ in
      Int.random(in: 0..<share, using: &generator) == 0
        ? special.randomElement(using: &generator) ?? 0 : UInt8(ascii: "a")
    }
  }

  @Test(
    "Each kernel of this machine marks the same bytes as a loop over single bytes",
    .enabled(if: TestDepth.isFull))
  func marks() {
    var generator = SplitMix64(seed: 5)
    let kernels = ScreenKernel.allCases.filter { $0.isAvailable && $0 != .swift }
    var bytes = kernels.map { ScreenBytes($0) }
    defer { for bytes in bytes { bytes.deallocate() } }
    for _ in 0..<3_000 {
      let text = Self.text(&generator)
      let wanted = Self.marks(text)
      for (index, kernel) in kernels.enumerated() {
        let held = text[...]
        bytes[index].hold(held.span)
        let start = bytes[index].start
        let marks = bytes[index].startOfMarks
        #expect((0..<text.count).map { start[$0] } == text)
        #expect((text.count..<text.count + 64).allSatisfy { start[$0] == 0 })
        let found = wanted.indices.map { place in
          marks.map { $0[place / 64] >> UInt64(place % 64) & 1 == 1 }
        }
        #expect(found == wanted, "\(kernel) of \(text)")
      }
    }
  }

  @Test("Each common processor has a kernel")
  func fastest() {
    #if arch(x86_64) || arch(arm64)
      #expect(ScreenKernel.fastest != .swift)
    #endif
    #expect(ScreenKernel.swift.isAvailable)
  }
}
