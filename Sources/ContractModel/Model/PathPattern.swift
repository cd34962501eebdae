/// The path of an endpoint: `/api/users/:id`.
///
/// A pattern has as many segments as the paths it stands for; a slash at the end is a segment of
/// its own, which a path may have or not. A colon and a name stand for any text in a segment, with
/// `(Int)` after the name for digits only; `\:` stands for a colon, `\(` for a parenthesis.
public struct PathPattern: Hashable, Sendable, CustomStringConvertible {
  /// A part of a segment.
  public enum Part: Hashable, Sendable {
    /// A text that has to be there, decoded.
    case text(String)
    /// A parameter by its name.
    case parameter(String)
    /// A parameter of digits only.
    case number(String)

    /// The name of the parameter that the part is.
    package var parameter: String? {
      switch self {
      case .text: nil
      case .parameter(let name), .number(let name): name
      }
    }
  }

  /// The parts of each text between two slashes. An empty segment has no parts.
  public var segments: [[Part]]

  /// Makes a pattern of segments, each of parts.
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

  /// After a parameter, a parenthesis would be its type's.
  private static func escaped(_ text: String) -> String {
    let escaped = text.split(separator: ":", omittingEmptySubsequences: false)
      .joined(separator: "\\:")
    return escaped.utf8.first == UInt8(ascii: "(") ? "\\" + escaped : escaped
  }

  /// The pattern without its parameters' names: two with one shape stand for the same paths.
  package var shape: [[Part]] {
    segments.map { segment in
      segment.map { part in
        switch part {
        case .text: part
        case .parameter: .parameter("")
        case .number: .number("")
        }
      }
    }
  }
}
