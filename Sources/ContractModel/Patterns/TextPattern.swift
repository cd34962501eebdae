/// A regular expression that takes linear time: `^[A-Z]{3}-[0-9]+$`.
///
/// The language is the part of ECMA-262's that JSON Schemas use and that needs no backtracking:
/// classes, repeats, groups, alternation and anchors, over Unicode scalars. There is no look-around
/// and no back-reference, and what is not supported is refused with a reason. As in JSON Schema, a
/// pattern is found anywhere in a text unless it is anchored.
///
/// Matching follows every alternative at once (Thompson, “Regular Expression Search Algorithm”,
/// 1968), so its time is at most the product of the text's and the pattern's length.
public struct TextPattern: Equatable, Sendable, CustomStringConvertible {
  /// A part of a pattern, by the texts that it admits.
  public indirect enum Node: Equatable, Sendable {
    /// One scalar of a set.
    case scalar(ScalarSet)
    /// Nodes one after the other.
    case sequence([Node])
    /// One of several nodes, the first that fits.
    case alternatives([Node])
    /// The node so often; without a bound, if `most` is `nil`.
    case repeated(Node, least: Int, most: Int?)
    /// The start of the text (`^`), and its end (`$`).
    case start, end
  }

  /// The pattern without the slashes around it; a slash in it is `\/`, however it was written.
  public let text: String
  /// The pattern taken apart.
  public let tree: Node
  let program: TextPatternProgram

  /// Reads a pattern.
  ///
  /// - Throws: `TextPatternError` at the first character that is wrong or not supported.
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

  /// The pattern with each slash after a backslash, as it has to be between slashes.
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

  /// How many steps are taken to look through one text: what a second allows, whatever the text and
  /// the pattern are. Counted, and not timed: a text is found to be too long everywhere or nowhere.
  package static let mostSteps = 50_000_000

  /// The result of searching a text for a pattern.
  package enum Finding: Sendable {
    case found, absent
    /// The text is too long for the pattern.
    case undecided
  }

  /// Whether a text has a part that the pattern describes; `false` also of one that is too long to
  /// tell, which `finding(in:)` tells apart.
  ///
  /// - Complexity: O(*n* · *m*), where *n* and *m* are the lengths of the text and of the pattern,
  ///   its bounded repeats written out.
  public func matches(_ text: String) -> Bool { finding(in: text) == .found }

  /// Looks for a part of a text that the pattern describes.
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
  /// Where, in Unicode scalars from the pattern's start.
  public let range: Range<Int>

  init(_ description: String, _ range: Range<Int>) {
    self.description = description
    self.range = range
  }
}
