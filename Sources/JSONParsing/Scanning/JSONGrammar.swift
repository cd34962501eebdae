/// Which texts the scanner takes; a generic parameter, so that the strict one pays nothing for the
/// other.
protocol JSONGrammar {
  /// Whether comments and trailing commas are skipped.
  static var isTolerant: Bool { get }
}

/// RFC 8259, no more.
enum StrictGrammar: JSONGrammar {
  @inline(__always)
  static var isTolerant: Bool { false }
}

/// RFC 8259 with `//` and `/* */` comments and a comma before a closing bracket.
enum TolerantGrammar: JSONGrammar {
  @inline(__always)
  static var isTolerant: Bool { true }
}
