import JSONParsing

/// The contract format's words, by place: one list for the reader, its hints and the JSON Schema.
enum Vocabulary {
  struct Words {
    /// The words, in the order in which contracts are written.
    let list: [String]
    let names: Set<MemberName>

    init(_ list: [String]) { (self.list, names) = (list, Set(list.map { MemberName($0) })) }
  }

  static let file = Words(
    ["$schema", "contract", "include", "host", "basePath", "mimeType"] + settings + documentation
      + ["endpoints", "requests", "mappings", "examples"])
  static let request = Words(["query", "headers", "body", "form"])
  private static let settings = ["coercion", "keys", "unknownKeys", "acronyms"]
  private static let documentation = ["owner", "deprecated", "note"]
  static let mapping = Words(
    ["type", "extends", "identifiedBy", "missingIdentity", "modifiedBy"] + settings + documentation
      + ["map", "switch", "cases", "else", "connect"])
  static let line = Words([
    "to", "type", "matches", "missing", "null", "elements", "emptyString", "emptyArray", "trim",
    "assign", "update", "presence", "nullRate", "constant", "sensitive", "example", "note",
  ])
  static let caseRule = Words(["when", "exists", "kind", "trim", "use"])
  static let example = Words([
    "name", "fixture", "json", "as", "endpoint", "given", "expect", "violates", "note",
  ])
  static let expect = Words([
    "objects", "created", "updated", "untouched", "deleted", "values", "events", "same",
  ])
  static let given = Words(["fixture", "as", "endpoint"])
}
