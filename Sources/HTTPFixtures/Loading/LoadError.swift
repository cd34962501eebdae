public import Foundation
public import JSONParsing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A reason why a load failed, with the request and the response.
public struct LoadError: Error, Sendable {
  /// The kind of a failure.
  public enum Kind: Equatable, Sendable {
    /// The request was not sent, for the reason given.
    case notSent(StubError)
    /// The connection was lost. The code of the `URLError` is -1, -1005 or -1011, which depends on
    /// the platform and the moment.
    case connectionLost(code: Int)
    /// No response came before the timeout.
    case timedOut
    /// The task was cancelled.
    case cancelled
    /// The session failed.
    case other(URLError)
    /// The contract describes only responses with other statuses.
    case unexpectedStatus(Int)
    /// The body has another type than JSON; `nil` if no header states the type.
    case unexpectedContentType(String?)
    /// The body cannot be parsed; the position is that of the error.
    case notJSON(JSONParseError, at: TextPosition)
    /// The response breaks the contract, with a message for each violation.
    case refused([String])
    /// The contract describes the error status; the messages are all texts of the body's objects.
    case failed(status: Int, messages: [String])
  }

  /// The kind of the failure.
  public let kind: Kind
  /// The method and the URL, or the endpoint of a request that was not sent, without credentials.
  public let asked: String
  /// The response, if there is one, with its objects if the contract describes the error.
  public let response: LoadedResponse?
  /// The failure, in a line that is safe to display.
  let message: String
  private let notes: [String]

  init(
    _ kind: Kind, asked: String, _ message: String, notes: [String] = [],
    response: LoadedResponse? = nil
  ) {
    (self.kind, self.asked, self.response) = (kind, asked, response)
    (self.message, self.notes) = (message, notes)
  }

  init(notSent error: StubError, asked: String) {
    self.init(
      .notSent(error), asked: asked, "not sent: \(error.message)", notes: error.notes)
  }

  init(_ error: URLError, asked: String) {
    let name = "URLError \(error.code.rawValue)"
    switch error.code.rawValue {
    case -1, -1005, -1011:
      self.init(
        .connectionLost(code: error.code.rawValue), asked: asked,
        "the connection was lost (\(name))")
    case -1001: self.init(.timedOut, asked: asked, "no response in time (\(name))")
    case -999: self.init(.cancelled, asked: asked, "cancelled")
    case -1008:
      // The text of a stub's error.
      let lines = error.localizedDescription.split(separator: "\n").map { displayed($0) }
      self.init(
        .other(error), asked: asked, lines.first ?? name,
        notes: lines.dropFirst().map { String($0.trimmingPrefix("  ")) })
    default:
      let words = Self.words[error.code.rawValue] ?? "it failed"
      self.init(.other(error), asked: asked, "\(words) (\(name))")
    }
  }

  private static let words = [
    -1002: "the URL cannot be loaded", -1003: "the host is not found",
    -1004: "the host cannot be reached", -1006: "the host is not found",
    -1007: "there are too many redirects", -1009: "there is no connection to the internet",
    -1200: "there is no secure connection", -1202: "the host's certificate is not trusted",
  ]
}

extension LoadError: CustomStringConvertible {
  /// The request and the failure, then each violation or note on lines of its own.
  public var description: String {
    (["\(asked): \(message)"] + notes.map { "  \($0)" }).joined(separator: "\n")
  }
}
