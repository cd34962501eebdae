package import JSONParsing

/// The body of a request, as its exchange has it.
package struct RequestBody {
  /// `nil`: nothing is known of it. Null or an empty text: nothing was sent.
  package let value: JSONValue?
  /// Whether a text is in base64.
  package var isBase64 = false
  /// Whether the log has cut it off, and how many bytes it had.
  var isCutOff = false
  var statedByteCount: Int?
  /// The body's type, if it is said beside the body.
  var mimeType: String?
  /// What a form sent, of which only the fields are known: as a browser writes them.
  private(set) var form: String?

  init(value: JSONValue?) { self.value = value }

  /// - Parameters:
  ///   - request: That of an entry: `postData` of HAR has the body, else `body`.
  ///   - format: Whose entry it is.
  init(_ request: JSONValue?, _ format: CaptureFormat) {
    guard format != .dvr else {
      value = request?["body"]
      isBase64 = DVRBody.isPacked(value, request)
      return
    }
    let content = request?[format == .har ? "postData" : "body"]
    let packed = content?["base64_string"]
    switch format {
    case .vcr where content?.kind == .object: value = packed ?? content?["string"]
    case .vcr: value = content
    case .postman: value = content?["raw"]
    default: value = content?["text"]
    }
    isBase64 = packed != nil || content?["encoding"]?.string?.lowercased() == "base64"
    mimeType = content?["mimeType"]?.string
    if value == nil, mimeType?.hasPrefix("application/x-www-form-urlencoded") ?? false {
      form = content?["params"].map(Self.form)
    }
  }

  private static func form(of fields: JSONValue) -> String {
    fields.elements.map { field in
      ["name", "value"].map { encoded(field[$0]?.string ?? "") }.joined(separator: "=")
    }.joined(separator: "&")
  }

  private static func encoded(_ text: String) -> String {
    text.utf8.map { byte in
      let character = Character(UnicodeScalar(byte))
      let isPlain = character.isASCII && (character.isLetter || character.isNumber)
      return isPlain ? String(character) : "%\(hexadecimal(byte, digits: 2))"
    }.joined()
  }
}
