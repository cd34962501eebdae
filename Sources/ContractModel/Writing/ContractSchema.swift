import JSONParsing

/// The JSON Schema of contract files, for editors.
///
/// It knows what the reader knows of one line at a time: words, kinds and the grammar of lines,
/// with types nested up to `typeDepth` deep. What takes the whole file – names, two lines for one
/// property – is the reader's alone.
public enum ContractSchema {
  /// How deep the patterns of types nest, since a pattern cannot recurse.
  static let typeDepth = 3

  /// The schema (JSON Schema 2020-12), indented, with a line end at its end.
  public static var text: String {
    // The template is JSON; a test parses it.
    guard let document = try? JSONDocument(parsing: template) else { return "" }
    return document.root.text(.indented(spaces: 2)) + "\n"
  }

  private static var template: String {
    """
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "ContractCheck contract, format \(Contract.formatVersion)",
      "type": "object",
      "properties": {
        "contract": { "description": "The version of the format.", "const": \(Contract.formatVersion) },
        "include": { "description": "Contract files whose mappings can be used by name.", \(oneOrMore(nonEmpty)) },
        "host": { "type": "string", "pattern": "^[^/ ]+$" },
        "basePath": { "type": "string", "pattern": "^/[^ ]*[^/ ]$" },
        \(settings),
        \(documentation),
        "endpoints": {
          "description": "METHOD /path/:parameter -> status, or event name; and what the payload maps to; null: no body.",
          "type": "object",
          "propertyNames": { "pattern": \(string(SchemaPatterns.endpoint)) },
          "additionalProperties": { "anyOf": [
            { "$ref": "#/$defs/typeLine", "not": { "pattern": \(string(SchemaPatterns.defaultedLine)) } },
            { "$ref": "#/$defs/map", "minProperties": 1 },
            { "type": "null" }
          ] }
        },
        "requests": {
          "description": "METHOD /path/:parameter; and what the app sends to it.",
          "type": "object",
          "propertyNames": { "pattern": \(string(SchemaPatterns.request)) },
          "additionalProperties": {
            "type": "object",
            "properties": {
              "query": { "$ref": "#/$defs/map", "minProperties": 1 },
              "headers": { "$ref": "#/$defs/map", "minProperties": 1 },
              "body": { "anyOf": [
                { "$ref": "#/$defs/typeLine", "not": { "pattern": \(string(SchemaPatterns.defaultedLine)) } },
                { "$ref": "#/$defs/map", "minProperties": 1 },
                { "type": "null" }
              ] }
            },
            "patternProperties": { "^x-": true },
            "additionalProperties": false,
            "minProperties": 1
          }
        },
        "mappings": {
          "description": "The rules for each type of object.",
          "type": "object",
          "propertyNames": { "$ref": "#/$defs/typeName" },
          "additionalProperties": { "$ref": "#/$defs/mapping" }
        },
        "examples": { "type": "array", "items": { "$ref": "#/$defs/example" } }
      },
      "patternProperties": { "^x-": true },
      "additionalProperties": false,
      "required": ["contract"],
      "$defs": { \(definitions) }
    }
    """
  }

