/// A path to one value of a document, for programs: `/users/0/name` (RFC 6901).
///
/// A pointer does not distinguish a member's name from an element's index; the value that it is
/// applied to does.
public struct JSONPointer: Hashable, Sendable {
  /// The reference tokens, with `~0` and `~1` resolved; none for the whole document.
  public var tokens: [MemberName]

  /// Makes a pointer of unescaped tokens.
  public init(_ tokens: [MemberName] = []) { self.tokens = tokens }

  /// Parses a pointer in its string form: an empty text, or tokens that each follow a slash.
  ///
  /// - Returns: `nil` if the text does not start with a slash, or a tilde is not followed by 0 or
  ///   1.
  public init?(parsing text: String) {
    guard !text.isEmpty else {
      tokens = []
      return
    }
    // The text is split by scalars: a combining mark after a slash forms another `Character`, but
    // the token is the same.
    let parts = text.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false)
    guard parts[0].isEmpty else { return nil }
    tokens = []
    for part in parts.dropFirst() {
      guard let token = Self.unescaped(part) else { return nil }
      tokens.append(MemberName(token))
    }
  }

  private static func unescaped(_ part: Substring.UnicodeScalarView) -> String? {
    var result = String.UnicodeScalarView()
    var rest = part
    while let scalar = rest.popFirst() {
      guard scalar == "~" else {
        result.append(scalar)
        continue
      }
      switch rest.popFirst() {
      case "0": result.append("~")
      case "1": result.append("/")
      default: return nil
      }
    }
    return String(result)
  }
}

extension JSONPointer: CustomStringConvertible {
  /// The pointer in its string form.
  public var description: String {
    tokens.map { "/" + Self.escaped($0.text) }.joined()
  }

  private static func escaped(_ token: String) -> String {
    var text = token
    let isPlain = text.withUTF8 { bytes in
      for byte in bytes where byte == UInt8(ascii: "~") || byte == ASCII.slash { return false }
      return true
    }
    if isPlain { return token }
    var result = String.UnicodeScalarView()
    for scalar in token.unicodeScalars {
      switch scalar {
      case "~": result.append(contentsOf: "~0".unicodeScalars)
      case "/": result.append(contentsOf: "~1".unicodeScalars)
      default: result.append(scalar)
      }
    }
    return String(result)
  }
}

extension JSONValue {
  /// Returns the value that a pointer leads to.
  ///
  /// - Returns: The value, or `nil` if a step has no member or element. Of duplicate members, the
  ///   last is taken.
  /// - Complexity: O(*d* · *m*), where *d* is the pointer's depth and *m* the maximum number of
  ///   children of a value on the path.
  public func value(at pointer: JSONPointer) -> JSONValue? {
    pointer.tokens.reduce(self as JSONValue?) { $0?.child(at: $1) }
  }

  /// Returns the value that an instance path leads to.
  ///
  /// - Returns: The value, or `nil` if a step has no member or element. Of duplicate members, the
  ///   last is taken.
  public func value(at path: InstancePath) -> JSONValue? {
    path.steps.reduce(self as JSONValue?) { value, step in
      switch step {
      case .member(let name): value?[name.text]
      case .element(let index): value?[index]
      }
    }
  }

  private func child(at token: MemberName) -> JSONValue? {
    kind == .array ? Self.index(token).flatMap { self[$0] } : self[token.text]
  }

  /// Returns the index that a token represents by RFC 6901: digits without leading zeros.
  private static func index(_ token: MemberName) -> Int? {
    let digits = token.text.utf8
    guard digits.allSatisfy(ASCII.isDigit), digits.count == 1 || digits.first != ASCII.zero
    else { return nil }
    return Int(token.text)
  }
}
