import JSONParsing

/// What a value in a record is, by the names of the members that lead to it in the formats of
/// captures.
indirect enum RecordRole: Sendable {
  /// Any other value.
  case value
  /// An object, by the roles of its members; any other value has another role.
  case object([MemberName: RecordRole], or: RecordRole)
  /// Headers, cookies or parameters: values by their names.
  case named(Fields)
  case url, mimeType
  /// A path with parameters in braces, which stay.
  case template
  /// A word or number of HTTP or of the recorder.
  case word, figure
  /// The name of an event.
  case name
  /// A setting of a mapping, which stays.
  case setting
  /// A body, which is in base64 if that is so by its name, or if the member `encoding` beside it
  /// says so.
  case body(isRequest: Bool = false, isBase64: Bool = false, encoding: String = "")

  enum Fields { case headers, cookies, parameters }

  /// - Parameter roles: The roles of members, by their names with spaces in between.
  private static func members(
    _ roles: KeyValuePairs<String, RecordRole>, or other: RecordRole = .value
  ) -> RecordRole {
    var members: [MemberName: RecordRole] = [:]
    for (names, role) in roles {
      for name in names.split(separator: " ") { members[MemberName(String(name))] = role }
    }
    return .object(members, or: other)
  }

  /// A line that is an exchange or event.
  static let envelope = members([
    "url": .url, "headers requestHeaders responseHeaders": .named(.headers), "event": .name,
    "mimeType": .mimeType, "method date bodyEncoding requestBodyEncoding": .word,
    "status statusCode status_code": .figure, "body": .body(encoding: "bodyEncoding"),
    "data": .body(encoding: "dataEncoding"),
    "requestBody": .body(isRequest: true, encoding: "requestBodyEncoding"),
  ])

  /// An entry of an archive.
  static let entry = members([
    "request": request, "response": response, "startedDateTime recorded_at": .word,
    "time": .figure, "priority": .setting,
  ])

  private static let request = members([
    "url uri urlPath": .url, "urlPathTemplate": .template, "headers": .named(.headers),
    "queryString": .named(.parameters), "cookies": .named(.cookies), "method httpVersion": .word,
    "headersSize bodySize": .figure, "postData": content(isRequest: true),
    "body": content(isRequest: true, or: .body(isRequest: true)),
  ])

  private static let response = members([
    "url redirectURL": .url, "headers": .named(.headers), "cookies": .named(.cookies),
    "httpVersion statusText statusMessage": .word,
    "statusCode status_code headersSize bodySize": .figure,
    "status": members(["message": .word, "code": .figure], or: .figure),
    "content": content(), "body": content(or: .body()), "jsonBody": .body(),
    "base64Body": .body(isBase64: true), "bodyFileName transformers": .setting,
  ])

  private static func content(
    isRequest: Bool = false, or other: RecordRole = .value
  ) -> RecordRole {
    members(
      [
        "mimeType": .mimeType, "encoding": .word, "size compression": isRequest ? .value : .figure,
        "params": isRequest ? .named(.parameters) : .value,
        "text string": .body(isRequest: isRequest, encoding: "encoding"),
        "base64_string": .body(isRequest: isRequest, isBase64: true),
      ], or: other)
  }
}
