import ContractModel
import JSONParsing

extension FaultCollector {
  private static let edges: [(variant: String, label: String, text: String)] = [
    ("empty", "empty text", ""), ("blank", "text \" \"", " "), ("padded", "text \" a \"", " a "),
    ("digits", "text \"42\"", "42"), ("bool", "text \"true\"", "true"),
    ("null", "text \"null\"", "null"), ("nul", "text with U+0000", "a\u{0}b"),
    ("nfc", "text in NFC", "\u{E9}"), ("nfd", "text in NFD", "e\u{301}"),
    ("non-bmp", "text with U+1F600", "\u{1F600}"),
    ("zwj", "text joined by U+200D", "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}"),
    ("long", "text of 300 characters", String(repeating: "a", count: 300)),
  ]

  /// Adds texts that often cause errors in mappers.
  mutating func addTexts() {
    guard string != nil, reads.has(.string, .any) else { return }
    for (variant, label, text) in Self.edges {
      replace(.text, variant, label, with: JSONWriter.text(of: text))
    }
    replace(
      .text, "lone-surrogate", "text with half a surrogate pair", with: "\"\\ud800\"",
      isUnspecified: true)
    // An escaped text is the same text.
    replace(.text, "escaped", "text \"\\u0061\"", with: "\"\\u0061\"")
    addLengths()
  }

  /// Adds texts with lengths at the line's bounds, and one beyond them.
  private mutating func addLengths() {
    for case .length(let range, _) in reads.constraints {
      let counts = [range.lower - 1, range.lower, range.upper ?? -1, (range.upper ?? -2) + 1]
      for count in counts where (0...10_000).contains(count) {
        replace(
          .text, "length-\(count)", "text of \(count) characters",
          with: JSONWriter.text(of: String(repeating: "a", count: count)))
      }
    }
  }

  /// Adds Booleans, URLs, UUIDs and data in forms that not every reader accepts.
  mutating func addFormats() {
    let isText = string != nil
    for name in ScalarName.allCases where reads.has(name) {
      switch name.family {
      case .bool: addTruths()
      case .form(let form):
        if isText { replace(form.fault.class, form.fault.noun, withEach: form.variants) }
      // These have fault classes of their own.
      case .string, .any, .date, .number: break
      }
    }
  }

  private mutating func addTruths() {
    // The spellings of other servers.
    let texts = ["yes", "N", "TRUE", "t", "1", "0", "2"]
    replace(.bool, "bool", withEach: texts.map { ("text-\($0)", $0, false) })
    for (variant, text) in [("two", "2"), ("true", "true"), ("false", "false")] {
      replace(.bool, variant, "bool \(text)", with: text)
    }
  }
}
