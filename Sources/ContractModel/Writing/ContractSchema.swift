import JSONParsing

/// The JSON Schema of contract files, for editors.
///
/// The schema covers what the reader checks in a single line: words, kinds and the grammar of
/// lines, with types nested up to `typeDepth` deep. Only the reader checks what depends on the
/// whole file, such as names and two lines for one property.
public enum ContractSchema {
  /// The maximum nesting of types in patterns, which cannot recurse.
  static let typeDepth = 3

  /// The schema (JSON Schema 2020-12), indented, with a line end at the end.
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
      "allowComments": true,
      "allowTrailingCommas": true,
      "properties": {
        "$schema": { "description": "Where editors find this schema.", "type": "string" },
        "contract": { "description": "The version of the format.", "const": \(Contract.formatVersion) },
        "include": { "description": "Contract files whose mappings can be used by name.", \(oneOrMore(nonEmpty)) },
        "host": { "description": "The host that the endpoints are of, such as api.example.com.", "type": "string", "pattern": "^[^/ ]+$" },
        "basePath": { "description": "What stands before the path of every endpoint, such as /v2.", "type": "string", "pattern": "^/[^ ]*[^/ ]$" },
        "mimeType": { "description": "The MIME type of the bodies of all endpoints that say none; null: none is sent. application/json, if nothing is said.", \(mimeType) },
        \(settings),
        \(documentation),
        "endpoints": {
          "description": "METHOD /path/:parameter -> status, or event name; and what the payload maps to; null: no body.",
          "type": "object",
          "propertyNames": { "$ref": "#/$defs/endpoint" },
          "additionalProperties": { "anyOf": [
            { "$ref": "#/$defs/typeLine", "not": { "pattern": \(JSONWriter.text(of: SchemaPatterns.defaultedLine)) } },
            {
              "type": "object",
              "minProperties": 1,
              "properties": {
                "\(Deletion.member)": { "description": "The object that is deleted, by its identity: Order(id: @document.id).", "type": "string", "pattern": "^ *[A-Z][A-Za-z0-9_]*\\\\(.+\\\\) *$" },
                "\(Endpoint.mimeTypeMember)": { "description": "The MIME type of the body; null: none is sent.", \(mimeType) }
              },
              "propertyNames": { "anyOf": [{ "$ref": "#/$defs/source" }, { "enum": ["\(Deletion.member)", "\(Endpoint.mimeTypeMember)"] }] },
              "additionalProperties": { \(oneOrMore(line, least: 1)) }
            },
            { "type": "null" }
          ] }
        },
        "requests": {
          "description": "METHOD /path/:parameter; and what the app sends to it: {} for no query and no body.",
          "type": "object",
          "propertyNames": { "pattern": \(JSONWriter.text(of: SchemaPatterns.request)) },
          "additionalProperties": {
            "type": "object",
            "properties": {
              "query": { "description": "Lines for the parameters of the query, whose values are text.", "$ref": "#/$defs/map", "minProperties": 1 },
              "headers": { "description": "Lines for headers, whose values are text.", "$ref": "#/$defs/map", "minProperties": 1 },
              "body": { "description": "What the body is: a type, lines, or null for none.", "anyOf": [
                { "$ref": "#/$defs/typeLine", "not": { "pattern": \(JSONWriter.text(of: SchemaPatterns.defaultedLine)) } },
                { "$ref": "#/$defs/map", "minProperties": 1 },
                { "type": "null" }
              ] },
              "form": { "description": "Lines for the fields of a form (application/x-www-form-urlencoded) that is the body, whose values are text.", "$ref": "#/$defs/map", "minProperties": 1 }
            },
            \(closed),
            "not": { "required": ["body", "form"] }
          }
        },
        "mappings": {
          "description": "The rules for each type of object.",
          "type": "object",
          "propertyNames": { "$ref": "#/$defs/typeName" },
          "additionalProperties": { "$ref": "#/$defs/mapping" }
        },
        "examples": { "description": "Payloads, and what must come of them.", "type": "array", "items": { "$ref": "#/$defs/example" } }
      },
      \(closed),
      "required": ["contract"],
      "$defs": { \(definitions) }
    }
    """
  }

  private static var definitions: String {
    """
    "source": { "type": "string", "pattern": \(JSONWriter.text(of: SchemaPatterns.source)), "patternErrorMessage": "expected a key path, such as author.name?" },
    "requiredSource": { "type": "string", "pattern": \(JSONWriter.text(of: SchemaPatterns.requiredSource)) },
    "property": { "type": "string", "pattern": \(JSONWriter.text(of: SchemaPatterns.wholeProperty)) },
    "typeName": { "type": "string", "pattern": \(JSONWriter.text(of: SchemaPatterns.typeName)), \
    "not": { "enum": \(list(ScalarName.allCases.map(\.rawValue) + ["Set"])) } },
    "shortLine": { "description": "property: Type constraints = default", "type": "string", "pattern": \(JSONWriter.text(of: SchemaPatterns.line)), "patternErrorMessage": "expected property: Type constraints = default, such as name: String?" },
    "typeLine": { "$ref": "#/$defs/shortLine", "not": { "pattern": \(JSONWriter.text(of: SchemaPatterns.namedLine)) } },
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
      "additionalProperties": { \(oneOrMore(line, least: 1)) }
    },
    "longLine": {
      "type": "object",
      "properties": {
        "to": { "description": "The property that the value becomes; _ for none.", "$ref": "#/$defs/property" },
        "type": { "description": "The type, with its constraints and default, as in the short form.", "$ref": "#/$defs/typeLine" },
        "matches": { "description": "A pattern that has to be found in the text.", "type": "string" },
        "missing": { "description": "What the property gets if the key is absent: keep its value (default), null, or fail.", "enum": \(cases(PropertyLine.MissingPolicy.self)) },
        "null": { "description": "What a null does: assign, keep the value, reject, or take the default.", "enum": \(cases(PropertyLine.NullPolicy.self)) },
        "elements": { "description": "What a bad element does: fail the line (default), be skipped, or become null.", "enum": \(cases(PropertyLine.ElementPolicy.self)) },
        "emptyString": { "description": "What an empty text is: a value (default), null, or a failure.", "enum": \(cases(PropertyLine.EmptyStringPolicy.self)) },
        "emptyArray": { "description": "What [] is where an object is wanted: null, or an empty object.", "enum": \(cases(PropertyLine.EmptyArrayPolicy.self)) },
        "trim": { "description": "White space at both ends of a text is left out first.", "type": "boolean" },
        "assign": { "description": "What becomes of the objects that a relationship or an endpoint's list had: set, union, or replace, where those that are gone are deleted.", "enum": \(cases(PropertyLine.AssignmentPolicy.self)) },
        "update": { "description": "A nested object without identity: new (default), or updated inPlace.", "enum": \(cases(PropertyLine.UpdatePolicy.self)) },
        "presence": { "description": "The least share of objects that have the key, over a capture: 99.9%.", "$ref": "#/$defs/percentage" },
        "nullRate": { "description": "The greatest share of nulls, over a capture: 1%.", "$ref": "#/$defs/percentage" },
        "constant": { "description": "The value of one identity may not change.", "type": "boolean" },
        "sensitive": { "description": "Private data: redacted in captures.", "type": "boolean" },
        "example": { "description": "The value that the simplest payloads have." },
        "note": { "description": "For people.", "type": "string" }
      },
      \(closed),
      "required": ["type"]
    },
    "percentage": {
      "type": "string", "pattern": "^(?:100(?:\\\\.0+)?|[1-9]?[0-9](?:\\\\.[0-9]+)?)%$"
    },
    "mapping": {
      "type": "object",
      "properties": {
        "type": { "description": "The type of object it makes, if that is not its own name.", "$ref": "#/$defs/typeName" },
        "extends": { "description": "The mapping whose lines it takes over.", "$ref": "#/$defs/typeName" },
        "identifiedBy": { "description": "The property, or properties, that tell one object from another.", \(oneOrMore("{ \"$ref\": \"#/$defs/property\" }", least: 1)) },
        "missingIdentity": { "description": "An object without its identity: create (default), skip or fail.", "enum": \(cases(ContractMapping.MissingIdentityPolicy.self)) },
        "modifiedBy": { "description": "The property that says how new an object is; an older one changes nothing.", "$ref": "#/$defs/property" },
        \(settings),
        \(documentation),
        "map": { "description": "Its lines: \\"key path\\": \\"property: Type\\".", "$ref": "#/$defs/map" },
        "switch": { "description": "The key whose text chooses the case.", "$ref": "#/$defs/requiredSource" },
        "cases": { "description": "What is used in each case: the name of a mapping, or lines that are added.", "anyOf": [
          { "type": "array", "items": { "$ref": "#/$defs/case" }, "minItems": 1 },
          { "type": "object", "additionalProperties": { "$ref": "#/$defs/use" }, "minProperties": 1 }
        ] },
        "else": { "description": "What is used where no case fits; skip leaves the object out.", "anyOf": [{ "$ref": "#/$defs/use" }, { "const": "skip" }] },
        "connect": {
          "description": "Relationships by foreign keys: \\"owner: User\\": { \\"ownerId\\": \\"userId\\" }.",
          "type": "object",
          "propertyNames": { "pattern": \(JSONWriter.text(of: SchemaPatterns.connection)) },
          "additionalProperties": {
            "type": "object",
            "propertyNames": { "$ref": "#/$defs/property" },
            "additionalProperties": { "$ref": "#/$defs/property" },
            "minProperties": 1
          }
        }
      },
      \(closed),
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
          "description": "Key paths and the values that they have; typed, so that false is not 0.",
          "type": "object",
          "propertyNames": { "$ref": "#/$defs/requiredSource" },
          "additionalProperties": { "type": ["string", "number", "boolean", "null"] },
          "minProperties": 1
        },
        "exists": { "description": "The case fits where this key path, or all of these, exist.", \(oneOrMore("{ \"$ref\": \"#/$defs/requiredSource\" }", least: 1)) },
        "kind": { "description": "The case fits a value of this kind, or key paths with these kinds.", "anyOf": [
          { "$ref": "#/$defs/kind" },
          {
            "type": "object",
            "propertyNames": { "$ref": "#/$defs/requiredSource" },
            "additionalProperties": { "$ref": "#/$defs/kind" },
            "minProperties": 1
          }
        ] },
        "trim": { "description": "Texts are compared without white space at both ends.", "type": "boolean" },
        "use": { "description": "The name of a mapping, or lines that are added.", "$ref": "#/$defs/use" }
      },
      \(closed),
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
        "name": { "description": "A sentence that says what the example shows.", "type": "string" },
        "fixture": { "description": "The payload: a file in the nearest folder Fixtures.", "type": "string" },
        "json": { "description": "The payload." },
        "as": { "description": "What the payload is: [User], user: User, GET /users.", "anyOf": [{ "$ref": "#/$defs/shortLine" }, { "$ref": "#/$defs/endpoint" }] },
        "endpoint": { "description": "The endpoint that the payload is of.", "$ref": "#/$defs/endpoint" },
        "given": { "description": "Fixtures that are mapped before, into the same objects.", \(oneOrMore("{ \"$ref\": \"#/$defs/given\" }")) },
        "expect": {
          "description": "What must hold afterwards; all else is free.",
          "type": "object",
          "properties": {
            \(ContractExample.Counted.allCases.map { "\"\($0.rawValue)\": { \"description\": \"Numbers of objects by type.\", \"$ref\": \"#/$defs/counts\" }" }.joined(separator: ", ")),
            "values": { "description": "Values by instance path, such as [0].city.", "type": "object", "propertyNames": { "$ref": "#/$defs/instancePath" } },
            "events": { "description": "Events: \\"[0].id -> remoteId\\", \\"missing [0].city\\".", \(oneOrMore("{ \"$ref\": \"#/$defs/event\" }")) },
            "same": {
              "description": "Paths that lead to one object, an array of each.",
              "type": "array",
              "items": { "type": "array", "items": { "$ref": "#/$defs/instancePath" }, "minItems": 2 }
            }
          },
          \(closed)
        },
        "violates": { "description": "Exactly these violations: \\"null-value at [0].id\\".", \(oneOrMore("{ \"$ref\": \"#/$defs/violation\" }")) },
        "note": { "description": "For people.", "type": "string" }
      },
      \(closed),
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
            "fixture": { "description": "A file in the nearest folder Fixtures.", "type": "string", "minLength": 1 },
            "as": { "description": "What it is.", "anyOf": [{ "$ref": "#/$defs/shortLine" }, { "$ref": "#/$defs/endpoint" }] },
            "endpoint": { "description": "The endpoint that it is of.", "$ref": "#/$defs/endpoint" }
          },
          \(closed),
          "required": ["fixture"],
          "oneOf": [{ "required": ["as"] }, { "required": ["endpoint"] }]
        }
      ]
    },
    "endpoint": { "type": "string", "pattern": \(JSONWriter.text(of: SchemaPatterns.endpoint)), "patternErrorMessage": "expected METHOD /path -> status, or event name" },
    "event": { "type": "string", "pattern": \(JSONWriter.text(of: SchemaPatterns.event)) },
    "violation": { "type": "string", "pattern": \(JSONWriter.text(of: SchemaPatterns.violation)) },
    "counts": { "type": "object", "additionalProperties": { "type": "integer", "minimum": 0 } },
    "instancePath": { "type": "string", "pattern": \(JSONWriter.text(of: SchemaPatterns.instancePath)) }
    """
  }

  // MARK: - Pieces

  private static let mimeType =
    #""type": ["string", "null"], "pattern": "^\#(token)+/\#(token)+(;[ -~]*)?$""#
  /// RFC 9110, section 5.6.2.
  private static let token = "[!#$%&'*+.^_`|~0-9A-Za-z-]"
  private static let line = ##"{ "$ref": "#/$defs/line" }"##
  private static let closed =
    #""patternProperties": { "^x-": true }, "additionalProperties": false"#
  private static let nonEmpty = "{ \"type\": \"string\", \"minLength\": 1 }"

  private static var settings: String {
    """
    "coercion": { "description": "strict (default): each type takes its own kind of value; lenient: whole values are converted without loss.", "enum": \(cases(MappingSettings.CoercionProfile.self)) },
    "keys": { "description": "Which spellings of a key are read: exact (default), anyCase, snakeCase.", "enum": \(cases(MappingSettings.KeyStyle.self)) },
    "unknownKeys": { "description": "Members that no line reads: ignore (default), warn, error.", "enum": \(cases(MappingSettings.UnknownKeyPolicy.self)) },
    "acronyms": { "description": "Words such as URL that stay in capitals under snakeCase.", \(oneOrMore(nonEmpty)) }
    """
  }

  private static let documentation = """
    "owner": { "description": "Who answers for it.", "type": "string" },
    "deprecated": { "description": "True, or why and since when.", "type": ["boolean", "string"] },
    "note": { "description": "For people.", "type": "string" }
    """

  private static func oneOrMore(_ item: String, least: Int? = nil) -> String {
    let bound = least.map { ", \"minItems\": \($0)" } ?? ""
    return "\"anyOf\": [\(item), { \"type\": \"array\", \"items\": \(item)\(bound) }]"
  }

  private static func cases<Choice: CaseIterable & RawRepresentable<String>>(_: Choice.Type)
    -> String
  {
    list(Choice.allCases.map(\.rawValue))
  }

  private static func list(_ words: [String]) -> String {
    "[\(words.map(JSONWriter.text).joined(separator: ", "))]"
  }
}
