package import JSONParsing
import MappingEngine

/// The parts of a URL: `https://user:secret@host:80/path?query#fragment`. The URL of a request may
/// be only a path.
package struct RedactedURL {
  /// The scheme with its separator: `https://`; empty for a path alone.
  private let scheme: String
  /// The host without user and password.
  private let host: String
  package let path: String
  private let query: String?
  private let fragment: String?

  /// - Returns: `nil` if the text has no scheme with `://` after it.
  package init?(_ text: String) {
    guard text.utf8.contains(UInt8(ascii: ":")) else { return nil }
    let scheme = text.utf8.prefix { byte in
      KeyName.isLetter(byte) || KeyName.isDigit(byte) || "+-.".utf8.contains(byte)
    }
    guard let first = scheme.first, KeyName.isLetter(first),
      text.utf8.dropFirst(scheme.count).starts(with: "://".utf8),
      !text.utf8.contains(where: { $0 <= 0x20 })
    else { return nil }
    let rest = text.utf8.dropFirst(scheme.count + 3)
    let authority = rest.prefix { !"/?#".utf8.contains($0) }
    let start = authority.lastIndex(of: UInt8(ascii: "@")).map { authority.index(after: $0) }
    self.init(
      scheme: String(Substring(scheme)) + "://",
      host: String(Substring(authority[(start ?? authority.startIndex)...])),
      String(Substring(rest.dropFirst(authority.count))))
  }

  /// - Parameter text: The URL of a request, which may be only a path.
  package init(request text: String) {
    self = RedactedURL(text) ?? RedactedURL(scheme: "", host: "", text)
  }

  private init(scheme: String, host: String, _ rest: String) {
    (self.scheme, self.host) = (scheme, host)
    let parts = rest.utf8.prefix { $0 != UInt8(ascii: "#") }
    let path = parts.prefix { $0 != UInt8(ascii: "?") }
    self.path = String(Substring(path))
    let query = parts.dropFirst(path.count)
    self.query = query.isEmpty ? nil : String(Substring(query.dropFirst()))
    let fragment = rest.utf8.dropFirst(parts.count)
    self.fragment = fragment.isEmpty ? nil : String(Substring(fragment.dropFirst()))
  }

  /// Returns the URL with other values, and without credentials.
  ///
  /// - Parameters:
  ///   - stays: Whether everything else stays.
  ///   - segments: The replaced path segments of a request; its host stays, because it identifies
  ///     the API.
  ///   - sensitive: The parameters that the contract keeps out of reports.
  package func text(
    by values: ValueRedactor, stays: Bool = false, segments: [String]? = nil,
    sensitive: Set<MemberName> = []
  ) -> String {
    let path =
      segments.map { (self.path.hasPrefix("/") ? "/" : "") + $0.joined(separator: "/") }
      ?? self.path.split(separator: "/", omittingEmptySubsequences: false)
      .map { values.encoded(String($0), stays: stays) }.joined(separator: "/")
    let host = stays || segments != nil ? host : values.host(host)
    return scheme + host + path
      + (query.map { "?" + values.query($0, stays: stays, sensitive) } ?? "")
      + (fragment.map { "#" + values.query($0, stays: stays) } ?? "")
  }
}

extension ValueRedactor {
  /// Returns the replacement of a host; the last of several labels, `localhost` and the port stay.
  fileprivate func host(_ host: String) -> String {
    // An IPv6 address stands in brackets.
    let name = host.hasPrefix("[") ? host.prefix { $0 != "]" } : host.prefix { $0 != ":" }
    guard let dot = name.lastIndex(of: ".") else {
      return (name == "localhost" ? "localhost" : scalar(String(name))) + host[name.endIndex...]
    }
    guard !name[dot...].utf8.dropFirst().allSatisfy(KeyName.isDigit) else {
      return scalar(String(name)) + host[name.endIndex...]
    }
    return name[..<dot].split(separator: ".", omittingEmptySubsequences: false)
      .map { scalar(String($0)) }.joined(separator: ".") + host[dot...]
  }

  /// Returns the replacement of a part of a URL, which may be percent-encoded.
  package func encoded(_ part: String, stays: Bool = false) -> String {
    let decoded = RequestURL.decoded(part)
    let replaced = text(decoded, stays: stays)
    guard decoded != part else { return replaced }
    // Otherwise, not even bytes that are not UTF-8 stay.
    return stays && replaced == decoded ? part : RequestURL.percentEncoded(replaced)
  }

  /// Returns the pairs of a query or form with their names, and with other values.
  ///
  /// - Parameter sensitive: The names of the pairs whose values are replaced completely.
  package func query(
    _ text: String, stays: Bool = false, _ sensitive: Set<MemberName> = []
  ) -> String {
    text.split(separator: "&", omittingEmptySubsequences: false).map { pair in
      guard let mark = pair.firstIndex(of: "=") else {
        return encoded(String(pair), stays: stays)
      }
      let name = RequestURL.decoded(String(pair[..<mark]))
      let value = String(pair[pair.index(after: mark)...])
      let isShown = stays || parameterName(name) == name
      let shownName = encoded(String(pair[..<mark]), stays: isShown)
      guard !CredentialNames.hasCredential(name) else {
        return "\(shownName)=\(Self.credential)"
      }
      let isSensitive =
        sensitive.contains(MemberName(name))
        || name.hasSuffix("[]") && sensitive.contains(MemberName(String(name.dropLast(2))))
      return "\(shownName)=\(encoded(value, stays: stays && !isSensitive))"
    }.joined(separator: "&")
  }

  /// Returns the replacement of a posted text that is not JSON. A form keeps its names, like a
  /// query. Other texts have no known format.
  package func posted(
    _ text: String, stays: Bool = false, _ sensitive: Set<MemberName> = []
  ) -> String {
    let isForm = text.contains("=") && !text.contains { $0.isWhitespace || $0 == "<" }
    return isForm ? query(text, stays: stays, sensitive) : notJSON(text)
  }
}
