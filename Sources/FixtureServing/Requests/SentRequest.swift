public import ContractModel
public import Foundation
public import JSONParsing
public import MappingEngine

/// A request that a stub or a server received.
///
///     #expect(stub.sent[0].query("q") == "cat")
///     #expect(stub.sent[1].json("comment.body") == "hi")
public struct SentRequest: Sendable, CustomStringConvertible {
  /// The method, in upper case.
  public let method: String
  /// The URL, with its query.
  public let url: URL
  /// The parameters of the query, percent-decoded, in order.
  public let query: NamedTexts
  /// The headers that the stub or server sees: see `StubbedSession`.
  public let headers: NamedTexts
  /// The body; empty if there is none.
  public let body: Data
  /// The percent-decoded parameters of the path, with their names in the stub or endpoint that
  /// answered.
  public package(set) var pathParameters: [MemberName: String] = [:]

  /// - Parameter method: The method, in any letter case.
  public init(method: String, url: URL, headers: NamedTexts = [:], body: Data = Data()) {
    (self.method, self.url) = (method.uppercased(), url)
    (self.headers, self.body) = (headers, body)
    query = RequestURL.query(of: url.absoluteString)
  }

  /// The body as JSON.
  ///
  /// - Throws: `JSONParseError` with the position of the first error.
  public var document: JSONDocument { get throws { try JSONDocument(parsing: Array(body)) } }

  package var content: RequestContent { RequestContent(type: header("Content-Type"), body) }

  /// Returns the request in the form in which lines at `@request` and conditions of endpoints read
  /// it.
  package func mappingRequest(
    _ parameters: [MemberName: String] = [:], knowsHeaders: Bool? = nil
  ) -> MappingRequest {
    let json = if case .json = content { try? document } else { JSONDocument?.none }
    return MappingRequest(
      pathParameters: parameters, query: query, headers: headers, form: form,
      body: json.map { JSONFragment($0.root) }, knowsHeaders: knowsHeaders)
  }

  /// The request in the form in which endpoints are found.
  package var matched: EndpointMatcher.Request {
    EndpointMatcher.Request(
      method: method, url: RequestURL(url.absoluteString), content: mappingRequest())
  }

  /// The decoded fields of the body; `nil` if the body is not a form.
  public var form: NamedTexts? { if case .form(let form) = content { form } else { nil } }

  /// Returns the text of the first form field with a name; `nil` if there is none.
  public func form(_ name: String) -> String? {
    form?.entries.first { $0.name == MemberName(name) }?.text
  }

  /// Returns the text of the first query parameter with a name; `nil` if there is none.
  public func query(_ name: String) -> String? {
    query.entries.first { $0.name == MemberName(name) }?.text
  }

  /// Returns the text of the first header with a name, in any letter case; `nil` if there is none.
  public func header(_ name: String) -> String? { headers.first(ofHeader: name) }

  /// Whether the request asks for a body only if it differs from the client's copy (RFC 9110,
  /// section 13.1).
  ///
  /// - Parameter tag: The `ETag` of the body. A copy with a date always counts as current.
  package func isConditional(onTag tag: String) -> Bool {
    guard ["GET", "HEAD"].contains(method) else { return false }
    guard let tags = header("If-None-Match") else { return header("If-Modified-Since") != nil }
    return tags == "*" || tags.contains(tag)
  }

  /// Returns the value at a key path of the body, such as `comment.body` or `items.0.id`.
  ///
  /// - Returns: `nil` if there is no value, if it is an object or array, or if the body is not
  ///   JSON.
  public func json(_ keyPath: String) -> Literal? {
    (try? document.root)?.value(at: keyPath).flatMap { Literal($0) }
  }

  /// The method and the URL.
  public var description: String { "\(method) \(displayed(url.absoluteString))" }
}

extension NamedTexts {
  /// Returns the text of the first header with a name. Names are compared without regard to letter
  /// case (RFC 9110, section 5.1).
  package func first(ofHeader name: String) -> String? { texts(ofHeader: name).first }

  func texts(ofHeader name: String) -> [String] {
    let lowered = name.lowercased()
    return entries.filter { $0.name.text.lowercased().utf8.elementsEqual(lowered.utf8) }.map(\.text)
  }
}

extension Literal {
  /// Creates a literal from a value; `nil` for an object or array.
  init?(_ value: JSONValue) {
    switch value.kind {
    case .string: self = .string(MemberName(value.string ?? ""))
    case .number:
      guard let number = value.number else { return nil }
      self = .number(number)
    case .bool: self = .bool(value.bool ?? false)
    case .null: self = .null
    case .object, .array: return nil
    }
  }
}

extension JSONValue {
  /// Returns the value at a key path of names and indexes, separated by `.`; a dot in a name is
  /// `\.`.
  func value(at keyPath: String) -> JSONValue? {
    guard let path = try? SourceKeyPath(text: keyPath), !path.steps.contains(.fanOut) else {
      return nil
    }
    return value(at: path.steps)
  }
}
