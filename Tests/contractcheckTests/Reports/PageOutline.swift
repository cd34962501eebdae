/// The structure of an HTML page of the package: tags, strictly read, and the texts between them.
///
/// The page is read like the strictest reader would: a `<` has to start a tag, and an `&` a
/// character reference.
struct PageOutline {
  private(set) var faults: [String] = []
  /// The tags with the names of their attributes, in order: `td class`, `/td`.
  private(set) var tags: [String] = []
  /// The visible text, without scripts and styles.
  private(set) var text = ""
  /// The values of attributes, with their names.
  private(set) var attributes: [(name: String, value: String)] = []
  private(set) var style = ""
  private(set) var script = ""

  private static let void: Set<String> = ["meta", "input", "br", "rect", "link"]

  private let attribute = /\s*\/?([a-zA-Z-]+)(="([^"<>]*)")?/

  init(_ page: String) {
    var rest = page[...]
    var open: [String] = []
    while let start = rest.firstIndex(of: "<") {
      read(text: rest[..<start], in: open.last ?? "")
      guard let end = rest[start...].firstIndex(of: ">") else {
        faults.append("an open tag")
        return
      }
      let tag = rest[rest.index(after: start)..<end]
      rest = rest[rest.index(after: end)...]
      guard !tag.hasPrefix("!DOCTYPE") else { continue }
      let name = read(tag: tag)
      if tag.hasPrefix("/") {
        if open.popLast() != String(tag.dropFirst()) { faults.append("unbalanced \(tag)") }
      } else if !Self.void.contains(name) {
        open.append(name)
        if name == "script" || name == "style", let close = rest.firstRange(of: "</\(name)>") {
          if name == "script" { script += rest[..<close.lowerBound] }
          if name == "style" { style += rest[..<close.lowerBound] }
          rest = rest[close.lowerBound...]
        }
      }
    }
    read(text: rest, in: open.last ?? "")
    if !open.isEmpty { faults.append("not closed: \(open)") }
  }

  private mutating func read(text: Substring, in element: String) {
    if text.contains(">") { faults.append("a bracket in \(text)") }
    self.text += resolved(text)
  }

  /// - Returns: The tag's name.
  private mutating func read(tag: Substring) -> String {
    var words = tag.prefix { $0 != " " && $0 != "/" || tag.first == "/" && $0 == "/" }
    if tag.hasPrefix("/") { words = tag }
    let name = String(words)
    var names: [String] = []
    var rest = tag.dropFirst(name.count)
    while let match = rest.prefixMatch(of: attribute) {
      names.append(String(match.1))
      attributes.append((String(match.1), resolved(match.3 ?? "")))
      rest = rest[match.range.upperBound...]
    }
    if !rest.allSatisfy({ $0 == " " || $0 == "/" }) { faults.append("attributes: \(rest)") }
    tags.append(([name] + names).joined(separator: " "))
    return name
  }

  private mutating func resolved(_ text: Substring) -> String {
    let names = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "#39": "'"]
    var result = ""
    var rest = text
    while let start = rest.firstIndex(of: "&") {
      result += rest[..<start]
      guard let end = rest[start...].firstIndex(of: ";"),
        let value = names[String(rest[rest.index(after: start)..<end])]
      else {
        faults.append("no reference in \(text)")
        return result
      }
      result += value
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }
}
