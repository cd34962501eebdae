/// A pattern for paths, as `--include` and `--exclude` use it.
///
///     *.json          any file with such a name, at any depth
///     users/*.json    such files in `users`
///     /*.json         such files at the top
///     **/2024/**      everything below a folder `2024`
///
/// `*` matches any characters except slashes, `?` one character, and `**` between slashes any
/// folders. A pattern without a slash before its end is matched against names, as in `.gitignore`.
/// Case counts.
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
    // `a/**` matches everything in `a`, but not `a` itself.
    let needsName = parts.last == .folders
    segments = (isForNames ? [.folders] : []) + parts + (needsName ? [.name(["*"])] : [])
  }

  /// Makes a pattern that starts at the root, or in any folder.
  package init(inAnyFolder pattern: String) {
    self.init(pattern.hasPrefix("/") ? pattern : "**/\(pattern)")
  }

  /// - Parameter path: A relative path, without a slash at either end.
  package func matches(_ path: String) -> Bool {
    wildcardMatch(Self.names(path), segments, wildcard: .folders) { name, segment in
      guard case .name(let pattern) = segment else { return false }
      return wildcardMatch(name, pattern, wildcard: "*") { $1 == "?" || $0 == $1 }
    }
  }

  /// Returns whether the pattern matches the path of a capture, which may be packed: `*.json` also
  /// matches `users.json.gz`.
  package func matchesCapture(at path: String) -> Bool {
    let name = path.withoutPackedEnding
    return matches(path) || name != path && matches(name)
  }

  /// Returns the parts between slashes. The path is split by scalars: a combining mark after a
  /// slash forms another `Character`, but the name is the same.
  private static func names(_ path: String) -> [[Unicode.Scalar]] {
    path.unicodeScalars.split(separator: "/").map(Array.init)
  }
}

/// Returns whether a pattern matches a list; a wildcard matches any sequence of elements.
///
/// It is enough to backtrack to the last wildcard: earlier wildcards can keep their first match.
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

/// A filter for the files of a folder.
struct PathFilter {
  /// The patterns of included files; empty for all files.
  var include: [Glob]
  var exclude: [Glob]
  /// Whether files that mappings of WireMock name are separate inputs.
  var takesBodyFiles = false

  /// Returns whether a file is included, by its path below the folder, unless it is excluded.
  func takes(_ path: @autoclosure () -> String) -> Bool {
    include.isEmpty || Self.matches(path(), include)
  }

  /// Returns whether a file, or a folder with its contents, is excluded.
  func excludes(_ path: @autoclosure () -> String) -> Bool {
    !exclude.isEmpty && Self.matches(path(), exclude)
  }

  private static func matches(_ path: String, _ patterns: [Glob]) -> Bool {
    patterns.contains { $0.matchesCapture(at: path) }
  }
}
