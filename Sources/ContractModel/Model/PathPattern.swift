/// The path of an endpoint: `/api/users/:id`.
///
/// A pattern has as many segments as the paths it stands for; a slash at the end is a segment of
/// its own. A colon and a name stand for any text in a segment, `\:` for a colon.
public struct PathPattern: Hashable, Sendable, CustomStringConvertible {
  public enum Part: Hashable, Sendable {
    case text(String)
    case parameter(String)
  }

  /// What stands between the slashes. An empty segment has no parts.
  public var segments: [[Part]]

  public init(segments: [[Part]]) { self.segments = segments }

  public var parameters: [String] {
    segments.joined().compactMap { part in
      if case .parameter(let name) = part { name } else { nil }
    }
  }

  public var description: String {
    segments.map { segment in "/" + segment.map(Self.text).joined() }.joined()
  }

  private static func text(_ part: Part) -> String {
    switch part {
    case .text(let text):
      text.split(separator: ":", omittingEmptySubsequences: false).joined(separator: "\\:")
    case .parameter(let name): ":\(name)"
    }
  }

  /// The pattern without its parameters' names: two with one shape stand for the same paths.
  package var shape: [[Part]] {
    segments.map { segment in
      segment.map { part in
        if case .parameter = part { .parameter("") } else { part }
      }
    }
  }
}
