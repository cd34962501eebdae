/// A regular expression with linear-time matching: `^[A-Z]{3}-[0-9]+$`.
///
/// The language is the part of ECMA-262's that JSON Schemas use and that needs no backtracking:
/// classes, repeats, groups, alternation and anchors, over Unicode scalars. There is no look-around
/// and no back-reference; unsupported syntax is rejected with a reason. As in JSON Schema, a
/// pattern matches anywhere in a text unless it is anchored.
///
/// Matching follows all alternatives at once (Thompson, “Regular Expression Search Algorithm”,
/// 1968), so its time is at most proportional to the product of the lengths of the text and the
/// pattern.
public struct TextPattern: Equatable, Sendable, CustomStringConvertible {
  /// A part of a pattern.
  public indirect enum Node: Equatable, Sendable {
    /// One scalar of a set.
    case scalar(ScalarSet)
    /// Nodes in sequence.
    case sequence([Node])
    /// One of several nodes, the first that matches.
    case alternatives([Node])
    /// A repeated node; without an upper bound, if `most` is `nil`.
    case repeated(Node, least: Int, most: Int?)
    /// The start of the text (`^`), and its end (`$`).
    case start, end
  }

  /// The pattern without the slashes around it; a slash in it is always written `\/`.
  public let text: String
  /// The syntax tree of the pattern.
  public let tree: Node
  let program: TextPatternProgram

  /// Parses a pattern.
  ///
  /// - Throws: `TextPatternError` at the first invalid or unsupported character.
  public init(_ text: String) throws(TextPatternError) {
    var parser = TextPatternParser(text)
    let tree = try parser.pattern()
    guard let program = TextPatternProgram(tree) else {
      throw TextPatternError(
        "the pattern is too large: with its repeats written out it has more than "
          + "\(TextPatternProgram.largestInstructionCount) steps",
        0..<text.unicodeScalars.count)
    }
    (self.text, self.tree, self.program) = (Self.escapingSlashes(text), tree, program)
  }

  /// Returns the pattern with all slashes escaped, as required between slashes.
  private static func escapingSlashes(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in text.unicodeScalars {
      if scalar == "/", !isEscaped { result.append("\\") }
      isEscaped = scalar == "\\" && !isEscaped
      result.append(scalar)
    }
    return String(result)
  }

  /// The maximum number of steps for one text: about a second's work, whatever the text and the
  /// pattern. Steps are counted, not timed, so that a text is too long on all machines or on none.
  package static let mostSteps = 50_000_000

  package enum Finding: Sendable {
    case found, absent
    /// The step limit was reached: the text is too long for the pattern.
    case undecided
  }

  /// Returns whether the pattern matches a part of the text. It also returns `false` for a text
  /// that is too long; `finding(in:)` distinguishes this case.
  ///
  /// - Complexity: O(*n* · *m*), where *n* and *m* are the lengths of the text and of the pattern,
  ///   with bounded repeats expanded.
  public func matches(_ text: String) -> Bool { finding(in: text) == .found }

  package func finding(in text: String, stepLimit: Int = mostSteps) -> Finding {
    program.finding(in: text.unicodeScalars, limit: stepLimit)
  }

  public var description: String { "/\(text)/" }

  public static func == (left: TextPattern, right: TextPattern) -> Bool {
    left.tree == right.tree && left.text.utf8.elementsEqual(right.text.utf8)
  }
}

/// A reason why a text is not a pattern.
public struct TextPatternError: Error, Equatable, Sendable, CustomStringConvertible {
  public let description: String
  /// The range in Unicode scalars from the pattern's start.
  public let range: Range<Int>

  init(_ description: String, _ range: Range<Int>) {
    (self.description, self.range) = (description, range)
  }
}
