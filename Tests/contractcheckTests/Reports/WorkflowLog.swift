/// The commands that a GitHub runner reads in a step's output, according to its `ActionCommand`:
/// lines that start with `::` after white space, and the older `##[` anywhere.
struct WorkflowLog {
  struct Command: Equatable {
    var name: String
    var properties: [String: String]
    var message: String
  }

  private(set) var commands: [Command] = []

  init(_ text: String) {
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      let line = line.drop(while: \.isWhitespace)
      if line.hasPrefix("::") { note(line.dropFirst(2)) }
      if !line.hasPrefix("::"), line.contains("##[") {
        commands.append(Command(name: "##", properties: [:], message: String(line)))
      }
    }
  }

  private mutating func note(_ line: Substring) {
    guard let end = line.firstRange(of: "::") else { return }
    let head = line[..<end.lowerBound].split(separator: " ", maxSplits: 1)
    var properties: [String: String] = [:]
    for pair in (head.count > 1 ? head[1] : "").split(separator: ",") {
      let parts = pair.split(separator: "=", maxSplits: 1)
      if parts.count == 2 { properties[String(parts[0])] = Self.resolved(String(parts[1])) }
    }
    commands.append(
      Command(
        name: head.first.map { String($0) } ?? "", properties: properties,
        message: Self.resolved(String(line[end.upperBound...]))))
  }

  private static func resolved(_ text: String) -> String {
    text.replacing("%0D", with: "\r").replacing("%0A", with: "\n").replacing("%3A", with: ":")
      .replacing("%2C", with: ",").replacing("%25", with: "%")
  }
}
