/// The path of an endpoint: `/api/users/:id`.
///
/// A pattern has as many segments as the paths that it matches. A slash at the end is a separate
/// segment, which a path need not have. A colon and a name match any text in a segment; with
/// `(Int)` after the name, only digits. `\:` is a colon, `\(` a parenthesis.
public struct PathPattern: Hashable, Sendable, CustomStringConvertible {
  /// A part of a segment.
  public enum Part: Hashable, Sendable {
    /// A literal text, decoded.
    case text(String)
    /// A parameter by its name.
    case parameter(String)
    /// A parameter of digits only.
    case number(String)

    package var parameter: String? {
      switch self {
      case .text: nil
      case .parameter(let name), .number(let name): name
      }
    }
  }

  /// The parts of each segment. An empty segment has no parts.
  public var segments: [[Part]]

  /// Makes a pattern from segments, each a list of parts.
  public init(segments: [[Part]]) { self.segments = segments }

  /// The names of the parameters, in their order.
  public var parameters: [String] { segments.joined().compactMap(\.parameter) }

  public var description: String {
    segments.map { segment in "/" + segment.map(Self.text).joined() }.joined()
  }

  private static func text(_ part: Part) -> String {
    switch part {
    case .text(let text): escaped(text)
    case .parameter(let name): ":\(name)"
    case .number(let name): ":\(name)(Int)"
    }
  }

  /// Escapes colons, and a parenthesis at the start, which after a parameter would begin its type.
  private static func escaped(_ text: String) -> String {
    let escaped = text.split(separator: ":", omittingEmptySubsequences: false)
      .joined(separator: "\\:")
    return escaped.utf8.first == UInt8(ascii: "(") ? "\\" + escaped : escaped
  }

  /// The pattern without the names of its parameters: equal shapes match the same paths.
  package var shape: [[Part]] {
    segments.map { segment in
      segment.map { part in
        switch part {
        // Texts that are canonically equivalent match different paths, so bytes are compared.
        case .text(let text): .text(text.utf8.map { "%\($0)" }.joined())
        case .parameter: .parameter("")
        case .number: .number("")
        }
      }
    }
  }
}
