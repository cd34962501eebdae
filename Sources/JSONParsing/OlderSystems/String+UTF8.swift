extension String {
  /// The text of bytes; the standard library's `init(validating:as:)` is there from macOS 15 and
  /// iOS 18 on.
  ///
  /// - Returns: `nil`, if they are not UTF-8.
  package init?(validUTF8 bytes: [UInt8]) {
    self.init(decoding: bytes, as: UTF8.self)
    // What is not UTF-8 is replaced by other bytes.
    guard utf8.elementsEqual(bytes) else { return nil }
  }
}
