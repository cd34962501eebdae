package import JSONParsing

/// An entry of an archive: one request and the response to it.
///
/// The formats are HAR 1.2, the cassettes of VCR and Betamax, and the mappings of WireMock. No member
/// is relied on: real archives lack responses, contents and texts.
package struct ArchiveEntry {
  package let method: String?
  package let url: String?
  /// The response's body, if the entry has it.
  package let body: JSONValue?
  /// Whether a text is a value of JSON itself, and not the body without its escapes.
  let isBodyJSON: Bool
  /// Whether the entry says that the body's text is in base64.
  package let isBase64: Bool
  /// The name of the file that has the body.
  let bodyFile: String?
  /// Whether there is no body because the response has none, or is passed over.
  let isSurelyEmpty: Bool
  private let status: CapturedStatus
  private let fault: String?
  private let requestHeaders: [HeaderField]
  private let responseHeaders: [HeaderField]
  private let mimeType: String?
  private let date: String?
  /// The status that the format gives an entry without one.
  private let assumedStatus: Int?
  /// The body of the request; `nil` of a mapping, of which nothing was sent.
  package let requestBody: RequestBody?

  /// - Parameters:
  ///   - root: Any value; one that is no object has no member.
  ///   - format: Whose entry it is.
  package init(_ root: JSONValue, _ format: CaptureFormat) {
    let (request, response) = (root["request"], root["response"])
    let stub = format == .wiremock ? StubMapping(root) : nil
    let content = response?[format == .vcr ? "body" : "content"]
    method = stub == nil ? request?["method"]?.string : stub?.method
    url = stub == nil ? request?[format == .vcr ? "uri" : "url"]?.string : stub?.url
    var (body, isBase64) = (stub?.body, stub?.isBase64 ?? false)
    switch format {
    case .har:
      body = content?["text"]
      isBase64 = content?["encoding"]?.string?.lowercased() == "base64"
    case .vcr:
      let packed = content?["base64_string"]
      body = content?.kind == .string ? content : packed ?? content?["string"]
      isBase64 = packed != nil
    default: break
    }
    self.body = body?.isNull == true && stub == nil ? nil : body
    self.isBase64 = isBase64
    (bodyFile, fault) = (stub?.bodyFile, stub?.fault)
    isBodyJSON = stub != nil && response?["jsonBody"] != nil
    isSurelyEmpty = stub != nil && (fault != nil || body == nil && bodyFile == nil)
    let stated = response?["status"]
    let statuses = [stated?["code"] ?? stated, response?["statusCode"], response?["status_code"]]
    status = CapturedStatus(statuses.compactMap(\.self))
    requestHeaders = stub == nil ? HeaderField.all(in: request?["headers"]) : []
    responseHeaders = HeaderField.all(in: response?["headers"])
    requestBody = stub == nil ? RequestBody(request, format) : nil
    assumedStatus = stub != nil && status.fault == nil ? 200 : nil
    date = root[format == .vcr ? "recorded_at" : "startedDateTime"]?.string
    mimeType = format == .har ? content?["mimeType"]?.string : nil
  }

  /// Writes what is known besides the body.
  func describe(_ record: inout CaptureRecord) {
    record.kind = .exchange
    (record.method, record.url, record.date) = (method, url, date)
    (record.status, record.fault) = (status.code ?? assumedStatus, fault ?? status.fault)
    (record.requestHeaders, record.responseHeaders) = (requestHeaders, responseHeaders)
    let stated = mimeType ?? ""
    record.mimeType = stated.isEmpty ? responseHeaders.value(named: "content-type") : stated
  }
}
