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

  /// For each role of an object, the names of its members by the roles of the members.
  private static let names: [RecordRole: [RecordRole: String]] = [
    .envelope: [
      .url: "url", .headers: "headers requestHeaders responseHeaders", .name: "event",
      .mimeType: "mimeType", .word: "method date bodyEncoding requestBodyEncoding",
      .figure: "status statusCode status_code", .body: "body data", .requestBody: "requestBody",
    ],
    .entry: [
      .request: "request", .response: "response", .word: "startedDateTime recorded_at",
      .figure: "time", .setting: "priority",
    ],
    .request: [
      .url: "url uri urlPath", .template: "urlPathTemplate", .headers: "headers",
      .parameters: "queryString", .cookies: "cookies", .word: "method httpVersion",
      .figure: "headersSize bodySize", .posted: "postData", .requestBody: "body",
    ],
    .response: [
      .url: "url redirectURL", .headers: "headers", .cookies: "cookies",
      .word: "httpVersion statusText statusMessage",
      .figure: "status statusCode status_code headersSize bodySize", .content: "content",
      .body: "body jsonBody base64Body", .setting: "bodyFileName transformers",
    ],
    .content: [
      .mimeType: "mimeType", .word: "encoding", .figure: "size compression",
      .body: "text string base64_string",
    ],
    .posted: [
      .mimeType: "mimeType", .word: "encoding", .parameters: "params",
      .requestBody: "text string base64_string",
    ],
    .status: [.word: "message", .figure: "code"],
  ]

  private static let roles = names.mapValues { roles in
    roles.reduce(into: [MemberName: RecordRole]()) { table, item in
      for name in item.value.split(separator: " ") { table[MemberName(String(name))] = item.key }
    }
  }

  /// - Parameter role: The role of the object that has the member.
  init(of member: JSONMember, in role: RecordRole) {
    let isObject = member.value.kind == .object
    self =
      switch (role, member.name) {
      case (.response, "body") where isObject: .content
      case (.response, "status") where isObject: .status
      case (.request, "body") where isObject: .posted
      default: Self.roles[role]?[member.name] ?? .value
      }
  }
}
