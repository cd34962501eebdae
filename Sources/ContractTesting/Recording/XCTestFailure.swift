import Foundation
import Testing

/// A failure of XCTest, which this module does not link: an app's tests may do without it.
enum XCTestFailure {
  /// `XCTest.XCTFail(_: String, file: StaticString, line: UInt)`
  private typealias Fail = @convention(thin) (String, StaticString, UInt) -> Void

  private static let symbol = "$s6XCTest7XCTFail_4file4lineySS_s12StaticStringVSutF"

  /// `XCTFail`, if the process has XCTest in it.
  private static let fail: Fail? = {
    // Found by the name that the compiler gives it, whose type that name says.
    dlsym(dlopen(nil, RTLD_NOW), symbol).map { unsafeBitCast($0, to: Fail.self) }
  }()

  /// Fails the test case that runs; if none does, nothing happens.
  ///
  /// - Returns: Whether there is XCTest in the process.
  static func record(_ text: String, at sourceLocation: SourceLocation) -> Bool {
    guard let fail else { return false }
    fail(text, StaticString(keeping: sourceLocation.path), UInt(sourceLocation.line))
    return true
  }
}

extension SourceLocation {
  /// The path of the file, as the compiler was given it.
  var path: String {
    #if compiler(>=6.3)
      filePath
    #else
      _filePath
    #endif
  }
}

extension StaticString {
  /// A text that is only known at run time. Its bytes are never freed.
  fileprivate init(keeping text: String) {
    let bytes = Array(text.utf8)
    let kept = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count + 1)
    _ = kept.initialize(fromContentsOf: bytes + [0])
    // The layout that the standard library's binary interface fixes: where the bytes start, their
    // count, and flags, of which none means a pointer to bytes that need not be ASCII.
    let parts = (UInt(bitPattern: kept.baseAddress), UInt(bytes.count), UInt8(0))
    self = unsafeBitCast(parts, to: StaticString.self)
  }
}
