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
    lines += Self.members([("host", host), ("basePath", basePath)], indent: 2)
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
    let hasNotes = request.members.contains(where: \.value.hasNotes)
    if short.unicodeScalars.count <= widestCase, !hasNotes { return [short] }
    let rows = request.members.flatMap { word, value -> [String] in
      guard case .lines(let lines) = value else { return ["      \(json(word)): \(json(value)),"] }
      return ["      \(json(word)): {"] + Self.rows(lines, indent: 8) + ["      },"]
    }
    return [start] + rows + ["    },"]
  }

  /// Returns a text, or an object such as `{ "id": "Int", "name": "String" }`.
  private static func json(_ use: DraftedUse) -> String {
    switch use {
    case .nothing: return "null"
    case .type(let type): return json(type)
    case .lines(let lines):
      let members = lines.map { "\(json($0.source)): \(json(line: $0.type))" }
      return members.isEmpty ? "{}" : "{ " + members.joined(separator: ", ") + " }"
    }
  }

  /// Returns the JSON of a line; the long form is JSON already.
  private static func json(line: String) -> String { line.hasPrefix("{") ? line : json(line) }

  /// Returns the lines of those members that have a text.
  private static func members(_ all: [(word: String, text: String?)], indent: Int) -> [String] {
    all.compactMap { word, text in
      text.map { String(repeating: " ", count: indent) + "\(json(word)): \(json($0))," }
    }
  }

  // MARK: - Mappings

  package var mappingRows: [String] { mappings.flatMap { Self.lines(of: $0) } }

  private static func lines(of mapping: DraftedMapping) -> [String] {
    let note = mapping.note.isEmpty ? "" : "  // " + mapping.note
    var lines = ["    \(json(mapping.name)): {\(note)"]
    lines += members(
      [
        ("extends", mapping.base), ("type", mapping.typeName), ("keys", mapping.keyStyle),
        ("unknownKeys", mapping.unknownKeys),
      ], indent: 6)
    if let identity = mapping.identity { lines.append(line(of: identity)) }
    if !mapping.lines.isEmpty {
      lines += ["      \"map\": {"] + rows(mapping.lines, indent: 8) + ["      },"]
    }
    return lines + (mapping.dispatch.map { Self.lines(of: $0) } ?? []) + ["    },"]
  }

  private static func lines(of dispatch: DraftedSwitch) -> [String] {
    var lines = ["      \"switch\": \(json(PathEscape.escaped(dispatch.tag))),"]
    let names = dispatch.cases.compactMap { value, use in
      if case .type(let name) = use { "\(json(value.text)): \(json(name))" } else { nil }
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
  private static func rows(_ value: MemberName, _ use: DraftedUse) -> [String] {
    let short = "        \(json(value.text)): \(json(use)),"
    let isShort = short.unicodeScalars.count <= widestCase && !use.hasNotes
    guard case .lines(let own) = use, !isShort else { return [short] }
    return ["        \(json(value.text)): {"] + rows(own, indent: 10) + ["        },"]
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
