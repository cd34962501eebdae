/// A pattern for paths, as `--include` and `--exclude` take it.
///
///     *.json          any file with such a name, however deep
///     users/*.json    those in `users`
///     /*.json         those at the top
///     **/2024/**      all below a folder `2024`
///
/// `*` stands for any characters but slashes, `?` for one, and `**` between slashes for any folders.
/// A pattern without a slash before its end is one for names, as in `.gitignore`. Case counts.
package struct Glob: Hashable, Sendable {
  private enum Segment: Hashable, Sendable {
    /// `**`: any number of names.
    case folders
    /// A name's characters.
    case name([Unicode.Scalar])
  }

  private let segments: [Segment]

  package init(_ pattern: String) {
    let parts = Self.names(pattern).map { $0 == ["*", "*"] ? Segment.folders : .name($0) }
    let isForNames = parts.count == 1 && pattern.unicodeScalars.first != "/"
    // `a/**` is what is in `a`, not `a`.
    let needsName = parts.last == .folders
    segments = (isForNames ? [.folders] : []) + parts + (needsName ? [.name(["*"])] : [])
  }

  /// A pattern that starts at the root, or in any folder.
  package init(inAnyFolder pattern: String) {
    self.init(pattern.hasPrefix("/") ? pattern : "**/\(pattern)")
  }

  /// - Parameter path: Relative, without a slash at either end.
  package func matches(_ path: String) -> Bool {
    wildcardMatch(Self.names(path), segments, wildcard: .folders) { name, segment in
      guard case .name(let pattern) = segment else { return false }
      return wildcardMatch(name, pattern, wildcard: "*") { $1 == "?" || $0 == $1 }
    }
  }

  /// Whether the pattern matches the path of a capture, which may be packed: `*.json` matches
  /// `users.json.gz` too.
  package func matchesCapture(at path: String) -> Bool {
    let name = path.withoutPackedEnding
    return matches(path) || name != path && matches(name)
  }

  /// The parts between slashes. Split at scalars: a combining mark after a slash makes another
  /// `Character` of it, but not another name.
  private static func names(_ path: String) -> [[Unicode.Scalar]] {
    path.unicodeScalars.split(separator: "/").map(Array.init)
  }
}

/// Returns whether a pattern covers a list, where a wildcard covers any run of elements.
///
/// It is enough to go back to the last wildcard: what the ones before it cover is settled by the
/// first way that leads to it.
///
/// - Complexity: O(*n* · *m*) for *n* elements and *m* parts.
private func wildcardMatch<Element, Part: Equatable>(
  _ list: [Element], _ pattern: [Part], wildcard: Part, _ covers: (Element, Part) -> Bool
) -> Bool {
  var (element, part) = (0, 0)
  var retry: (element: Int, part: Int)?
  while element < list.count {
    if part < pattern.count, pattern[part] == wildcard {
      retry = (element, part)
      part += 1
    } else if part < pattern.count, covers(list[element], pattern[part]) {
      (element, part) = (element + 1, part + 1)
    } else if let last = retry {
      retry = (last.element + 1, last.part)
      (element, part) = (last.element + 1, last.part + 1)
    } else {
      return false
    }
  }
  return pattern[part...].allSatisfy { $0 == wildcard }
}

/// Which files of a folder are taken.
struct PathFilter {
  /// None: all.
  var include: [Glob]
  var exclude: [Glob]
  /// Whether files that mappings of WireMock name are taken.
  var takesBodyFiles = false

  /// Whether a file is taken that is not left out, by its path below the folder.
  func takes(_ path: @autoclosure () -> String) -> Bool {
    include.isEmpty || Self.matches(path(), include)
  }

  /// Whether a file, or a folder with all that is in it, is left out.
  func excludes(_ path: @autoclosure () -> String) -> Bool {
    !exclude.isEmpty && Self.matches(path(), exclude)
  }

  private static func matches(_ path: String, _ patterns: [Glob]) -> Bool {
    patterns.contains { $0.matchesCapture(at: path) }
  }
}
