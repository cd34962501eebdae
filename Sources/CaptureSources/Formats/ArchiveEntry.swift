package import JSONParsing

/// An entry of an archive: one request and its response.
///
/// The formats are HAR 1.2, the cassettes of VCR, Betamax and DVR, the mappings of WireMock, and
/// the examples of Postman. No member is required, because real archives lack responses, contents
/// and texts.
package struct ArchiveEntry {
  package let method: String?
  package internal(set) var url: String?
  /// The response's body, if the entry has it.
  package let body: JSONValue?
  /// Whether a JSON string is itself the body; otherwise the body is the string's content.
  let isBodyJSON: Bool
  /// Whether the entry states that the body's text is base64.
  package let isBase64: Bool
  /// The name of the file that contains the body.
  let bodyFile: String?
  /// Whether the body is missing because the response has none, or is ignored.
  let isSurelyEmpty: Bool
  private let status: CapturedStatus
  private let fault: String?
  private let requestHeaders: [HeaderField]
  private let responseHeaders: [HeaderField]
  private let mimeType: String?
  private let date: String?
  /// The status that the format assumes for an entry without one.
  private let assumedStatus: Int?
  /// The body of the request; `nil` for a mapping, which has no actual request.
  package let requestBody: RequestBody?

  /// - Parameter root: Any value; a value that is no object has no members.
  package init(_ root: JSONValue, _ format: CaptureFormat) {
    let isExample = format == .postman
    let request = root[isExample ? "originalRequest" : "request"]
    let response = isExample ? root : root["response"]
    let stub = format == .wiremock ? StubMapping(root) : nil
    let content = response?[format == .har ? "content" : "body"]
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
    case .dvr:
      (body, isBase64) = (content, DVRBody.isPacked(content, response))
    case .postman: body = content
    default: break
    }
    self.body = body?.isNull == true && stub == nil ? nil : body
    self.isBase64 = isBase64
    (bodyFile, fault) = (stub?.bodyFile, stub?.fault)
    isBodyJSON = stub != nil && response?["jsonBody"] != nil
    isSurelyEmpty = stub != nil && (fault != nil || body == nil && bodyFile == nil)
    let stated = response?["status"]
    let statuses = [
      isExample ? root["code"] : stated?["code"] ?? stated, response?["statusCode"],
      response?["status_code"],
    ]
    status = CapturedStatus(statuses.compactMap(\.self))
    let headers = isExample ? "header" : "headers"
    requestHeaders = stub == nil ? HeaderField.all(in: request?[headers]) : []
    responseHeaders = HeaderField.all(in: response?[headers])
    requestBody = stub == nil ? RequestBody(request, format) : nil
    assumedStatus = stub != nil && status.fault == nil ? 200 : nil
    let time = root[format == .har ? "startedDateTime" : "recorded_at"]
    date = time?.string ?? (format == .dvr ? time?.number?.text : nil)
    mimeType = format == .har ? content?["mimeType"]?.string : nil
  }

  /// Sets everything in a record except its body.
  func describe(_ record: inout CaptureRecord) {
    record.kind = .exchange
    (record.method, record.url, record.date) = (method, url, date)
    (record.status, record.fault) = (status.code ?? assumedStatus, fault ?? status.fault)
    (record.requestHeaders, record.responseHeaders) = (requestHeaders, responseHeaders)
    let stated = mimeType ?? ""
    record.mimeType = stated.isEmpty ? responseHeaders.value(named: "content-type") : stated
  }
}

/// The bodies in a cassette of DVR: JSON and texts are unchanged, all others are base64.
enum DVRBody {
  /// Returns whether a body is base64, according to the type in its request or response.
  static func isPacked(_ body: JSONValue?, _ message: JSONValue?) -> Bool {
    let type = HeaderField.all(in: message?["headers"]).value(named: "content-type") ?? ""
    return body?.kind == .string && !["text/", "application/json"].contains(where: type.hasPrefix)
  }

  /// Returns whether a list contains the interactions of a cassette; other resources have members
  /// of the same name.
  static func areInteractions(_ list: JSONValue) -> Bool {
    list.elements.first != nil
      && list.elements.allSatisfy { element in
        element["request"]?["url"]?.kind == .string && element["response"]?.kind == .object
      }
  }
}
