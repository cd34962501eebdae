import JSONParsing

/// An exchange or event on one line.
///
///     {"method": "GET", "url": "https://example.com/users/1", "status": 200, "body": {"id": 1}}
///     {"method": "POST", "url": "/users", "requestBody": {"name": "A"}, "status": 201, "body": {}}
///     {"event": "user.created", "data": {"id": 1}}
///
/// `requestBody` is the request's body, a value or a text like `body`; `null` or an empty text
/// means that the request had none. Further members are:
///
/// - `headers` or `responseHeaders`, the response's headers, and `requestHeaders`, the request's;
///   each an object of texts or arrays of texts, or an array of objects with `name` and `value`;
/// - `mimeType`, the body's media type;
/// - `date`, the date of the capture;
/// - `statusCode` or `status_code`, as other names of `status`;
/// - `truncated`, whether the body is incomplete.
///
/// Other members are ignored. Other logs have the same members under other names, according to
/// their layouts.
struct Envelope {
  let kind: CaptureRecord.Kind
  /// The value of `body` or `data`.
  let body: JSONValue?
  private let members: RecordLayout.Members

  /// - Parameters:
  ///   - members: The values of a record at the paths of a layout.
  ///   - isStated: Whether the user has declared that this is an exchange or an event. Otherwise it
  ///     may be a body that looks like one: many resources have a `url` and a `body`, or a `status`
  ///     in words. So there must be an HTTP method, or a status in digits with a body; in a log, a
  ///     method and a status.
  init?(_ members: RecordLayout.Members, isStated: Bool) {
    if members[.url]?.kind == .string, isStated ? members.isExchange : members.isSurelyExchange {
      (kind, body) = (.exchange, members[.body])
    } else if members[.event]?.kind == .string, let data = members[.data] {
      (kind, body) = (.event, data)
    } else {
      return nil
    }
    self.members = members
  }

  /// The body of the request; `nil` for an event.
  var requestBody: RequestBody? {
    guard kind == .exchange else { return nil }
    var body = RequestBody(value: members[.requestBody])
    body.isBase64 = members.isBase64(.requestBodyEncoding)
    (body.isCutOff, body.statedByteCount) = members.cut(.requestTruncated, .requestSize)
    return body
  }

  var isBase64: Bool { members.isBase64(.bodyEncoding) }

  /// Sets everything in a record except its body.
  func describe(_ record: inout CaptureRecord) {
    record.kind = kind
    record.event = kind == .event ? members[.event]?.string : nil
    record.date =
      members[.time]?.string ?? (members.layout.isOwn ? nil : members[.time]?.number?.text)
    record.name = members[.name].flatMap { $0.string ?? $0.number?.text }
    (record.isCutOff, record.statedByteCount) = members.cut(.truncated, .size)
    guard kind == .exchange else { return }
    record.method = members[.method]?.string
    record.url = members[.url]?.string
    let status = members.status
    (record.status, record.fault) = (status.code, status.fault)
    record.responseHeaders = members.headers(.headers)
    record.requestHeaders = members.headers(.requestHeaders)
    record.mimeType =
      members[.mimeType]?.string ?? record.responseHeaders.value(named: "content-type")
  }
}

extension Envelope {
  /// The envelope with the names of the native format, on one line.
  var text: [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      for word in RecordLayout.Word.allCases {
        guard let value = members[word] else { continue }
        writer.name(word == .time ? "date" : word == .name ? "id" : "\(word)")
        writer.value(value)
      }
      if isBase64 { writer.member("bodyEncoding", "base64") }
    }
    return writer.bytes
  }
}

extension RecordLayout.Members {
  fileprivate var status: CapturedStatus { CapturedStatus(all(.status)) }

  /// Returns whether a body is cut off, and the number of bytes that it had.
  fileprivate func cut(
    _ flag: RecordLayout.Word, _ size: RecordLayout.Word
  ) -> (isCutOff: Bool, byteCount: Int?) {
    (self[flag]?.bool ?? false, self[size]?.number?.int64.exactValue.map { Int($0) })
  }

  fileprivate var isExchange: Bool {
    [.method, .status, .body].contains { self[$0] != nil }
  }

  fileprivate var isSurelyExchange: Bool {
    if let method = self[.method]?.string {
      return CaptureRecord.methods.contains(method.uppercased())
        && (layout.isOwn || status.code != nil)
    }
    return layout.isOwn && self[.body] != nil
      && (all(.status).first?.kind == .number || status.code != nil)
  }
}

extension CaptureRecord {
  /// The methods of HTTP: RFC 9110, section 9, and RFC 5789.
  package static let methods: Set<String> = [
    "GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH",
  ]
}

extension HeaderField {
  /// Returns the headers that a capture lists.
  ///
  /// - Parameter value: An object of texts or arrays of texts, or an array of objects with `name`
  ///   (or `key`) and `value`; other values are ignored.
  static func all(in value: JSONValue?) -> [HeaderField] {
    guard let value else { return [] }
    let members = value.members.flatMap { member in
      let values = member.value.kind == .array ? Array(member.value.elements) : [member.value]
      return values.compactMap { HeaderField(member.name.text, $0) }
    }
    return members
      + value.elements.compactMap { HeaderField(($0["name"] ?? $0["key"])?.string, $0["value"]) }
  }

  private init?(_ name: String?, _ value: JSONValue?) {
    guard let name, let value = value?.string else { return nil }
    self.init(name: name, value: value)
  }
}
