package import JSONParsing

/// One record of a capture, without its body.
package struct CaptureRecord: Sendable {
  package enum Kind: Sendable, Equatable {
    /// A body of unknown origin. A response with its head also has a status and headers.
    case body
    /// A request and its response.
    case exchange
    /// A named message with data, such as the payload of a webhook.
    case event
  }

  package enum Place: Codable, Sendable, Equatable {
    /// The record is the whole input.
    case file
    /// A line of NDJSON, one-based.
    case line(Int)
    /// An entry of an archive, zero-based.
    case entry(Int)
  }

  package enum BodyState: Sendable, Equatable {
    /// The bytes are the body; without bytes, the capture states that the body is empty.
    case present
    /// The capture has no body: an archive without text, an exchange without `body`.
    case absent
    /// The capture has a body that cannot be read, for the given reason; there are no bytes.
    case undecodable(String)
    /// The log has cut off the body; there are no bytes.
    case cutOff
  }

  package var input: String
  package var place: Place
  package var kind: Kind
  /// The request's method and URL, as written in the capture.
  package var method: String?
  package var url: String?
  /// The response's status, of three digits; `nil`, if the capture has none, or an unreadable one.
  package var status: Int?
  /// The reason why the response cannot be assigned to an endpoint, in words without values: the
  /// status in the capture cannot be read, or the URL stands for many URLs.
  package var fault: String?
  package var requestHeaders: [HeaderField] = []
  package var responseHeaders: [HeaderField] = []
  /// The body's media type in the capture, or else the response's `content-type`.
  package var mimeType: String?
  /// Whether the record is the request of an exchange: the body, its type and its place are the
  /// request's.
  package var isRequest = false
  /// Whether the record looks like a plain event with JSON, but has not been parsed yet.
  package var isUnparsed = false
  package var event: String?
  /// The date of the capture, as written in it; if it is `nil`, the response's `date` may be the
  /// date.
  package var date: String?
  /// The name of the record in its log.
  package var name: String?
  package var bodyState = BodyState.present
  /// Whether the log states that it has cut off the body, and the number of bytes that it states.
  var isCutOff = false
  var statedByteCount: Int?
  /// The start of the body in the input; `nil`, if the body is written in another form there: as
  /// text with escapes, or in base64.
  package var bodyStart: BodyStart?

  package init(input: String, place: Place, kind: Kind = .body) {
    self.input = input
    self.place = place
    self.kind = kind
  }

  /// The status of a response without one in the capture.
  package static let assumedStatus = 200

  /// Whether an empty body is valid: none is permitted, or the capture has none.
  package var mayBeEmpty: Bool {
    guard !isRequest else { return bodyState == .absent }
    return method?.uppercased() == "HEAD" || [204, 205, 304].contains(status ?? Self.assumedStatus)
      || bodyState == .absent
  }

  /// Whether the record is a line of NDJSON that is only a body, which the reader does not parse.
  /// If it is not JSON, that is a mistake of the capture, and the answer should be `.notJSON`.
  package var isBareLine: Bool {
    if case .line = place { kind == .body } else { false }
  }
}

package struct BodyStart: Sendable, Equatable {
  /// The offset in bytes from the start of the input, zero-based.
  package var offset: Int
  package var position: TextPosition

  /// Returns the position in the input of a position in the body, as if that were a separate text.
  package func position(of position: TextPosition) -> TextPosition {
    let isInFirstLine = position.line == 1
    return TextPosition(
      line: self.position.line + position.line - 1,
      column: isInFirstLine ? self.position.column + position.column - 1 : position.column)
  }
}

/// A header of a request or a response.
package struct HeaderField: Sendable, Equatable {
  package var name: String
  package var value: String

  package init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}

extension [HeaderField] {
  /// Returns the first value with a name, in any case (RFC 9110, section 5.1).
  package func value(named name: String) -> String? {
    first { $0.name.lowercased() == name.lowercased() }?.value
  }
}
