/// A compression of inputs, such as gzip, with its decompressor.
///
/// Readers receive it as an argument, so that this module needs no library for it. The first bytes
/// of an input decide whether it is packed, not its name. Of a doubly packed input only the outer
/// layer is unpacked.
package struct InputPacking: Sendable {
  /// Makes a source of the unpacked bytes from a source of the packed ones.
  package typealias Unpack = @Sendable (any ByteSource) -> any ByteSource

  /// The name of the compression, for display.
  let name: String
  /// The first bytes of packed data; no text starts with them.
  let mark: [UInt8]
  let unpack: Unpack

  package init(name: String, mark: [UInt8], unpack: @escaping Unpack) {
    precondition(!mark.isEmpty, "packed data starts with a mark")
    (self.name, self.mark, self.unpack) = (name, mark, unpack)
  }
}

extension String {
  /// A file's name without the suffix of a packed file: `users.ndjson` for `users.ndjson.gz`.
  var withoutPackedEnding: String {
    let count = hasEnding(".gz") ? 3 : hasEnding(".zst") ? 4 : 0
    // Compared byte by byte, as file systems compare names.
    return utf8.count > count ? String(decoding: utf8.dropLast(count), as: UTF8.self) : self
  }

  /// Returns whether a file's name has a suffix, given in ASCII and lower case, in any case.
  func hasEnding(_ ending: StaticString) -> Bool {
    var name = self
    return name.withUTF8 { name in
      ending.withUTF8Buffer { ending in
        guard name.count >= ending.count else { return false }
        let start = name.count - ending.count
        return ending.indices.allSatisfy { index in
          let (byte, wanted) = (name[start + index], ending[index])
          return byte == wanted || byte | 0x20 == wanted && wanted >= UInt8(ascii: "a")
        }
      }
    }
  }
}
