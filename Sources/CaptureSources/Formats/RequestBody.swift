package import JSONParsing

/// The body of a request, as its exchange has it.
package struct RequestBody {
  /// `nil`: nothing is known of it. Null or an empty text: nothing was sent.
  package let value: JSONValue?
  /// Whether a text is in base64.
  package var isBase64 = false
  /// The body's type, if it is said beside the body.
  var mimeType: String?

  init(value: JSONValue?) { self.value = value }

  /// - Parameters:
  ///   - request: That of an entry: `postData` of HAR has the body, `body` of a cassette.
  ///   - format: Whose entry it is.
  init(_ request: JSONValue?, _ format: CaptureFormat) {
    let content = request?[format == .vcr ? "body" : "postData"]
    let packed = content?["base64_string"]
    switch format {
    case .vcr where content?.kind == .object: value = packed ?? content?["string"]
    case .vcr: value = content
    default: value = content?["text"]
    }
    isBase64 = packed != nil || content?["encoding"]?.string?.lowercased() == "base64"
    mimeType = content?["mimeType"]?.string
  }
}
