/// The contents of files by the endings of their names.
package enum MIMEType {
  /// The type of a file without a known extension.
  package static let ofBytes = "application/octet-stream"

  private static let types: [String: String] = [
    "json": "application/json", "geojson": "application/geo+json", "jsonld": "application/ld+json",
    "ndjson": "application/x-ndjson", "har": "application/json", "html": "text/html",
    "htm": "text/html", "txt": "text/plain", "csv": "text/csv", "xml": "application/xml",
    "yaml": "application/yaml", "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg",
  ]

  /// - Parameter name: A file's, or a path that ends with it.
  package static func ofFile(_ name: String) -> String {
    let file = name.split(separator: "/").last ?? ""
    guard let dot = file.lastIndex(of: ".") else { return ofBytes }
    return types[file[file.index(after: dot)...].lowercased()] ?? ofBytes
  }

  /// A type without its parameters, in lower case.
  package static func essence(_ type: String) -> String {
    let trimmed = type.prefix { $0 != ";" }.drop { $0.isWhitespace }
    let end = trimmed.lastIndex { !$0.isWhitespace }
    return end.map { trimmed[...$0].lowercased() } ?? ""
  }

  /// Whether bodies of a type are JSON: `application/json`, `text/json` and those that end in `+json`.
  package static func isJSON(_ type: String) -> Bool {
    let essence = essence(type)
    return ["application/json", "text/json"].contains(essence) || isKindOfJSON(essence)
  }

  /// Whether a type without parameters is one that JSON is the syntax of (RFC 6839, section 3.1).
  package static func isKindOfJSON(_ essence: String) -> Bool {
    essence.utf8.reversed().starts(with: "+json".utf8.reversed())
  }
}
