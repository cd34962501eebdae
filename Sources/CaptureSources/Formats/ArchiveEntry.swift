import JSONParsing

/// An entry of an archive: one request and the response to it.
///
/// The format is HAR 1.2, of which no member is relied on: real archives lack responses, contents
/// and texts.
struct ArchiveEntry {
  private let request: JSONValue?
  private let response: JSONValue?
  private let content: JSONValue?

  /// - Parameter root: Any value; one that is no object has no member.
  init(_ root: JSONValue) {
    request = root["request"]
    response = root["response"]
    content = response?["content"]
  }

  /// The response's text, if there is one.
  var body: JSONValue? {
    guard let text = content?["text"], !text.isNull else { return nil }
    return text
  }

  /// Whether the archive says that the text is in base64.
  var isBase64: Bool { content?["encoding"]?.string?.lowercased() == "base64" }

  /// Writes what is known besides the body.
  func describe(_ record: inout CaptureRecord) {
    record.kind = .exchange
    record.method = request?["method"]?.string
    record.url = request?["url"]?.string
    let status = CapturedStatus(
      response?["status"], statusCode: response?["statusCode"], snakeCase: response?["status_code"])
    (record.status, record.statusFault) = (status.code, status.fault)
    record.requestHeaders = HeaderField.all(in: request?["headers"])
    record.responseHeaders = HeaderField.all(in: response?["headers"])
    let stated = content?["mimeType"]?.string ?? ""
    record.mimeType = stated.isEmpty ? record.responseHeaders.value(named: "content-type") : stated
  }
}
