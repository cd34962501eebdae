extension Fixture {
  /// The contents of files, by the endings of their names.
  private static let mimeTypes: [String: String] = [
    "json": "application/json", "geojson": "application/geo+json", "jsonld": "application/ld+json",
    "ndjson": "application/x-ndjson", "har": "application/json", "html": "text/html",
    "htm": "text/html", "txt": "text/plain", "csv": "text/csv", "xml": "application/xml",
    "yaml": "application/yaml", "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg",
  ]

  static func mimeType(ofFile name: String) -> String {
    let file = name.split(separator: "/").last ?? ""
    guard let dot = file.lastIndex(of: ".") else { return "application/octet-stream" }
    let ending = file[file.index(after: dot)...].lowercased()
    return mimeTypes[ending] ?? "application/octet-stream"
  }
}
