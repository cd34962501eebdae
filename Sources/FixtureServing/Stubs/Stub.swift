public import ContractModel
import Foundation
import JSONParsing
import MappingEngine

/// The answer to requests of one kind.
///
///     Stub("GET /groups/:id/avatars", query: ["q": "cat"], answer: try .fixture("avatars.json"))
///     Stub("POST /rpc", body: ["action": "create"], answer: .json(#"{"id":1}"#, status: 201))
///     Stub("GET /slow", answer: .json("[]").after(.seconds(3)))
///     Stub("GET /users/:id") { request in .json("{\"id\":\(request.pathParameters["id"] ?? "0")}") }
public struct Stub: Sendable {
  /// The endpoint in the test's spelling.
  let text: String
  private let endpoint: Result<HTTPSelector, StubError>
  private let query: [(name: MemberName, text: String)]
  private let headers: [(name: String, text: String)]
  private let body: [(keyPath: String, value: Literal)]
  let answer: @Sendable (SentRequest) throws -> StubbedResponse
  /// Any condition besides those of the other properties.
  private var isFor: @Sendable (SentRequest) -> Bool = { _ in true }

  /// - Parameters:
  ///   - endpoint: The method and the path in the form of a contract: `GET /users/:id`.
  ///   - query: The required parameters of the query, with their texts; the query may have others.
  ///   - headers: The required headers, with names in any letter case, and their texts.
  ///   - body: The required values at key paths of a JSON body: `["comment.body": "hi"]`. Values of
  ///     different kinds differ: `"1"` is not 1. For a form, the texts of its fields.
  ///   - answer: Returns the response to a request. It is called once for each request, on any
  ///     thread. An error that it throws ends the request.
  public init(
    _ endpoint: String, query: KeyValuePairs<String, String> = [:],
    headers: KeyValuePairs<String, String> = [:], body: KeyValuePairs<String, Literal> = [:],
    _ answer: @escaping @Sendable (_ request: SentRequest) throws -> StubbedResponse
  ) {
    text = endpoint
    self.endpoint = Result { () throws(StubError) in try HTTPSelector(stub: endpoint) }
    self.query = query.map { (MemberName($0.key), $0.value) }
    self.headers = headers.map { ($0.key, $0.value) }
    self.body = body.map { ($0.key, $0.value) }
    self.answer = answer
  }

  /// Creates a stub that always gives the same answer.
  ///
  /// - Parameter response: The response, evaluated for each request, on any thread.
  public init(
    _ endpoint: String, query: KeyValuePairs<String, String> = [:],
    headers: KeyValuePairs<String, String> = [:], body: KeyValuePairs<String, Literal> = [:],
    answer response: @autoclosure @escaping @Sendable () throws -> StubbedResponse
  ) {
    self.init(endpoint, query: query, headers: headers, body: body) { _ in try response() }
  }

  /// Creates a stub for requests to one path, with any text in its segments.
  ///
  /// - Parameters:
  ///   - segments: The decoded segments of the path.
  ///   - isFor: Whether the stub answers a request to that path.
  package init(
    _ text: String, method: String, segments: [String],
    for isFor: @escaping @Sendable (SentRequest) -> Bool,
    _ answer: @escaping @Sendable (SentRequest) throws -> StubbedResponse
  ) {
    let path = PathPattern(segments: segments.map { $0.isEmpty ? [] : [.text($0)] })
    (self.text, self.isFor, self.answer) = (text, isFor, answer)
    endpoint = .success(HTTPSelector(method: method, path: path))
    (query, headers, body) = ([], [], [])
  }

  /// - Throws: `StubError` if the endpoint or a key path cannot be read.
  func selector() throws(StubError) -> HTTPSelector {
    for (keyPath, _) in body {
      do {
        _ = try SourceKeyPath(text: keyPath)
      } catch {
        throw StubError(
          "the key path \(quoted(keyPath)) of \(quoted(text)): \(error.message)",
          notes: error.hint.map { [$0] } ?? [])
      }
    }
    return try endpoint.get()
  }

  /// Whether the request fulfils the stub's conditions besides the endpoint.
  func fits(_ request: SentRequest) -> Bool {
    // A body that is neither JSON nor a form has no values at key paths.
    let form = body.isEmpty ? nil : request.form
    let root = body.isEmpty || form != nil ? nil : try? request.document.root
    return isFor(request)
      && query.allSatisfy { wanted in
        request.query.entries.contains {
          $0.name == wanted.name && $0.text.utf8.elementsEqual(wanted.text.utf8)
        }
      }
      && headers.allSatisfy { wanted in
        request.header(wanted.name)?.utf8.elementsEqual(wanted.text.utf8) ?? false
      }
      && body.allSatisfy { wanted in
        form?.entries.contains {
          $0.name == MemberName(wanted.keyPath) && wanted.value == .string(MemberName($0.text))
        } ?? root?.value(at: wanted.keyPath).map(wanted.value.matches) ?? false
      }
  }

  /// The number of conditions besides the endpoint. Of the matching stubs, the one with the most
  /// conditions answers.
  var conditionCount: Int { query.count + headers.count + body.count }
}

extension Stub: CustomStringConvertible {
  /// The endpoint and the conditions, on a line.
  public var description: String {
    let conditions =
      query.map { "query \(quoted($0.name.text)): \(quoted($0.text))" }
      + headers.map { "header \(quoted($0.name)): \(quoted($0.text))" }
      + body.map { "body \(quoted($0.keyPath)): \($0.value)" }
    return ([displayed(text)] + conditions.map { displayed($0) }).joined(separator: ", ")
  }
}

extension HTTPSelector {
  /// - Throws: `StubError` if the text is not an endpoint with a method and a path.
  package init(stub text: String) throws(StubError) {
    let selector: Endpoint.Selector
    do {
      selector = try TargetText.endpoint(text)
    } catch {
      throw StubError(
        "the endpoint \(quoted(text)): \(error.message)", notes: error.hint.map { [$0] } ?? [])
    }
    guard case .http(let http) = selector else {
      throw StubError("the endpoint \(quoted(text)): an event has no request")
    }
    self = http
  }
}

/// Builds a list of stubs.
@resultBuilder
public enum StubBuilder {
  /// A stub.
  public static func buildExpression(_ stub: Stub) -> [Stub] { [stub] }
  /// A list of stubs.
  public static func buildExpression(_ stubs: [Stub]) -> [Stub] { stubs }
  /// Stubs one below the other.
  public static func buildBlock(_ stubs: [Stub]...) -> [Stub] { Array(stubs.joined()) }
  /// Stubs of an `if`.
  public static func buildOptional(_ stubs: [Stub]?) -> [Stub] { stubs ?? [] }
  /// Stubs of an `if` with `else`.
  public static func buildEither(first stubs: [Stub]) -> [Stub] { stubs }
  /// Stubs of an `else`.
  public static func buildEither(second stubs: [Stub]) -> [Stub] { stubs }
  /// Stubs of a loop.
  public static func buildArray(_ stubs: [[Stub]]) -> [Stub] { Array(stubs.joined()) }
}
