/// The syntax that the scanner accepts. It is a generic parameter, so that the strict grammar does
/// not pay for the tolerant one.
protocol JSONGrammar {
  /// Whether comments and trailing commas are skipped.
  static var isTolerant: Bool { get }
}

/// RFC 8259, without extensions.
enum StrictGrammar: JSONGrammar {
  @inline(__always)
  static var isTolerant: Bool { false }
}

/// RFC 8259 with `//` and `/* */` comments and a comma before a closing bracket.
enum TolerantGrammar: JSONGrammar {
  @inline(__always)
  static var isTolerant: Bool { true }
}
