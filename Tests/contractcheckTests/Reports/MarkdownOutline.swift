/// The structure of the package's Markdown, if every text in it stays a text.
///
/// It recognizes the parts of GitHub-flavoured Markdown that could change a page: raw HTML, tables
/// by their bars, fences, and character references. Everything else in a line is in `<code>`, where
/// no character may have a meaning in Markdown.
struct MarkdownOutline {
  private(set) var faults: [String] = []
  /// The lines, with `C` for the content of `<code>`, `N` for numbers, and without the lines of
  /// fences.
  private(set) var lines: [String] = []

  private static let markup = Set("\\`*_[]<>#|~@!\"'")

  init(_ text: String) {
    var fence: Substring?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if let open = fence {
        if line.drop(while: { $0 == " " }).prefix(while: { $0 == "`" }).count >= open.count {
          if line != open { faults.append("a fence is closed by \(line)") }
          fence = nil
          lines.append("fence")
        }
      } else if line.hasPrefix("```") {
        fence = line.prefix { $0 == "`" }
        lines.append("fence")
      } else {
        lines.append(outline(line))
      }
    }
    if fence != nil { faults.append("a fence is open") }
  }

  private mutating func outline(_ line: Substring) -> String {
    var result = ""
    var rest = line
    while let start = rest.firstRange(of: "<code>") {
      result += rest[..<start.lowerBound] + "C"
      guard let end = rest[start.upperBound...].firstRange(of: "</code>") else {
        faults.append("an open <code>")
        return result
      }
      check(rest[start.upperBound..<end.lowerBound])
      rest = rest[end.upperBound...]
    }
    return (result + rest).replacing(/[0-9]+/, with: "N")
  }

  private mutating func check(_ code: Substring) {
    let bare = code.replacing(/&#[0-9]+;/, with: "")
    if bare.contains(where: { Self.markup.contains($0) }) || bare.contains("&") {
      faults.append("markup in \(code)")
    }
    if bare.contains("www.") || bare.contains("://") { faults.append("a link in \(code)") }
  }
}
