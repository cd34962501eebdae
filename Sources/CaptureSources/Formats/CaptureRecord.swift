package import JSONParsing

/// One record of a capture, without its body.
package struct CaptureRecord: Sendable {
  package enum Kind: Sendable, Equatable {
    /// A body of unknown origin. A response with its head also has a status and headers.
    case body
    /// A request and the response to it.
    case exchange
    /// A named message with data, such as a webhook delivers.
    case event
  }

  /// Where in its input a record is.
  package enum Place: Codable, Sendable, Equatable {
    /// It is the whole input.
    case file
    /// A line of NDJSON, one-based.
    case line(Int)
    /// An entry of an archive, zero-based.
    case entry(Int)
  }

  package enum BodyState: Sendable, Equatable {
    /// The bytes are the body; no bytes: the capture says that it is empty.
    case present
    /// The capture has no body: an archive without text, an exchange without `body`.
    case absent
    /// The capture has a body that cannot be read, for the reason given; the bytes are none.
    case undecodable(String)
    /// The log has cut the body off; the bytes are none.
    case cutOff
  }

  /// The input's name.
  package var input: String
  package var place: Place
  package var kind: Kind
  /// The request's method and URL, as the capture writes them.
  package var method: String?
  package var url: String?
  /// The response's status, of three digits; `nil`, if the capture has none, or one that cannot be
  /// read.
  package var status: Int?
  /// Why the request of the response is unknown, in words without values: the status in the capture
  /// cannot be read, or its URL stands for many.
  package var fault: String?
  package var requestHeaders: [HeaderField] = []
  package var responseHeaders: [HeaderField] = []
  /// The body's type as the capture says it, or else the response's `content-type`.
  package var mimeType: String?
  /// Whether the record is what an exchange asked: the body, its type and its place are the
  /// request's.
  package var isRequest = false
  /// Whether it is still unknown whether the record is a plain event with JSON, as it looks.
  package var isUnparsed = false
  /// The event's name.
  package var event: String?
  /// When it was captured, as the capture writes it; `nil`: the response's `date` may say it.
  package var date: String?
  /// What it is called where it was logged.
  package var name: String?
  package var bodyState = BodyState.present
  /// Whether the log says that it has cut off the body, and how many bytes it says there were.
  var isCutOff = false
  var statedByteCount: Int?
  /// Where the body stands in the input; `nil`, if it is written there otherwise: as text with
  /// escapes, or in base64.
  package var bodyStart: BodyStart?

  package init(input: String, place: Place, kind: Kind = .body) {
    self.input = input
    self.place = place
    self.kind = kind
  }

  /// The status of a response without one in the capture.
  package static let assumedStatus = 200

  /// Whether it is right that the body is empty: none may come, or the capture has none.
  package var mayBeEmpty: Bool {
    guard !isRequest else { return bodyState == .absent }
    return method?.uppercased() == "HEAD" || [204, 205, 304].contains(status ?? Self.assumedStatus)
      || bodyState == .absent
  }

  /// Whether the record is a line of NDJSON that is nothing but a body, which the reader does not
  /// parse: one that is not JSON is the capture's fault, to be answered with `.notJSON`.
  package var isBareLine: Bool {
    if case .line = place { kind == .body } else { false }
  }
}

/// Where a body stands in its input.
package struct BodyStart: Sendable, Equatable {
  /// In bytes from the start of the input, zero-based.
  package var offset: Int
  package var position: TextPosition

  /// Returns a place in the input.
  ///
  /// - Parameter position: The place in the body, as if it were a text of its own.
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
