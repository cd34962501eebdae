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
    self.init(request: text)
    if scheme.isEmpty { return nil }
  }

  /// - Parameter text: The URL of a request, which may be only a path.
  package init(request text: String) {
    let name = text.utf8.prefix { byte in
      KeyName.isLetter(byte) || KeyName.isDigit(byte) || "+-.".utf8.contains(byte)
    }
    let hasScheme =
      name.first.map(KeyName.isLetter) ?? false
      && text.utf8.dropFirst(name.count).starts(with: "://".utf8)
      && !text.utf8.contains { $0 <= 0x20 }
    var rest = text.utf8[...]
    let take = { (bytes: Substring.UTF8View) in
      rest = rest.dropFirst(bytes.count)
      return String(Substring(bytes))
    }
    scheme = hasScheme ? take(rest.prefix(name.count + 3)) : ""
    let authority = hasScheme ? take(rest.prefix { !"/?#".utf8.contains($0) }) : ""
    host =
      authority.utf8.lastIndex(of: UInt8(ascii: "@")).map {
        String(Substring(authority.utf8[authority.utf8.index(after: $0)...]))
      } ?? authority
    path = take(rest.prefix { !"?#".utf8.contains($0) })
    let query = take(rest.prefix { $0 != UInt8(ascii: "#") })
    self.query = query.isEmpty ? nil : String(Substring(query.utf8.dropFirst()))
    fragment = rest.isEmpty ? nil : String(Substring(rest.dropFirst()))
  }

  /// Returns the URL with other values, and without credentials.
  ///
  /// - Parameters:
  ///   - segments: The replaced path segments of a request; its host stays, because it identifies
  ///     the API.
  ///   - sensitive: The parameters that the contract keeps out of reports.
  package func text(
    by values: ValueRedactor, segments: [String]? = nil, sensitive: Set<MemberName> = []
  ) -> String {
    let path =
      segments.map { (self.path.hasPrefix("/") ? "/" : "") + $0.joined(separator: "/") }
      ?? self.path.split(separator: "/", omittingEmptySubsequences: false)
      .map { values.encoded(String($0)) }.joined(separator: "/")
    return scheme + (segments == nil ? values.host(host) : host) + path
      + (query.map { "?" + values.query($0, sensitive) } ?? "")
      + (fragment.map { "#" + values.query($0) } ?? "")
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
  package func encoded(_ part: String, isSecret: Bool = false) -> String {
    let decoded = RequestURL.decoded(part)
    let replaced = text(decoded, isSecret: isSecret)
    guard decoded != part else { return replaced }
    // Where values are replaced, not even bytes that are not UTF-8 stay.
    return replacesSecretsAlone && !isSecret && replaced == decoded
      ? part : RequestURL.percentEncoded(replaced)
  }

  /// Returns the pairs of a query or form with their names, and with other values.
  ///
  /// - Parameter sensitive: The names of the pairs whose values are replaced completely.
  package func query(_ text: String, _ sensitive: Set<MemberName> = []) -> String {
    text.split(separator: "&", omittingEmptySubsequences: false).map { pair in
      guard let mark = pair.firstIndex(of: "=") else { return encoded(String(pair)) }
      let (written, value) = (String(pair[..<mark]), String(pair[pair.index(after: mark)...]))
      let name = RequestURL.decoded(written)
      let isWord = !replacesSecretsAlone && parameterName(name) == name
      let shownName = isWord ? written : encoded(written)
      guard !CredentialNames.hasCredential(name) else {
        return "\(shownName)=\(Self.credential)"
      }
      let isSensitive =
        sensitive.contains(MemberName(name))
        || name.hasSuffix("[]") && sensitive.contains(MemberName(String(name.dropLast(2))))
      return "\(shownName)=\(encoded(value, isSecret: isSensitive))"
    }.joined(separator: "&")
  }

  /// Returns the replacement of a posted text that is not JSON. A form keeps its names, like a
  /// query. Other texts have no known format.
  package func posted(_ text: String, _ sensitive: Set<MemberName> = []) -> String {
    let isForm = text.contains("=") && !text.contains { $0.isWhitespace || $0 == "<" }
    return isForm ? query(text, sensitive) : notJSON(text)
  }
}
