public import ContractModel
public import JSONParsing

/// The exchange of a payload, as far as it is known.
public struct MappingExchange: Hashable, Sendable {
  /// The request that the payload answers, for key paths at `@path` and `@request`; `nil`, if
  /// unknown.
  public var request: MappingRequest?
  /// The response of the payload, for key paths at `@header`; `nil`, if unknown.
  public var response: MappingResponse?

  /// Makes an exchange of its known parts.
  public init(request: MappingRequest? = nil, response: MappingResponse? = nil) {
    (self.request, self.response) = (request, response)
  }
}

/// The request that a payload answers, or that is a payload: its path, query, headers and body.
public struct MappingRequest: Hashable, Sendable {
  /// The path's parameters, by the names in the endpoint's path, percent-decoded.
  public var pathParameters: [MemberName: String]
  /// The parameters of the query, percent-decoded.
  public var query: NamedTexts
  /// The headers, as they were sent.
  public var headers: NamedTexts
  /// The decoded fields of the body; `nil`, if it is not a form.
  public var form: NamedTexts?
  /// The body as JSON; `nil`, if it is not JSON or unknown.
  public var body: JSONFragment?
  /// Whether all headers of the request are known. If a captured request has no header at all, its
  /// headers are considered unknown.
  public var knowsHeaders: Bool

  /// Makes a request.
  ///
  /// - Parameter knowsHeaders: Whether a header that is not listed was not sent.
  public init(
    pathParameters: [MemberName: String] = [:], query: NamedTexts = [:],
    headers: NamedTexts = [:], form: NamedTexts? = nil, body: JSONFragment? = nil,
    knowsHeaders: Bool? = nil
  ) {
    (self.pathParameters, self.query, self.headers) = (pathParameters, query, headers)
    (self.form, self.body) = (form, body)
    self.knowsHeaders = knowsHeaders ?? !headers.entries.isEmpty
  }
}

/// The response of a payload: its headers.
public struct MappingResponse: Hashable, Sendable {
  /// The headers, as they were received.
  public var headers: NamedTexts

  /// Makes a response.
  public init(headers: NamedTexts = [:]) { self.headers = headers }
}

/// Named texts in order, in which names may be repeated: headers, or the parameters of a query.
///
///     let headers: NamedTexts = ["ETag": "\"a\"", "Set-Cookie": "a=1", "Set-Cookie": "b=2"]
public struct NamedTexts: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  /// A name and a text.
  public struct Entry: Hashable, Sendable {
    /// The name; a header's name may be in any case.
    public var name: MemberName
    /// The value.
    public var text: String

    /// Makes an entry.
    public init(name: MemberName, text: String) { (self.name, self.text) = (name, text) }

    public static func == (left: Entry, right: Entry) -> Bool {
      left.name == right.name && left.text.utf8.elementsEqual(right.text.utf8)
    }

    public func hash(into hasher: inout Hasher) {
      hasher.combine(name)
      hasher.combine(MemberName(text))
    }
  }

  /// The entries, in order; a name may be repeated.
  public var entries: [Entry]

  /// Makes a list of entries.
  public init(_ entries: [Entry]) { self.entries = entries }

  public init(dictionaryLiteral elements: (MemberName, String)...) {
    entries = elements.map { Entry(name: $0.0, text: $0.1) }
  }
}
