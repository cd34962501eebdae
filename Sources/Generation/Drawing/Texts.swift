/// Texts that are known to cause errors in programs.
enum TextEdges {
  static let all: [[UInt32]] = [
    "", " ", " a ", "null", "true", "false", "0", "-1", "42", "1e100", "NaN", "\u{0}", "\u{feff}",
    "e\u{301}", "\u{e9}", "\u{1f60d}", "\u{1f44d}\u{1f3fb}", "\u{1f1fa}\u{1f1f8}", "\u{1d400}",
    "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}", "\u{fb00}", "a.b", "a[0]", "/", "\\", "\"",
    "\u{2028}", "\u{130}", "\u{10ffff}", "\n", "\u{7f}", "\u{202e}abc", "2000-02-30", "{}", "[]",
  ].map { (text: String) in text.unicodeScalars.map(\.value) }
}
