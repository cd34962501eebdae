import ContractModel
import DiskReading
public import Foundation
import JSONParsing
public import MappingEngine

/// The response to a request: a status, headers and a body. It may be late, truncated, or an error.
///
///     .json(#"{"id":1}"#, status: 201)
///     .file(folder.appending(path: "avatars.json")).after(.seconds(3))
///     .html("<h1>Service Unavailable</h1>", status: 503)
///     .json("[1,2").dropped()                    // the connection ends in the middle
///     .failure(.notConnectedToInternet)
public struct StubbedResponse: Sendable {
  /// The status, such as 200.
  public var status: Int
  /// The headers, in order.
  public var headers: NamedTexts
  /// The bytes of the body.
  public var body: Data
  /// The delay before the response is sent.
  public var delay: Duration = .zero
  package var ending = Ending.complete
  /// Receives the closure that sends the response, and calls it at the right time.
  package var hold: (@Sendable (_ send: @escaping @Sendable () -> Void) -> Void)?

  package enum Ending: Sendable {
    case complete
    /// The connection is lost after this many bytes of the body.
    case dropped(afterByteCount: Int)
    case failure(URLError.Code)
  }

  /// - Parameters:
  ///   - body: The body, of any type.
  ///   - contentType: The MIME type of the body; `nil` for no header `Content-Type`.
  public init(
    _ body: Data = Data(), contentType: String? = nil, status: Int = 200, headers: NamedTexts = [:]
  ) {
    (self.status, self.body, self.headers) = (status, body, headers)
    guard let contentType, headers.first(ofHeader: "Content-Type") == nil else { return }
    self.headers.entries.insert(.init(name: "Content-Type", text: contentType), at: 0)
  }

  /// A response with JSON, or with any text in its place.
  public static func json(
    _ text: String, status: Int = 200, headers: NamedTexts = [:]
  ) -> StubbedResponse {
    StubbedResponse(
      Data(text.utf8), contentType: "application/json", status: status, headers: headers)
  }

  /// A response with a page of HTML.
  public static func html(_ text: String, status: Int = 200) -> StubbedResponse {
    StubbedResponse(Data(text.utf8), contentType: "text/html; charset=utf-8", status: status)
  }

  /// A response without a body.
  public static func status(_ status: Int, headers: NamedTexts = [:]) -> StubbedResponse {
    StubbedResponse(status: status, headers: headers)
  }

  /// A redirect.
  ///
  /// - Parameter location: A URL, or a reference that is relative to the request's.
  public static func redirect(to location: String, status: Int = 302) -> StubbedResponse {
    StubbedResponse(status: status, headers: ["Location": location])
  }

  /// An error in place of a response, such as a missing connection or a timeout.
  public static func failure(_ code: URLError.Code) -> StubbedResponse {
    var response = StubbedResponse()
    response.ending = .failure(code)
    return response
  }

  /// A response with a file, with the MIME type of its extension.
  ///
  /// - Throws: `StubError` if the file cannot be read.
  public static func file(
    _ url: URL, status: Int = 200, headers: NamedTexts = [:]
  ) throws -> StubbedResponse {
    do {
      return StubbedResponse(
        Data(try RegularFile.bytes(of: url)), contentType: MIMEType.ofFile(url.lastPathComponent),
        status: status, headers: headers)
    } catch {
      throw StubError("\(displayed(url.path)) cannot be read: \(error)")
    }
  }

  /// Returns the response with a delay. A request with a shorter timeout gets `URLError.timedOut`
  /// at its timeout.
  public func after(_ delay: Duration) -> StubbedResponse {
    var response = self
    response.delay = delay
    return response
  }

  /// Returns the response with a connection that is lost within the body.
  ///
  /// - Parameter byteCount: The number of bytes that arrive; by default half of the body.
  public func dropped(afterByteCount byteCount: Int? = nil) -> StubbedResponse {
    var response = self
    let count = byteCount ?? body.count / 2
    response.ending = .dropped(afterByteCount: max(0, min(count, body.count)))
    return response
  }
}

extension StubbedResponse: CustomStringConvertible {
  /// The maximal length of a shown body, in Unicode scalars.
  private static let shownCount = 80

  /// The status, and the start of the body, on a line that is safe to display.
  public var description: String {
    if case .failure(let code) = ending { return "the error URLError \(code.rawValue)" }
    let start = String(decoding: body.prefix(4 * Self.shownCount), as: UTF8.self)
    let text = truncated(displayed(start), after: Self.shownCount)
    let isDropped = if case .dropped = ending { true } else { false }
    let isBodyless = [204, 205, 304].contains(status)
    let content = body.isEmpty ? (isBodyless ? "" : " without a body") : " with \(text)"
    return "status \(status)" + content + (isDropped ? ", cut off" : "")
  }
}

extension Duration {
  package var seconds: Double { self / .seconds(1) }
}
