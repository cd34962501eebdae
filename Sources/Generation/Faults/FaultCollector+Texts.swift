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

  /// Texts that mappers stumble over.
  mutating func addTexts() {
    guard string != nil, reads.has(.string, .any) else { return }
    for (variant, label, text) in Self.edges {
      replace(.text, variant, label, with: JSONWriter.text(of: text))
    }
    replace(
      .text, "lone-surrogate", "text with half a surrogate pair", with: "\"\\ud800\"",
      isUnspecified: true)
    // What a server escapes is the same text.
    replace(.text, "escaped", "text \"\\u0061\"", with: "\"\\u0061\"")
    addLengths()
  }

  /// One scalar fewer and more than the line's bounds.
  private mutating func addLengths() {
    for case .length(let range, _) in reads.rules.flatMap(\.constraints).map(\.value) {
      let counts = [range.lower - 1, range.lower, range.upper ?? -1, (range.upper ?? -2) + 1]
      for count in counts where (0...10_000).contains(count) {
        replace(
          .text, "length-\(count)", "text of \(count) characters",
          with: JSONWriter.text(of: String(repeating: "a", count: count)))
      }
    }
  }

  /// Truth as other servers write it.
  private static let truths = ["yes", "N", "TRUE", "t", "1", "0", "2"]

  /// Truth values, addresses, identifiers and data in forms that not every reader takes.
  mutating func addFormats() {
    let isText = string != nil
    for name in ScalarName.allCases where reads.has(name) {
      switch name {
      case .bool: addTruths()
      case .url: if isText { addAddresses() }
      case .uuid: if isText { addIdentifiers() }
      case .data: if isText { addData() }
      // These have classes of faults of their own.
      case .string, .any, .date, .int, .int8, .int16, .int32, .int64, .uint, .uint8, .uint16,
        .uint32, .uint64, .double, .float, .decimal:
        break
      }
    }
  }

  private mutating func addTruths() {
    for text in Self.truths {
      replace(.bool, "text-\(text)", "bool \"\(text)\"", with: JSONWriter.text(of: text))
    }
    replace(.bool, "two", "bool 2", with: "2")
    replace(.bool, "true", "bool true", with: "true")
    replace(.bool, "false", "bool false", with: "false")
  }

  private mutating func addAddresses() {
    let addresses: [(String, String, isUnspecified: Bool)] = [
      ("empty", "", false), ("space", "https://example.com/a b", true),
      ("bar", "https://example.com/a|b", true), ("unicode-host", "https://bücher.example/", true),
      ("escapes", "https://Example.com/A%2Fb%20c?q=a+b#D", false), ("relative", "/a/b.png", false),
      ("word", "a", false),
      ("scheme-relative", "//example.com/a", false),
    ]
    for (variant, address, isUnspecified) in addresses {
      replace(
        .url, variant, "address \"\(address)\"", with: JSONWriter.text(of: address),
        isUnspecified: isUnspecified)
    }
  }

  private mutating func addIdentifiers() {
    let uuid = "A0B1C2D3-E4F5-0000-0000-00000000000A"
    let forms = [
      ("lower", "a0b1c2d3-e4f5-0000-0000-00000000000a"), ("braces", "{\(uuid)}"),
      ("short", String(uuid.dropLast())), ("no-dashes", "A0B1C2D3E4F50000000000000000000A"),
      ("empty", ""),
    ]
    for (variant, text) in forms {
      replace(.uuid, variant, "identifier \"\(text)\"", with: JSONWriter.text(of: text))
    }
  }

  private mutating func addData() {
    let forms = [
      ("empty", ""), ("alphabet", "@@@@"), ("unpadded", "YQ"), ("left-over-bits", "YR=="),
      ("line-break", "YWFh\nYWFh"), ("url-alphabet", "-_-_"), ("standard-alphabet", "+/+/"),
    ]
    for (variant, text) in forms {
      // Foundation takes bits behind the last byte.
      replace(
        .data, variant, "data \"\(displayed(text))\"", with: JSONWriter.text(of: text),
        isUnspecified: variant == "left-over-bits")
    }
  }
}