  private static var definitions: String {
    """
    "source": { "type": "string", "pattern": \(string(SchemaPatterns.source)) },
    "requiredSource": { "type": "string", "pattern": \(string(SchemaPatterns.requiredSource)) },
    "property": { "type": "string", "pattern": \(string(SchemaPatterns.wholeProperty)) },
    "typeName": { "type": "string", "pattern": \(string(SchemaPatterns.typeName)), \
    "not": { "enum": \(list(ScalarName.allCases.map(\.rawValue) + ["Set"])) } },
    "shortLine": { "type": "string", "pattern": \(string(SchemaPatterns.line)) },
    "typeLine": { "$ref": "#/$defs/shortLine", "not": { "pattern": \(string(SchemaPatterns.namedLine)) } },
    "line": {
      "description": "property: Type constraints = default",
      "anyOf": [
        { "$ref": "#/$defs/shortLine" },
        { "$ref": "#/$defs/longLine" }
      ]
    },
    "map": {
      "type": "object",
      "propertyNames": { "$ref": "#/$defs/source" },
      "additionalProperties": { "anyOf": [
        { "$ref": "#/$defs/line" },
        { "type": "array", "items": { "$ref": "#/$defs/line" }, "minItems": 1 }
      ] }
    },
    "longLine": {
      "type": "object",
      "properties": {
        "to": { "$ref": "#/$defs/property" },
        "type": { "$ref": "#/$defs/typeLine" },
        "matches": { "type": "string" },
        "missing": { "enum": \(cases(PropertyRule.MissingPolicy.self)) },
        "null": { "enum": \(cases(PropertyRule.NullPolicy.self)) },
        "elements": { "enum": \(cases(PropertyRule.ElementPolicy.self)) },
        "emptyString": { "enum": \(cases(PropertyRule.EmptyStringPolicy.self)) },
        "trim": { "type": "boolean" },
        "assign": { "enum": \(cases(PropertyRule.AssignmentPolicy.self)) },
        "update": { "enum": \(cases(PropertyRule.UpdatePolicy.self)) },
        "presence": { "$ref": "#/$defs/percentage" },
        "nullRate": { "$ref": "#/$defs/percentage" },
        "constant": { "type": "boolean" },
        "sensitive": { "type": "boolean" },
        "example": true,
        "note": { "type": "string" }
      },
      "patternProperties": { "^x-": true },
      "additionalProperties": false,
      "required": ["type"]
    },
    "percentage": {
      "type": "string", "pattern": "^(?:100(?:\\\\.0+)?|[1-9]?[0-9](?:\\\\.[0-9]+)?)%$"
    },
    "mapping": {
      "type": "object",
      "properties": {
        "type": { "$ref": "#/$defs/typeName" },
        "extends": { "$ref": "#/$defs/typeName" },
        "identifiedBy": { "anyOf": [
          { "$ref": "#/$defs/property" },
          { "type": "array", "items": { "$ref": "#/$defs/property" }, "minItems": 1 }
        ] },
        "missingIdentity": { "enum": \(cases(ContractMapping.MissingIdentityPolicy.self)) },
        "modifiedBy": { "$ref": "#/$defs/property" },
        \(settings),
        \(documentation),
        "map": { "$ref": "#/$defs/map" },
        "switch": { "$ref": "#/$defs/requiredSource" },
        "cases": { "anyOf": [
          { "type": "array", "items": { "$ref": "#/$defs/case" }, "minItems": 1 },
          { "type": "object", "additionalProperties": { "$ref": "#/$defs/use" }, "minProperties": 1 }
        ] },
        "else": { "anyOf": [{ "$ref": "#/$defs/use" }, { "const": "skip" }] },
        "connect": {
          "type": "object",
          "propertyNames": { "pattern": \(string(SchemaPatterns.connection)) },
          "additionalProperties": {
            "type": "object",
            "propertyNames": { "$ref": "#/$defs/property" },
            "additionalProperties": { "$ref": "#/$defs/property" },
            "minProperties": 1
          }
        }
      },
      "patternProperties": { "^x-": true },
      "additionalProperties": false,
      "dependentRequired": { "switch": ["cases"], "else": ["cases"] }
    },
    "use": { "anyOf": [
      { "$ref": "#/$defs/typeName" },
      { "$ref": "#/$defs/map" }
    ] },
    "case": {
      "type": "object",
      "properties": {
        "when": {
          "type": "object",
          "propertyNames": { "$ref": "#/$defs/requiredSource" },
          "additionalProperties": { "type": ["string", "number", "boolean", "null"] },
          "minProperties": 1
        },
        "exists": { "anyOf": [
          { "$ref": "#/$defs/requiredSource" },
          { "type": "array", "items": { "$ref": "#/$defs/requiredSource" }, "minItems": 1 }
        ] },
        "kind": { "anyOf": [
          { "$ref": "#/$defs/kind" },
          {
            "type": "object",
            "propertyNames": { "$ref": "#/$defs/requiredSource" },
            "additionalProperties": { "$ref": "#/$defs/kind" },
            "minProperties": 1
          }
        ] },
        "trim": { "type": "boolean" },
        "use": { "$ref": "#/$defs/use" }
      },
      "patternProperties": { "^x-": true },
      "additionalProperties": false,
      "required": ["use"],
      "anyOf": [{ "required": ["when"] }, { "required": ["exists"] }, { "required": ["kind"] }]
    },
    "kind": { "enum": \(cases(JSONKind.self)) },
    \(exampleDefinitions)
    """
  }

