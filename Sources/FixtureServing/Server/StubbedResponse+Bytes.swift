import Foundation
import JSONParsing
import MappingEngine

extension StubbedResponse {
  /// Returns a text of the server itself, for people.
  static func text(
    _ text: String, status: Int, headers: NamedTexts = [:]
  ) -> StubbedResponse {
    StubbedResponse(
      Data("\(text)\n".utf8), contentType: "text/plain; charset=utf-8", status: status,
      headers: headers)
  }

  /// Returns the bytes that are sent of the response (RFC 9112).
  ///
  /// - Parameters:
  ///   - isHead: Whether it answers a HEAD, which gets only the headers of the body.
  ///   - keepsAlive: Whether another request may follow; it becomes `false` if the end of the
  ///     connection is part of the response.
  func bytes(isHead: Bool, keepsAlive: inout Bool) -> [UInt8] {
    let hasBody = !isHead && status != 204 && status != 304
    var length = body.count
    var sentCount = body.count
    switch ending {
    case .complete: break
    case .dropped(let count) where hasBody:
      keepsAlive = false
      sentCount = count
      // A body that arrives completely would not look truncated.
      length = max(length, count + 1)
    case .dropped, .failure:
      keepsAlive = false
      return []
    }
    // A test may state a wrong length on purpose.
    let isFramed =
      !(headers.texts(ofHeader: "Content-Length")
      + headers.texts(ofHeader: "Transfer-Encoding")).isEmpty
    if isFramed { keepsAlive = false }
    var lines = ["HTTP/1.1 \(status) \(Self.phrases[status] ?? "")"]
    lines += headers.entries.map { "\($0.name.text): \($0.text)" }
    if !isFramed, status != 204, status != 304 { lines.append("Content-Length: \(length)") }
    if !keepsAlive, headers.first(ofHeader: "Connection") == nil {
      lines.append("Connection: close")
    }
    var bytes: [UInt8] = []
    for line in lines + [""] {
      // A line end in a header would start another header.
      bytes += line.utf8.map { $0 < 0x20 ? 0x20 : $0 } + [0x0D, 0x0A]
    }
    if hasBody { bytes += body.prefix(sentCount) }
    return bytes
  }

  package static let phrases = [
    200: "OK", 201: "Created", 202: "Accepted", 204: "No Content", 301: "Moved Permanently",
    302: "Found", 303: "See Other", 304: "Not Modified", 307: "Temporary Redirect",
    308: "Permanent Redirect", 400: "Bad Request", 401: "Unauthorized", 403: "Forbidden",
    404: "Not Found", 405: "Method Not Allowed", 408: "Request Timeout", 409: "Conflict",
    413: "Content Too Large", 422: "Unprocessable Content", 429: "Too Many Requests",
    431: "Request Header Fields Too Large", 500: "Internal Server Error", 501: "Not Implemented",
    502: "Bad Gateway", 503: "Service Unavailable", 505: "HTTP Version Not Supported",
  ]
}
