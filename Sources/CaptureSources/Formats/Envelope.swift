import JSONParsing

/// An exchange or event as one line holds it.
///
///     {"method": "GET", "url": "https://api.example.com/users/1", "status": 200, "body": {"id": 1}}
///     {"method": "POST", "url": "/users", "requestBody": {"name": "Ann"}, "status": 201, "body": {"id": 1}}
///     {"event": "user.created", "data": {"id": 1}}
///
/// `requestBody` is what was sent, a value or a text like `body`; `null` or an empty text: nothing
/// was. Beside these, `headers` or `responseHeaders` are the response's and `requestHeaders` the
/// request's, as an object of texts or arrays of texts, or as an array of objects with `name` and
/// `value`; `mimeType` says what the body is, `date` when it was captured; the status may be called `statusCode` or
/// `status_code`, too. Anything else is passed over.
struct Envelope {
  let kind: CaptureRecord.Kind
  /// The value of `body` or `data`.
  let body: JSONValue?
  private let members: Members

  /// The names without which an object is no envelope, unless somebody said so.
  static let distinctiveNames = DistinctiveName.allCases.map { "\($0)" }
  private static let soughtNames = SoughtNames(distinctiveNames)

  private enum DistinctiveName: UInt32, CaseIterable { case url, method, body, event, data }

  /// Whether an object may be an envelope, though nobody said so: most bodies cannot, which is told
  /// without a text of each name.
  ///
  /// - Parameter present: Which of `distinctiveNames` it has, a bit each.
  static func maySayEnough(_ present: UInt32) -> Bool {
    func has(_ name: DistinctiveName) -> Bool { present >> name.rawValue & 1 == 1 }
    return has(.url) && (has(.method) || has(.body)) || has(.event) && has(.data)
  }

  /// The members that mean something; of duplicates, the last.
  fileprivate struct Members {
    var method, url, headers, responseHeaders, requestHeaders, mimeType, body: JSONValue?
    var requestBody: JSONValue?
    var statusValue, statusCode, snakeCaseStatus: JSONValue?
    var event, data, date: JSONValue?

    init(_ root: JSONValue) {
      for member in root.members {
        switch member.name.text {
        case "method": method = member.value
        case "url": url = member.value
        case "status": statusValue = member.value
        case "statusCode": statusCode = member.value
        case "status_code": snakeCaseStatus = member.value
        case "headers": headers = member.value
        case "responseHeaders": responseHeaders = member.value
        case "requestHeaders": requestHeaders = member.value
        case "mimeType": mimeType = member.value
        case "body": body = member.value
        case "requestBody": requestBody = member.value
        case "event": event = member.value
        case "data": data = member.value
        case "date": date = member.value
        default: continue
        }
      }
    }
  }

  /// - Parameter isStated: Whether somebody said that this is an exchange or an event. If nobody
  ///   did, it may be a body that looks like one: many resources have a `url` and a `body`, or a
  ///   `status` in words. So there has to be a method of HTTP, or a status in digits with a body.
  init?(_ root: JSONValue, isStated: Bool) {
    let present = isStated ? 0 : root.members.presence(of: Self.soughtNames)
    guard isStated || Self.maySayEnough(present) else { return nil }
    members = Members(root)
    if members.url?.kind == .string, isStated ? members.isExchange : members.isSurelyExchange {
      (kind, body) = (.exchange, members.body)
    } else if members.event?.kind == .string, members.data != nil {
      (kind, body) = (.event, members.data)
    } else {
      return nil
    }
  }

  /// The body of the request; `nil` of an event.
  var requestBody: RequestBody? {
    kind == .exchange ? RequestBody(value: members.requestBody) : nil
  }

  /// Writes what is known besides the body.
  func describe(_ record: inout CaptureRecord) {
    record.kind = kind
    record.event = kind == .event ? members.event?.string : nil
    record.date = members.date?.string
    guard kind == .exchange else { return }
    record.method = members.method?.string
    record.url = members.url?.string
    let status = members.status
    (record.status, record.fault) = (status.code, status.fault)
    record.responseHeaders = HeaderField.all(in: members.responseHeaders ?? members.headers)
    record.requestHeaders = HeaderField.all(in: members.requestHeaders)
    record.mimeType =
      members.mimeType?.string ?? record.responseHeaders.value(named: "content-type")
  }
}

extension Envelope.Members {
  fileprivate var status: CapturedStatus {
    CapturedStatus(statusValue, statusCode: statusCode, snakeCase: snakeCaseStatus)
  }

  fileprivate var isExchange: Bool {
    method != nil || statusValue != nil || statusCode != nil || snakeCaseStatus != nil
      || body != nil
  }

  fileprivate var isSurelyExchange: Bool {
    if let method = method?.string { return CaptureRecord.methods.contains(method.uppercased()) }
    return body != nil && (statusValue?.kind == .number || status.code != nil)
  }
}

extension CaptureRecord {
  /// The methods of HTTP: RFC 9110, section 9, and RFC 5789.
  package static let methods: Set<String> = [
    "GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH",
  ]
}

extension HeaderField {
  /// The headers that a capture lists.
  ///
  /// - Parameter value: An object of texts or arrays of texts, or an array of objects with `name`
  ///   and `value`; what is neither is left out.
  static func all(in value: JSONValue?) -> [HeaderField] {
    guard let value else { return [] }
    let members = value.members.flatMap { member in
      let values = member.value.kind == .array ? Array(member.value.elements) : [member.value]
      return values.compactMap { HeaderField(member.name.text, $0) }
    }
    return members + value.elements.compactMap { HeaderField($0["name"]?.string, $0["value"]) }
  }

  private init?(_ name: String?, _ value: JSONValue?) {
    guard let name, let value = value?.string else { return nil }
    self.init(name: name, value: value)
  }
}
