/// The words of the contract format, by where they stand: one list for the reader, its hints and
/// the JSON Schema.
enum Vocabulary {
  static let file =
    ["contract", "include", "host", "basePath"] + settings + documentation
    + ["endpoints", "mappings", "examples"]
  static let settings = ["coercion", "keys", "unknownKeys", "acronyms"]
  static let documentation = ["owner", "deprecated", "note"]
  static let mapping =
    ["type", "extends", "identifiedBy", "missingIdentity", "modifiedBy"] + settings + documentation
    + ["map", "switch", "cases", "else", "connect"]
  static let line = [
    "to", "type", "matches", "missing", "null", "elements", "emptyString", "trim", "assign",
    "update", "presence", "nullRate", "sensitive", "example", "note",
  ]
  static let caseRule = ["when", "exists", "kind", "trim", "use"]
  static let example = [
    "name", "fixture", "json", "as", "endpoint", "given", "expect", "violates", "note",
  ]
  static let expect = ["objects", "created", "updated", "untouched", "deleted", "values", "events"]

  /// How members start that are kept for other programs.
  static let extensionPrefix = "x-"
}
