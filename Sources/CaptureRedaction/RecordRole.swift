import JSONParsing

/// The part of a record that a value is, by the names of the members that lead to it: what the
/// formats of captures call what.
enum RecordRole: String {
  /// Anything: a body, or what nobody knows.
  case value
  case envelope, entry, request, response, content, posted, headers, cookies, parameters
  case url, mimeType
  /// A word or number of HTTP or of the recorder.
  case word, figure
  /// The name of an event.
  case name
  /// The status of a cassette.
  case status
  /// How a mapping is used: stays.
  case setting
  /// A path with parameters in braces, which stay.
  case template
  case body, requestBody

  /// The members that have a role, each behind the role of its object.
  private static let members: [(role: RecordRole, names: String)] = [
    (.request, "entry.request"), (.response, "entry.response"),
    (.content, "response.content"), (.posted, "request.postData"),
    (
      .body,
      """
      envelope.body envelope.data content.text content.string content.base64_string response.body \
      response.jsonBody response.base64Body
      """
    ),
    (
      .requestBody,
      "posted.text posted.string posted.base64_string request.body envelope.requestBody"
    ),
    (
      .url,
      "envelope.url request.url request.uri request.urlPath response.url response.redirectURL"
    ),
    (.template, "request.urlPathTemplate"),
    (.setting, "response.bodyFileName response.transformers entry.priority"),
    (
      .headers,
      """
      envelope.headers envelope.responseHeaders envelope.requestHeaders request.headers \
      response.headers
      """
    ),
    (.cookies, "request.cookies response.cookies"),
    (.parameters, "posted.params request.queryString"), (.name, "envelope.event"),
    (.mimeType, "envelope.mimeType content.mimeType posted.mimeType"),
    (
      .word,
      """
      envelope.method envelope.date request.method request.httpVersion response.httpVersion \
      response.statusText response.statusMessage content.encoding posted.encoding status.message \
      entry.startedDateTime entry.recorded_at
      """
    ),
    (
      .figure,
      """
      envelope.status envelope.statusCode envelope.status_code response.status response.statusCode \
      response.status_code status.code request.headersSize request.bodySize response.headersSize \
      response.bodySize content.size content.compression entry.time
      """
    ),
  ]
  private static let roles = Dictionary(
    uniqueKeysWithValues: members.flatMap { role, names in
      names.split(separator: " ").map { (String($0), role) }
    })
  /// What such a member is if it is an object.
  private static let objects: [String: RecordRole] = [
    "response.body": .content, "response.status": .status, "request.body": .posted,
  ]

  /// - Parameter role: That of the object which has the member.
  init(of member: JSONMember, in role: RecordRole) {
    let name = "\(role.rawValue).\(member.name.text)"
    let object = member.value.kind == .object ? Self.objects[name] : nil
    self = object ?? Self.roles[name] ?? .value
  }
}
