public import Foundation
public import JSONParsing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A reason why a load failed, with the request and the response.
public struct LoadError: Error, Sendable {
  /// The way in which a load failed.
  public enum Kind: Equatable, Sendable {
    /// The request was not sent, for the reason given.
    case notSent(StubError)
    /// With the code of the `URLError`: -1, -1005 or -1011, which differ by platform and moment.
    case connectionLost(code: Int)
    /// No response came in time.
    case timedOut
    /// The task was cancelled.
    case cancelled
    /// The session failed.
    case other(URLError)
    /// The contract describes responses of other statuses alone.
    case unexpectedStatus(Int)
    /// The body is of another type than JSON; `nil`, if no header says of which.
    case unexpectedContentType(String?)
    /// The body is no JSON from a place on.
    case notJSON(JSONParseError, at: TextPosition)
    /// The response breaks the contract; each violation in words.
    case refused([String])
    /// The contract describes the error status: all texts of the body's objects.
    case failed(status: Int, messages: [String])
  }

  /// The way in which it failed.
  public let kind: Kind
  /// The method and the URL, or the endpoint of a request that was not sent; without credentials.
  public let asked: String
  /// The response, if one came; of an error that the contract describes, with its objects.
  public let response: LoadedResponse?
  /// The finding, in a line; safe to display.
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
      // What a stub says.
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
  /// The request and the finding, then each violation or note on lines of its own.
  public var description: String {
    (["\(asked): \(message)"] + notes.map { "  \($0)" }).joined(separator: "\n")
  }
}
