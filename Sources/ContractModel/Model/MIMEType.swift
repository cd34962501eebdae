/// Media types of files and bodies.
package enum MIMEType {
  /// The type of a file without a known extension.
  package static let ofBytes = "application/octet-stream"

  private static let types: [String: String] = [
    "json": "application/json", "geojson": "application/geo+json", "jsonld": "application/ld+json",
    "ndjson": "application/x-ndjson", "har": "application/json", "html": "text/html",
    "htm": "text/html", "txt": "text/plain", "csv": "text/csv", "xml": "application/xml",
    "yaml": "application/yaml", "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg",
  ]

  /// - Parameter name: The name of a file, or a path that ends with it.
  package static func ofFile(_ name: String) -> String {
    let file = name.split(separator: "/").last ?? ""
    guard let dot = file.lastIndex(of: ".") else { return ofBytes }
    return types[file[file.index(after: dot)...].lowercased()] ?? ofBytes
  }

  /// Returns whether a text is a media type, with or without parameters (RFC 9110, section 8.3.1).
  package static func isValid(_ text: String) -> Bool {
    let type = text.prefix { $0 != ";" }.split(separator: "/", omittingEmptySubsequences: false)
    return type.count == 2 && text.utf8.allSatisfy { 0x20...0x7E ~= $0 }
      && type.allSatisfy { name in
        !name.isEmpty
          && name.utf8.allSatisfy { byte in
            UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
              || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
              || "!#$%&'*+-.^_`|~".utf8.contains(byte)
          }
      }
  }

  /// Returns a media type without its parameters, in lower case.
  package static func essence(_ type: String) -> String {
    let trimmed = type.prefix { $0 != ";" }.drop { $0.isWhitespace }
    let end = trimmed.lastIndex { !$0.isWhitespace }
    return end.map { trimmed[...$0].lowercased() } ?? ""
  }

  /// Returns whether bodies of a media type are JSON: `application/json`, `text/json` and `…+json`.
  package static func isJSON(_ type: String) -> Bool {
    let essence = essence(type)
    return ["application/json", "text/json"].contains(essence) || isKindOfJSON(essence)
  }

  /// Returns a sentence about a charset other than UTF-8 of a media type; `nil`, if it names none.
  package static func foreignCharset(_ type: String) -> String? {
    for parameter in type.split(separator: ";").dropFirst() {
      let parts = parameter.split(separator: "=", maxSplits: 1)
        .map { $0.filter { !$0.isWhitespace && $0 != "\"" }.lowercased() }
      guard parts.count == 2, parts[0] == "charset",
        !["utf-8", "utf8", "us-ascii"].contains(parts[1])
      else { continue }
      // An unknown name may be any text, and is not repeated.
      let name = charsets.contains(parts[1]) ? parts[1] : "something else"
      return "its content type says that it is \(name); JSON is UTF-8"
    }
    return nil
  }

  private static let charsets: Set<String> = [
    "iso-8859-1", "iso-8859-2", "iso-8859-15", "latin1", "windows-1250", "windows-1251",
    "windows-1252", "utf-16", "utf-16le", "utf-16be", "utf-32", "shift_jis", "euc-jp", "euc-kr",
    "gbk", "gb2312", "gb18030", "big5", "koi8-r",
  ]

  /// Returns whether a media type without parameters has JSON's syntax (RFC 6839, section 3.1).
  package static func isKindOfJSON(_ essence: String) -> Bool {
    essence.utf8.reversed().starts(with: "+json".utf8.reversed())
  }
}
