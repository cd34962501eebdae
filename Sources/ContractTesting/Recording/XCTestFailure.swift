import Foundation
import JSONParsing
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
  /// The strings made from texts, so that each file of tests is kept once.
  private static let kept = Mutex<[MemberName: StaticString]>([:])

  /// Returns a string of a text that is only known at run time, such as a file's path.
  ///
  /// `XCTFail` takes no other type, and XCTest outside of Apple's systems has no other way to fail
  /// at a line of another file. The bytes are never freed, as those of a literal are not.
  fileprivate init(keeping text: String) {
    self = Self.kept.withLock { kept in
      if let known = kept[MemberName(text)] { return known }
      let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.utf8.count + 1)
      _ = bytes.initialize(fromContentsOf: Array(text.utf8) + [0])
      // The layout is fixed by the standard library's ABI: the address of the bytes, their count,
      // and flags; no flags mean a pointer to bytes that need not be ASCII. No initializer is
      // public.
      let parts = (UInt(bitPattern: bytes.baseAddress), UInt(text.utf8.count), UInt8(0))
      let made = unsafeBitCast(parts, to: StaticString.self)
      kept[MemberName(text)] = made
      return made
    }
  }
}
