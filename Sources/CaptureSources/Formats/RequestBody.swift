package import JSONParsing

package struct RequestBody {
  /// The body; `nil`, if it is unknown. Null or an empty text means that there was no body.
  package let value: JSONValue?
  /// Whether a text is base64.
  package var isBase64 = false
  /// Whether the log has cut off the body, and the number of bytes that it had.
  var isCutOff = false
  var statedByteCount: Int?
  /// The body's media type, if it is stated beside the body.
  var mimeType: String?
  /// The text of a form of which only the fields are known, encoded as by a browser.
  private(set) var form: String?

  init(value: JSONValue?) { self.value = value }

  /// - Parameter request: The request of an entry: its body is in `postData` in HAR, otherwise in
  ///   `body`.
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
