import JSONParsing

/// Lines of a manual page: the macros of man(7), and texts without macros.
struct Roff {
  private(set) var lines: [String] = []

  /// Adds a line with a macro, such as `TP`, and its arguments.
  mutating func macro(_ name: String, _ arguments: String...) {
    let quoted = arguments.map { "\"\(Self.escaped($0))\"" }
    lines.append(([".\(name)"] + quoted).joined(separator: " "))
  }

  /// The maximum length of a line of filled text, unless a word is longer.
  private static let width = 80

  /// Adds filled text, whose line ends have no effect.
  mutating func text(_ text: String) {
    var line = ""
    for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      let escaped = Self.escaped(word)
      if !line.isEmpty, line.utf8.count + escaped.utf8.count >= Self.width {
        lines.append(line)
        line = ""
      }
      line += line.isEmpty ? Self.line(word) : " " + escaped
    }
    if !line.isEmpty { lines.append(line) }
  }

  /// Adds lines that are shown unchanged.
  mutating func verbatim(_ text: String) {
    macro("PP")
    macro("nf")
    lines += text.split(separator: "\n", omittingEmptySubsequences: false).map { Self.line($0) }
    macro("fi")
  }

  /// Adds a word or text followed by its meaning: a paragraph with its tag.
  mutating func item(_ tag: String, _ text: String) {
    macro("TP")
    macro("B", tag)
    self.text(text)
  }

  /// Escapes the start of a line: a point is a control character there (a quote is, too, but is
  /// escaped anyway), and a space or an empty line would break the text.
  private static func line(_ text: some StringProtocol) -> String {
    let isObeyed = text.isEmpty || text.hasPrefix(".") || text.hasPrefix(" ")
    return isObeyed ? "\\&\(escaped(text))" : escaped(text)
  }

  /// Returns the text with an escape for everything that roff would interpret.
  private static func escaped(_ text: some StringProtocol) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "\\": "\\e"
      case "-": "\\-"
      case "\"": "\\(dq"
      case "'": "\\(aq"
      case "`": "\\(ga"
      case "^": "\\(ha"
      case "~": "\\(ti"
      default:
        scalar.isASCII
          ? String(scalar) : "\\[u\(hexadecimal(scalar.value, digits: 4))]"
      }
    }.joined()
  }
}
