/// The contents of files by the endings of their names.
package enum MIMEType {
  /// Of what no ending says.
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
}
