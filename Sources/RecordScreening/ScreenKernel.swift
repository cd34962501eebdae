import CStringMarks

/// The way to find the ends of strings.
///
/// With processor instructions that compare many bytes at a time, each byte of a record that may
/// end a string is marked while the record is copied. Without them, a string is examined in words
/// of eight bytes when it is read.
package enum ScreenKernel: String, CaseIterable, Sendable {
  case avx512, avx2, sse2, neon
  case swift

  /// Whether the processor has the instructions.
  package var isAvailable: Bool { instructions.map { string_marks_is_available($0) } ?? true }

  package static let fastest = allCases.first { $0.isAvailable } ?? .swift

  var instructions: string_marks_kernel? {
    switch self {
    case .avx512: string_marks_avx512
    case .avx2: string_marks_avx2
    case .sse2: string_marks_sse2
    case .neon: string_marks_neon
    case .swift: nil
    }
  }
}
