import JSONParsing

// Escaping of untrusted text in the formats of reports. Each function first replaces characters
// that must not reach a terminal, where a report may be printed.

/// Returns text for an element or attribute of XML or HTML.
///
/// `displayed` replaces the scalars that XML 1.0 excludes even in escaped form.
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

/// Returns text as code in a paragraph or table cell of GitHub-flavoured Markdown.
///
/// A character that could be markup, a link, a mention or a cell's end becomes a character
/// reference. Unlike a backslash or the backticks of a code span, it is read as text everywhere.
func markdownCode(_ text: String) -> String {
  guard !text.isEmpty else { return "" }
  var result = "<code>"
  var isAfterW = false
  for scalar in displayed(text).unicodeScalars {
    let isLetter = scalar.value > 0x7f || scalar.properties.isAlphabetic
    let isPlain = isLetter || "0123456789 -,;?%=".unicodeScalars.contains(scalar)
    // Dots are common in places, and make a link only after www.
    let isDot = ".(){}$/".unicodeScalars.contains(scalar) && !isAfterW
    if isPlain || isDot {
      result.unicodeScalars.append(scalar)
    } else {
      result += "&#\(scalar.value);"
    }
    // Character references are ignored here, as some renderers do.
    if isPlain || isDot { isAfterW = scalar == "w" || scalar == "W" }
  }
  return result + "</code>"
}

/// Returns the lines of a table in GitHub-flavoured Markdown.
///
/// - Parameter rows: The cells' contents in Markdown.
func markdownTable(_ header: [String], _ rows: [[String]]) -> [String] {
  let rule = String(repeating: "| --- ", count: header.count) + "|"
  let lines = ([header] + rows).map { "| " + $0.joined(separator: " | ") + " |" }
  return [lines[0], rule] + lines.dropFirst()
}

/// Returns lines as a Markdown code block, with a fence that is longer than any in the lines.
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
