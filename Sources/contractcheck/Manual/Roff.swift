/// Lines of a page for `man`: the macros of man(7), and texts that no macro is in.
struct Roff {
  private(set) var lines: [String] = []

  /// A line with a macro, such as `TP`, and its arguments.
  mutating func macro(_ name: String, _ arguments: String...) {
    let quoted = arguments.map { "\"\(Self.escaped($0))\"" }
    lines.append(([".\(name)"] + quoted).joined(separator: " "))
  }

  /// How long a line of filled text is at most, unless a word is longer.
  private static let width = 80

  /// Text that is filled: where its lines end does not show.
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

  /// Lines that are shown as they are.
  mutating func verbatim(_ text: String) {
    macro("PP")
    macro("nf")
    lines += text.split(separator: "\n", omittingEmptySubsequences: false).map { Self.line($0) }
    macro("fi")
  }

  /// Writes a word or text and, after it, its meaning: a paragraph with its tag.
  mutating func item(_ tag: String, _ text: String) {
    macro("TP")
    macro("B", tag)
    self.text(text)
  }

  /// A point at the start of a line is a control character (a quote is, too, but is escaped
  /// anyway), and a space or nothing would break the text.
  private static func line(_ text: some StringProtocol) -> String {
    let isObeyed = text.isEmpty || text.hasPrefix(".") || text.hasPrefix(" ")
    return isObeyed ? "\\&\(escaped(text))" : escaped(text)
  }

  /// The text with everything that roff reads otherwise than it is written, as its escape.
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
          ? String(scalar) : "\\[u\(String(scalar.value, radix: 16, uppercase: true).padded)]"
      }
    }.joined()
  }
}

extension String {
  /// At least four digits, as roff wants them.
  fileprivate var padded: String { String(repeating: "0", count: max(0, 4 - count)) + self }
}
