extension String {
  /// Makes a string from UTF-8 bytes; `nil` if they are not UTF-8. The standard library's
  /// `init(validating:as:)` is available from macOS 15 and iOS 18.
  package init?(validUTF8 bytes: [UInt8]) {
    self.init(decoding: bytes, as: UTF8.self)
    // Invalid UTF-8 is replaced by other bytes.
    guard utf8.elementsEqual(bytes) else { return nil }
  }
}
