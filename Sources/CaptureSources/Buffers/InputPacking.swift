/// A compression of inputs, such as gzip, with its decompressor.
///
/// Readers get it as an argument, so this module needs no library for it. The first bytes of an
/// input decide whether it is packed, not its name. Of a doubly packed input only the outer layer
/// is unpacked.
package struct InputPacking: Sendable {
  /// Makes a source of the unpacked bytes, given one of the packed.
  package typealias Unpack = @Sendable (any ByteSource) -> any ByteSource

  /// The name for the user.
  let name: String
  /// The first bytes of packed data, which no text starts with.
  let mark: [UInt8]
  let unpack: Unpack

  package init(name: String, mark: [UInt8], unpack: @escaping Unpack) {
    precondition(!mark.isEmpty, "packed data starts with a mark")
    (self.name, self.mark, self.unpack) = (name, mark, unpack)
  }
}

extension String {
  /// A file's name without the ending of one that is packed: `users.ndjson` of `users.ndjson.gz`.
  var withoutPackedEnding: String {
    let count = hasEnding(".gz") ? 3 : hasEnding(".zst") ? 4 : 0
    // Byte by byte, as file systems see names.
    return utf8.count > count ? String(decoding: utf8.dropLast(count), as: UTF8.self) : self
  }

  /// Whether a file's name has an ending, in capitals or not.
  ///
  /// - Parameter ending: ASCII, without capitals.
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
