import ContractModel
import JSONParsing

/// The text of a drafted contract: a line for a line, with its evidence as a comment behind it.
struct DraftText {
  /// A mapping of nothing but cases.
  struct Variant {
    var name: String
    var tag: MemberName
    var cases: [(value: MemberName, mapping: String)]
    var other: String?
  }

  var host: String?
  var endpoints: [DraftedEndpoint]
  var mappings: [DraftedMapping]
  var variants: [Variant]

  /// Where comments begin, at least.
  private static let commentColumn = 62
  private static let (widestSelector, widestSource) = (52, 30)
  /// How long a case may be that stands on one line.
  private static let widestCase = 110

  var text: String {
    var lines = [
      "// A draft from captures: it says what they showed. Strike out what the app does not read.",
      "{", "  \"contract\": 1,",
    ]
    if let host { lines.append("  \"host\": \(Self.json(host)),") }
    if !endpoints.isEmpty {
      lines += ["  \"endpoints\": {"] + endpointRows + ["  },"]
    }
    lines += ["  \"mappings\": {"] + mappingRows + ["  },", "}", ""]
    return lines.joined(separator: "\n")
  }

  // MARK: - Endpoints

  /// The line of each endpoint.
  var endpointRows: [String] {
    let widest = endpoints.map { Self.json($0.selector).unicodeScalars.count }.max() ?? 0
    let width = min(Self.widestSelector, widest)
    return endpoints.map { endpoint in
      let start = Self.padded(Self.json(endpoint.selector) + ":", width + 2)
      let note = endpoint.note.isEmpty ? "" : "  // " + endpoint.note
      return (endpoint.isCommentedOut ? "    // " : "    ") + start
        + Self.json(endpoint.value) + "," + note
    }
  }

  private static func json(_ value: DraftedEndpoint.Value) -> String {
    switch value {
    case .nothing: "null"
    case .type(let type): json(type)
    case .lines(let lines): object(lines)
    }
  }

  /// `{ "id": "Int", "name": "String" }`.
  private static func object(_ lines: [DraftedLine]) -> String {
    let members = lines.map { "\(json($0.source)): \(json($0.type))" }
    return members.isEmpty ? "{}" : "{ " + members.joined(separator: ", ") + " }"
  }

  // MARK: - Mappings

  /// The lines of all mappings.
  var mappingRows: [String] {
    variants.flatMap { Self.lines(of: $0) } + mappings.flatMap { Self.lines(of: $0) }
  }

  private static func lines(of variant: Variant) -> [String] {
    let cases = variant.cases.map { "\(json($0.value.text)): \(json($0.mapping))" }
      .joined(separator: ", ")
    return [
      "    \(json(variant.name)): {",
      "      \"switch\": \(json(PathEscape.escaped(variant.tag))),",
      "      \"cases\": { \(cases) },",
      "      \"else\": \(variant.other.map(json) ?? "{}"),", "    },",
    ]
  }

  private static func lines(of mapping: DraftedMapping) -> [String] {
    let seen = mapping.count == 1 ? "seen once" : "seen \(mapping.count) times"
    var lines = ["    \(json(mapping.name)): {  // \(seen)"]
    if let base = mapping.base { lines.append("      \"extends\": \(json(base)),") }
    if let type = mapping.typeName { lines.append("      \"type\": \(json(type)),") }
    if let identity = mapping.identity { lines.append(line(of: identity)) }
    if !mapping.lines.isEmpty {
      lines.append("      \"map\": {")
      lines += rows(mapping.lines, indent: 8)
      lines.append("      },")
    }
    if let tag = mapping.tag {
      lines.append("      \"switch\": \(json(PathEscape.escaped(tag))),")
      lines.append("      \"cases\": {")
      for (value, own) in mapping.cases {
        let short = "        \(json(value.text)): \(object(own)),"
        if short.unicodeScalars.count <= widestCase {
          lines.append(short)
        } else {
          lines.append("        \(json(value.text)): {")
          lines += rows(own, indent: 10)
          lines.append("        },")
        }
      }
      lines += ["      },", "      \"else\": {},"]
    }
    return lines + ["    },"]
  }

  private static func line(of identity: DraftedIdentity) -> String {
    let member = "\"identifiedBy\": \(json(identity.property))"
    return identity.conflictCount == 0
      ? "      \(member),"
      : "      // \(member), but in \(counted(identity.conflictCount, "place"))"
        + " one payload says two things of one"
  }

  private static func rows(_ lines: [DraftedLine], indent: Int) -> [String] {
    let widest = lines.map { json($0.source).unicodeScalars.count }.max() ?? 0
    let width = min(widestSource, widest)
    return lines.map { line in
      let row =
        String(repeating: " ", count: indent) + padded(json(line.source) + ":", width + 2)
        + json(line.type) + ","
      guard !line.notes.isEmpty else { return row }
      return padded(row, max(row.unicodeScalars.count + 2, commentColumn))
        + "// " + line.notes.joined(separator: "; ")
    }
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    let count = text.unicodeScalars.count
    return text + String(repeating: " ", count: max(count == 0 ? 0 : 1, width - count))
  }

  static func json(_ text: String) -> String {
    var writer = JSONWriter(escapesUnsafe: true)
    writer.string(text)
    return writer.text
  }
}
