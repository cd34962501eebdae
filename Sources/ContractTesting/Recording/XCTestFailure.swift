import Foundation
import Testing

/// A failure of XCTest. This module does not link XCTest, because an app's tests may not use it.
enum XCTestFailure {
  /// The type of `XCTest.XCTFail(_: String, file: StaticString, line: UInt)`.
  private typealias Fail = @convention(thin) (String, StaticString, UInt) -> Void

  private static let symbol = "$s6XCTest7XCTFail_4file4lineySS_s12StaticStringVSutF"

  /// The function `XCTFail`, if XCTest is loaded in the process.
  private static let fail: Fail? = {
    // Found by its mangled name, which determines its type.
    dlsym(dlopen(nil, RTLD_NOW), symbol).map { unsafeBitCast($0, to: Fail.self) }
  }()

  /// Fails the running test case, if there is one; returns whether XCTest is loaded in the process.
  static func record(_ text: String, at sourceLocation: SourceLocation) -> Bool {
    guard let fail else { return false }
    fail(text, StaticString(keeping: sourceLocation.path), UInt(sourceLocation.line))
    return true
  }
}

extension SourceLocation {
  /// The path of the file as passed to the compiler.
  var path: String {
    #if compiler(>=6.3)
      filePath
    #else
      _filePath
    #endif
  }
}

extension StaticString {
  /// Creates a string from a text that is only known at run time. Its bytes are never freed.
  fileprivate init(keeping text: String) {
    let bytes = Array(text.utf8)
    let kept = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count + 1)
    _ = kept.initialize(fromContentsOf: bytes + [0])
    // The layout is fixed by the standard library's ABI: the address of the bytes, their count, and
    // flags; no flags mean a pointer to bytes that need not be ASCII.
    let parts = (UInt(bitPattern: kept.baseAddress), UInt(bytes.count), UInt8(0))
    self = unsafeBitCast(parts, to: StaticString.self)
  }
}
