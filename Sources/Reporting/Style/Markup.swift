import JSONParsing

// Text from outside, made harmless in the formats of reports. All of them first replace what must
// not reach a terminal: a report may be printed there, too.

/// Text inside of an element or attribute of XML or HTML.
///
/// Scalars that XML 1.0 does not have at all, not even escaped, are none that are displayed.
func markup(_ text: String) -> String {
  var result = ""
  for scalar in displayed(text).unicodeScalars {
    switch scalar {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\"": result += "&quot;"
    case "'": result += "&#39;"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}

/// Text as code in a paragraph or a table's cell of GitHub-flavoured Markdown.
///
/// A character that could be markup, a link, a mention or a cell's end is written as a character
/// reference: that is read as text in every place, while a backslash or a code span's backticks are
/// not.
func markdownCode(_ text: String) -> String {
  guard !text.isEmpty else { return "" }
  var result = "<code>"
  var isAfterW = false
  for scalar in displayed(text).unicodeScalars {
    let isLetter = scalar.value > 0x7f || scalar.properties.isAlphabetic
    let isPlain = isLetter || "0123456789 -,;?%=".unicodeScalars.contains(scalar)
    // Colons and dots are common in places, and make links after http and www alone.
    let isDot = ".(){}$/".unicodeScalars.contains(scalar) && !isAfterW
    if isPlain || isDot {
      result.unicodeScalars.append(scalar)
    } else {
      result += "&#\(scalar.value);"
    }
    // What is written as a number counts as nothing, as some renderers have it.
    if isPlain || isDot { isAfterW = scalar == "w" || scalar == "W" }
  }
  return result + "</code>"
}

/// The lines of a table of GitHub-flavoured Markdown.
///
/// - Parameter rows: The cells' contents: Markdown.
func markdownTable(_ header: [String], _ rows: [[String]]) -> [String] {
  let rule = String(repeating: "| --- ", count: header.count) + "|"
  let lines = ([header] + rows).map { "| " + $0.joined(separator: " | ") + " |" }
  return [lines[0], rule] + lines.dropFirst()
}

/// Lines as a block of code in Markdown: behind a fence that is longer than any in them.
func markdownBlock(_ lines: [String]) -> String {
  let lines = lines.map { displayed($0) }
  var (longest, run) = (2, 0)
  for scalar in lines.joined(separator: "\n").unicodeScalars {
    run = scalar == "`" ? run + 1 : 0
    longest = max(longest, run)
  }
  let fence = String(repeating: "`", count: longest + 1)
  return ([fence + "text"] + lines + [fence]).joined(separator: "\n")
}
