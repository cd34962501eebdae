import JSONParsing

/// The text of a drafted contract, with the evidence of each line as a comment at its end.
package struct DraftText {
  /// The comments above the contract.
  package var remarks: [String]
  package var host: String?
  package var basePath: String?
  package var endpoints: [DraftedEndpoint]
  package var requests: [DraftedRequest]
  package var mappings: [DraftedMapping]

  package init(
    remarks: [String], host: String? = nil, basePath: String? = nil,
    endpoints: [DraftedEndpoint] = [], requests: [DraftedRequest] = [], mappings: [DraftedMapping]
  ) {
    (self.remarks, self.host, self.basePath) = (remarks, host, basePath)
    (self.endpoints, self.requests, self.mappings) = (endpoints, requests, mappings)
  }

  /// The minimum column of comments.
  private static let commentColumn = 62
  private static let (widestSelector, widestSource) = (52, 30)
  /// The maximum width of a case on one line.
  private static let widestCase = 110

  package var text: String {
    var lines = remarks.map { "// " + $0 } + ["{", "  \"contract\": 1,"]
    if let host { lines.append("  \"host\": \(Self.json(host)),") }
    if let basePath { lines.append("  \"basePath\": \(Self.json(basePath)),") }
    if !requests.isEmpty {
      lines += ["  \"requests\": {"] + requests.flatMap(Self.rows) + ["  },"]
    }
    if !endpoints.isEmpty {
      lines += ["  \"endpoints\": {"] + endpointRows + ["  },"]
    }
    lines += ["  \"mappings\": {"] + mappingRows + ["  },", "}", ""]
    return lines.joined(separator: "\n")
  }

  // MARK: - Endpoints

  /// The lines of all endpoints.
  package var endpointRows: [String] {
    let widest = endpoints.map { Self.json($0.selector).unicodeScalars.count }.max() ?? 0
    let width = min(Self.widestSelector, widest)
    return endpoints.map { endpoint in
      let start = Self.padded(Self.json(endpoint.selector) + ":", width + 2)
      let note = endpoint.note.isEmpty ? "" : "  // " + endpoint.note
      return (endpoint.isCommentedOut ? "    // " : "    ") + start
        + Self.json(endpoint.value) + "," + note
    }
  }

  /// Returns the lines of a request, which is on one line if it is short.
  private static func rows(_ request: DraftedRequest) -> [String] {
    let members = request.members.map { "\(json($0.word)): \(json($0.value))" }
    let start = "    \(json(request.selector)): {"
    let short = start + (members.isEmpty ? "}," : " \(members.joined(separator: ", ")) },")
    let hasNotes = request.members.contains { member in
      if case .lines(let lines) = member.value {
        lines.contains { !$0.notes.isEmpty }
      } else {
        false
      }
    }
    if short.unicodeScalars.count <= widestCase, !hasNotes { return [short] }
    let rows = request.members.flatMap { word, value -> [String] in
      guard case .lines(let lines) = value else { return ["      \(json(word)): \(json(value)),"] }
      return ["      \(json(word)): {"] + Self.rows(lines, indent: 8) + ["      },"]
    }
    return [start] + rows + ["    },"]
  }

  private static func json(_ value: DraftedEndpoint.Value) -> String {
    switch value {
    case .nothing: "null"
    case .type(let type): json(type)
    case .lines(let lines): object(lines)
    }
  }

  /// Returns the JSON of a line; the long form is JSON already.
  private static func json(line: String) -> String { line.hasPrefix("{") ? line : json(line) }

  /// Returns an object such as `{ "id": "Int", "name": "String" }`.
  private static func object(_ lines: [DraftedLine]) -> String {
    let members = lines.map { "\(json($0.source)): \(json(line: $0.type))" }
    return members.isEmpty ? "{}" : "{ " + members.joined(separator: ", ") + " }"
  }

  // MARK: - Mappings

  /// The lines of all mappings.
  package var mappingRows: [String] { mappings.flatMap { Self.lines(of: $0) } }

  private static func lines(of mapping: DraftedMapping) -> [String] {
    let note = mapping.note.isEmpty ? "" : "  // " + mapping.note
    var lines = ["    \(json(mapping.name)): {\(note)"]
    if let base = mapping.base { lines.append("      \"extends\": \(json(base)),") }
    if let type = mapping.typeName { lines.append("      \"type\": \(json(type)),") }
    if let style = mapping.keyStyle { lines.append("      \"keys\": \(json(style)),") }
    if let policy = mapping.unknownKeys { lines.append("      \"unknownKeys\": \(json(policy)),") }
    if let identity = mapping.identity { lines.append(line(of: identity)) }
    if !mapping.lines.isEmpty {
      lines.append("      \"map\": {")
      lines += rows(mapping.lines, indent: 8)
      lines.append("      },")
    }
    return lines + (mapping.dispatch.map { Self.lines(of: $0) } ?? []) + ["    },"]
  }

  private static func lines(of dispatch: DraftedSwitch) -> [String] {
    var lines = ["      \"switch\": \(json(PathEscape.escaped(dispatch.tag))),"]
    let names = dispatch.cases.compactMap { value, use in
      if case .mapping(let name) = use { "\(json(value.text)): \(json(name))" } else { nil }
    }
    if names.count == dispatch.cases.count {
      lines.append("      \"cases\": { \(names.joined(separator: ", ")) },")
    } else {
      lines += ["      \"cases\": {"] + dispatch.cases.flatMap(rows) + ["      },"]
    }
    if let other = dispatch.other { lines.append("      \"else\": \(json(other)),") }
    return lines
  }

  /// Returns the lines of a case, which is on one line if it is short.
  private static func rows(_ value: MemberName, _ use: DraftedSwitch.Use) -> [String] {
    let short = "        \(json(value.text)): \(json(use)),"
    guard case .lines(let own) = use else { return [short] }
    let hasNotes = own.contains { !$0.notes.isEmpty }
    if short.unicodeScalars.count <= widestCase, !hasNotes { return [short] }
    return ["        \(json(value.text)): {"] + rows(own, indent: 10) + ["        },"]
  }

  private static func json(_ use: DraftedSwitch.Use) -> String {
    switch use {
    case .mapping(let name): json(name)
    case .lines(let lines): object(lines)
    }
  }

  private static func line(of identity: DraftedIdentity) -> String {
    let member = "\"identifiedBy\": \(json(identity.property))"
    return identity.conflictCount == 0
      ? "      \(member),"
      : "      // \(member), but in \(counted(identity.conflictCount, "place"))"
        + " one payload says two things of one"
  }

  /// Returns the lines one below the other, with their types and comments in columns.
  package static func rows(_ lines: [DraftedLine], indent: Int) -> [String] {
    let widest = lines.map { json($0.source).unicodeScalars.count }.max() ?? 0
    let width = min(widestSource, widest)
    return lines.map { line in
      let row =
        String(repeating: " ", count: indent) + padded(json(line.source) + ":", width + 2)
        + json(line: line.type) + ","
      guard !line.notes.isEmpty else { return row }
      return padded(row, max(row.unicodeScalars.count + 2, commentColumn))
        + "// " + line.notes.joined(separator: "; ")
    }
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    let count = text.unicodeScalars.count
    return text + String(repeating: " ", count: max(count == 0 ? 0 : 1, width - count))
  }

  package static func json(_ text: String) -> String {
    var writer = JSONWriter(escapesUnsafe: true)
    writer.string(text)
    return writer.text
  }
}