  private static var exampleDefinitions: String {
    """
    "example": {
      "type": "object",
      "properties": {
        "name": { "type": "string" },
        "fixture": { "type": "string" },
        "json": true,
        "as": { "$ref": "#/$defs/shortLine" },
        "endpoint": { "type": "string", "pattern": \(string(SchemaPatterns.endpoint)) },
        "given": { \(oneOrMore("{ \"$ref\": \"#/$defs/given\" }")) },
        "expect": {
          "type": "object",
          "properties": {
            \(ContractExample.Counted.allCases.map { "\"\($0.rawValue)\": { \"$ref\": \"#/$defs/counts\" }" }.joined(separator: ", ")),
            "values": { "type": "object", "propertyNames": { "$ref": "#/$defs/instancePath" } },
            "events": { \(oneOrMore("{ \"type\": \"string\", \"pattern\": \(string(SchemaPatterns.event)) }")) },
            "same": {
              "description": "Paths that lead to one object, an array of each.",
              "type": "array",
              "items": { "type": "array", "items": { "$ref": "#/$defs/instancePath" }, "minItems": 2 }
            }
          },
          "patternProperties": { "^x-": true },
          "additionalProperties": false
        },
        "violates": { \(oneOrMore("{ \"type\": \"string\", \"pattern\": \(string(SchemaPatterns.violation)) }")) },
        "note": { "type": "string" }
      },
      "patternProperties": { "^x-": true },
      "additionalProperties": false,
      "required": ["name"],
      "allOf": [
        { "oneOf": [{ "required": ["fixture"] }, { "required": ["json"] }] },
        { "oneOf": [{ "required": ["as"] }, { "required": ["endpoint"] }] }
      ]
    },
    "given": {
      "description": "A fixture that is mapped before, and what it is, if that is not what the example is.",
      "anyOf": [
        \(nonEmpty),
        {
          "type": "object",
          "properties": {
            "fixture": \(nonEmpty),
            "as": { "$ref": "#/$defs/shortLine" },
            "endpoint": { "type": "string", "pattern": \(string(SchemaPatterns.endpoint)) }
          },
          "patternProperties": { "^x-": true },
          "additionalProperties": false,
          "required": ["fixture"],
          "oneOf": [{ "required": ["as"] }, { "required": ["endpoint"] }]
        }
      ]
    },
    "counts": { "type": "object", "additionalProperties": { "type": "integer", "minimum": 0 } },
    "instancePath": { "type": "string", "pattern": \(string(SchemaPatterns.instancePath)) }
    """
  }

  // MARK: - Pieces

  private static let nonEmpty = "{ \"type\": \"string\", \"minLength\": 1 }"

  private static var settings: String {
    """
    "coercion": { "enum": \(cases(MappingSettings.CoercionProfile.self)) },
    "keys": { "enum": \(cases(MappingSettings.KeyStyle.self)) },
    "unknownKeys": { "enum": \(cases(MappingSettings.UnknownKeyPolicy.self)) },
    "acronyms": { \(oneOrMore(nonEmpty)) }
    """
  }

  private static let documentation = """
    "owner": { "type": "string" },
    "deprecated": { "type": ["boolean", "string"] },
    "note": { "type": "string" }
    """

  private static func oneOrMore(_ item: String) -> String {
    "\"anyOf\": [\(item), { \"type\": \"array\", \"items\": \(item) }]"
  }

  private static func cases<Choice: CaseIterable & RawRepresentable<String>>(_: Choice.Type)
    -> String
  {
    list(Choice.allCases.map(\.rawValue))
  }

  private static func list(_ words: [String]) -> String {
    "[\(words.map(string).joined(separator: ", "))]"
  }

  private static func string(_ text: String) -> String {
    var writer = JSONWriter()
    writer.string(text)
    return writer.text
  }
}
