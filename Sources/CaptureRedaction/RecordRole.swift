import JSONParsing

/// The role of a value in a record, determined by the names of the members that lead to it in the
/// formats of captures.
enum RecordRole {
  /// A body, or an unknown value.
  case value
  case envelope, entry, request, response, content, posted, headers, cookies, parameters
  case url, mimeType
  /// A word or number of HTTP or of the recorder.
  case word, figure
  /// The name of an event.
  case name
  /// The status of a cassette.
  case status
  /// A setting of a mapping, which stays.
  case setting
  /// A path with parameters in braces, which stay.
  case template
  case body, requestBody

  /// - Parameter role: The role of the object that has the member.
  init(of member: JSONMember, in role: RecordRole) {
    self =
      switch (role, member.name.text) {
      case (.response, "body") where member.value.kind == .object: .content
      case (.response, "status") where member.value.kind == .object: .status
      case (.request, "body") where member.value.kind == .object: .posted
      case (.envelope, "body"), (.envelope, "data"), (.content, "text"), (.content, "string"),
        (.content, "base64_string"), (.response, "body"), (.response, "jsonBody"),
        (.response, "base64Body"):
        .body
      case (.envelope, "url"), (.request, "url"), (.response, "redirectURL"), (.request, "uri"),
        (.request, "urlPath"), (.response, "url"):
        .url
      case (.request, "urlPathTemplate"): .template
      case (.response, "bodyFileName"), (.response, "transformers"), (.entry, "priority"): .setting
      case (.envelope, "headers"), (.envelope, "responseHeaders"), (.envelope, "requestHeaders"),
        (.request, "headers"), (.response, "headers"):
        .headers
      case (.envelope, "event"): .name
      case (.envelope, "mimeType"), (.content, "mimeType"), (.posted, "mimeType"): .mimeType
      case (.envelope, "method"), (.envelope, "date"), (.request, "method"),
        (.request, "httpVersion"),
        (.response, "httpVersion"), (.response, "statusText"), (.content, "encoding"),
        (.entry, "startedDateTime"), (.entry, "recorded_at"), (.status, "message"),
        (.envelope, "bodyEncoding"), (.envelope, "requestBodyEncoding"),
        (.response, "statusMessage"), (.posted, "encoding"):
        .word
      case (.status, "code"): .figure
      case (.envelope, "status"), (.envelope, "statusCode"), (.envelope, "status_code"),
        (.response, "status"), (.response, "statusCode"), (.response, "status_code"),
        (.request, "headersSize"), (.request, "bodySize"), (.response, "headersSize"),
        (.response, "bodySize"), (.content, "size"), (.content, "compression"), (.entry, "time"):
        .figure
      case (.entry, "request"): .request
      case (.entry, "response"): .response
      case (.response, "content"): .content
      case (.request, "postData"): .posted
      case (.posted, "text"), (.posted, "string"), (.posted, "base64_string"), (.request, "body"),
        (.envelope, "requestBody"):
        .requestBody
      case (.posted, "params"), (.request, "queryString"): .parameters
      case (.request, "cookies"), (.response, "cookies"): .cookies
      default: .value
      }
  }
}
