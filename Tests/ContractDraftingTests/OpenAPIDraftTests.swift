import ContractDrafting
import ContractModel
import Foundation
import Generation
import JSONParsing
import TestSupport
import Testing

@Suite("A draft of an OpenAPI file describes what the file says")
struct OpenAPIDraftTests {
  @Test("A file of 3.0 becomes endpoints, requests and mappings, and what is left out is listed")
  func workedExample() throws {
    let bytes = try #require(PackageFiles.bytes(at: "Fixtures/openapi/shelter.json"))
    let draft = try OpenAPIDraft(bytes, path: "shelter.json")
    let expected = try #require(PackageFiles.bytes(at: "Fixtures/openapi/shelter.contract.json"))
    #expect(draft.text == String(decoding: expected, as: UTF8.self))
    #expect(draft.mistakes == [])
    #expect(
      draft.notes.map(\.description) == [
        "shelter.json:6:5: warning: a contract has one server, and the first is taken; at #/servers/1",
        "shelter.json:17:11: warning: no contract says this parameter of a request; at #/paths/~1pets/get/parameters/4",
        #"shelter.json:22:13: warning: no contract says "headers"; at #/paths/~1pets/get/responses/200/headers"#,
        #"shelter.json:34:36: warning: no contract says a body of "multipart/form-data"; at #/paths/~1pets/post/requestBody/content/multipart~1form-data"#,
        #"shelter.json:56:94: warning: no contract says a body of "image/png"; at #/paths/~1pets~1{pet-id}~1photo/get/responses/200/content/image~1png"#,
        "shelter.json:78:24: warning: no contract says that a body may be left out; at #/paths/~1token/post/requestBody",
        #"shelter.json:126:57: warning: no contract says "readOnly"; at #/components/schemas/PetBase/properties/id/readOnly"#,
        "shelter.json:132:61: warning: no contract says a bound that is left out; at #/components/schemas/PetBase/properties/weight/exclusiveMinimum",
        "shelter.json:133:99: warning: no contract says this pattern: look-ahead is not supported; at #/components/schemas/PetBase/properties/tags/items/pattern",
        #"shelter.json:138:38: warning: no contract says "multipleOf"; at #/components/schemas/PetBase/properties/+1/multipleOf"#,
        #"shelter.json:153:106: warning: no contract says "writeOnly"; at #/components/schemas/Dog/allOf/1/properties/code/writeOnly"#,
        #"shelter.json:166:93: warning: the reference to another file, "places.json#/Place", is not followed; at #/components/schemas/Found/properties/place/$ref"#,
        #"shelter.json:172:96: warning: no contract says the format "markdown"; at #/components/schemas/problem-details/properties/detail/format"#,
      ])
  }

  @Test("A file of 3.1 has nulls among its types, and a base schema that others extend")
  func newerFormat() throws {
    let draft = try Self.draft(
      """
      { "openapi": "3.1.0", "info": { "title": "Fleet" }, "servers": [{ "url": "/api" }],
        "paths": {
          "/a": { "get": { "responses": {
            "200": { "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Vehicle" } } } },
            "default": { "description": "nothing is said" } } } },
          "/b/{id}:{version}": { "head": { "responses": { "2XX": { "content": { "application/json": {} } } } } },
          "/sold": { "post": { "responses": { "200": { "content": { "application/json": { "schema": {
          "type": ["object", "null"],
          "properties": {
            "id": { "type": ["integer", "string", "null"] },
            "plate": { "$ref": "#/components/schemas/Plate", "description": "as it is written" },
            "buyer": { "oneOf": [{ "type": "null" }, { "$ref": "#/components/schemas/Node" }] } } } } } } } } }
        },
        "webhooks": { "left": {} },
        "components": { "schemas": {
          "Unused": { "type": "string" },
          "Plate": { "type": "string", "pattern": "^[A-Z]+/[0-9]+$" },
          "Vehicle": { "type": "object", "required": ["kind"], "properties": { "kind": { "type": "string" } },
            "discriminator": { "propertyName": "kind", "mapping": { "car": "Car" } } },
          "Car": { "allOf": [{ "$ref": "#/components/schemas/Vehicle" },
            { "type": "object", "required": ["doors"], "properties": { "doors": { "type": "integer", "exclusiveMinimum": 1 } } }] },
          "Bike": { "allOf": [{ "$ref": "#/components/schemas/Vehicle" }], "properties": { "gears": { "type": "integer" } } },
          "Node": { "type": "object", "required": ["next", "all", "some"], "properties": {
            "next": { "$ref": "#/components/schemas/Node" },
            "all": { "type": "array", "items": { "$ref": "#/components/schemas/Node" } },
            "some": { "type": "array", "minItems": 1, "items": { "$ref": "#/components/schemas/Node" } },
            "again": { "$ref": "#/components/schemas/Node/properties/all" } } }
        } } }
      """)
    #expect(
      draft.text == """
        // A draft from Fleet: it says what that says. Strike out what the app does not read.
        {
          "contract": 1,
          "basePath": "/api",
          "requests": {
            "GET /a": {},
            "HEAD /b/:id\\\\::version": {},
            "POST /sold": {},
          },
          "endpoints": {
            "GET /a -> 200":                 "Vehicle",
            "GET /a -> 4xx,5xx":             null,
            "HEAD /b/:id\\\\::version -> 2xx": null,
            "POST /sold -> 200":             "Sold?",
          },
          "mappings": {
            "Vehicle": {
              "map": {
                "kind": "String",
              },
              "switch": "kind",
              "cases": {
                "car": "Car",
                "Bike": "Bike",
                "Vehicle": {},
              },
            },
            "Sold": {
              "map": {
                "id?":    "Int | String?",
                "plate?": "String matches /^[A-Z]+\\\\/[0-9]+$/",
                "buyer?": "Node?",
              },
            },
            "Car": {
              "map": {
                "kind":  "String",
                "doors": "Int 2...",
              },
            },
            "Bike": {
              "map": {
                "kind":   "String",
                "gears?": "Int",
              },
            },
            "Node": {
              "map": {
                "next?":  "Node",
                "all":    "[Node]",
                "some?":  "[Node] count 1...",
                "again?": "[Node]",
              },
            },
          },
        }

        """)
    #expect(
      draft.notes.map(\.message) == [
        "no contract says \"webhooks\"",
        "no path leads to this schema, and it is left out",
        "an object that always has one of its own kind never ends; here it may be absent",
        "an object that always has one of its own kind never ends; here it may be absent",
      ])
  }

  @Test("A parameter of an operation replaces that of its path")
  func parameters() throws {
    let parameter = { (type: String) in
      #"{ "name": "page", "in": "query", "schema": { "type": "\#(type)" } }"#
    }
    let draft = try Self.draft(
      """
      { "openapi": "3.0.0", "paths": { "/a": { "parameters": [\(parameter("string"))],
        "get": { "parameters": [\(parameter("integer"))] } } } }
      """)
    #expect(draft.text.contains(#""GET /a": { "query": { "page?": "Int(string)" } },"#))
    #expect(draft.mistakes == [])
  }

  // MARK: - Schemas

  struct Written: CustomTestStringConvertible, Sendable {
    var schema: String
    var line: String
    var notes: [String]
    var version = "3.0.3"

    init(_ schema: String, _ line: String, _ notes: String..., version: String = "3.0.3") {
      (self.schema, self.line, self.notes, self.version) = (schema, line, notes, version)
    }

    var testDescription: String { schema }
  }

  static let schemas = [
    Written(#"{ "type": "string", "nullable": true, "minLength": 2 }"#, "String? length 2..."),
    Written(#"{ "type": "string", "format": "date-time" }"#, "Date(iso8601)"),
    Written(#"{ "type": "string", "format": "int64" }"#, "Int(string)"),
    Written(#"{ "type": "string", "format": "byte" }"#, "Data"),
    Written(
      #"{ "type": "string", "format": "email" }"#, "String",
      #"no contract says the format "email""#),
    Written(
      #"{ "type": "string", "contentEncoding": "base64url" }"#, "Data(base64url)", version: "3.1.0"),
    Written(#"{ "type": "integer", "format": "uint8", "maximum": 9 }"#, "UInt8 ...9"),
    Written(#"{ "type": "integer", "minimum": 0, "exclusiveMinimum": true }"#, "Int 1..."),
    Written(
      #"{ "type": "integer", "minimum": 9, "maximum": 1 }"#, "Int",
      #"no contract says "9...1" here: the range 9...1 is reversed"#),
    Written(
      #"{ "type": "number", "format": "float", "minimum": -1.5, "maximum": 1e3 }"#,
      "Double -1.5...1e3"),
    Written(
      #"{ "type": "integer", "exclusiveMinimum": -9223372036854775808 }"#, "Int",
      "no contract says a bound that is left out", version: "3.1.0"),
    Written(#"{ "type": "boolean" }"#, "Bool"),
    Written(#"{ "enum": ["a", "it's", 3, true, "a", null] }"#, "'a' | 'it''s' | 3 | true?"),
    Written(#"{ "enum": [[1]] }"#, "Any?", "no contract lists an array"),
    Written(
      #"{ "anyOf": [{ "type": "string" }, { "type": "string", "enum": ["a"] }] }"#, "'a' | String"),
    Written(
      #"{ "oneOf": [{ "type": "string", "minLength": 1 }, { "type": "integer" }] }"#,
      "Int | String",
      "no contract says constraints of one type of several"),
    Written(
      ##"{ "oneOf": [{ "$ref": "#/components/schemas/A" }, { "type": "array", "items": { "$ref": "#/components/schemas/A" } }] }"##,
      "[A] | A"),
    Written(
      ##"{ "oneOf": [{ "$ref": "#/components/schemas/A" }, { "type": "string" }] }"##, "Any?",
      "no contract tells these apart: A, String"),
    Written(
      ##"{ "anyOf": [{ "$ref": "#/components/schemas/A" }, { "type": "object", "required": ["b"], "properties": {} }] }"##,
      "Any?", "no contract tells these apart: A, Value"),
    Written(
      #"{ "type": "string", "readOnly": true }"#, "String", #"no contract says "readOnly""#),
    Written(##"{ "allOf": [{ "$ref": "#/components/schemas/A" }], "nullable": true }"##, "A?"),
    Written(
      #"{ "allOf": [{ "type": "string", "minLength": 1 }, { "maxLength": 9 }] }"#,
      "String length 1...9"),
    Written(
      ##"{ "$ref": "#/components/schemas/A", "nullable": true }"##, "A",
      "nothing counts beside a $ref in OpenAPI 3.0"),
    Written(##"{ "$ref": "#/components/schemas/A" }"##, "A", version: "3.1.0"),
    Written(
      #"{ "type": "string", "nullable": true }"#, "String",
      #"OpenAPI 3.1 has no "nullable"; null is a type"#, version: "3.1.0"),
    Written(#"{ "type": ["string", "null"], "const": "a" }"#, "'a'?", version: "3.1.0"),
    Written(#"{}"#, "Any?"),
    Written(
      #"{ "not": { "type": "string" } }"#, "Any?",
      "no contract says more of a value without a type", #"no contract says "not""#),
    Written(#"{ "type": "object" }"#, "[String: Any?]"),
    Written(
      #"{ "type": "object", "additionalProperties": { "type": "integer" }, "maxProperties": 3 }"#,
      "[String: Int] count ...3"),
    Written(#"{ "type": "object", "additionalProperties": false }"#, "[String: Any?] count ...0"),
    Written(
      #"{ "type": "array", "items": { "type": "integer", "nullable": true }, "minItems": 1, "uniqueItems": true }"#,
      "[Int?] count 1... unique"),
    Written(
      #"{ "type": "object", "minProperties": 3, "maxProperties": 1 }"#, "[String: Any?]",
      #"no contract says "count 3...1" here: the range 3...1 is reversed"#),
    Written(#"{ "type": "array" }"#, "[Any?]"),
    Written(#"{ "type": "file" }"#, "Any?", #"there is no type "file""#),
    Written(
      #"{ "anyOf": [{ "required": ["id"] }, { "required": ["b"] }], "$comment": "x", "properties": { "id": { "type": "integer" } } }"#,
      "Value", "no contract says a choice of keys that have to be there"),
  ]

  @Test("A schema becomes a type, and what the type cannot express is listed", arguments: schemas)
  func schema(written: Written) throws {
    let draft = try Self.draft(
      """
      { "openapi": "\(written.version)", "components": { "schemas": {
        "A": { "type": "object", "required": ["id"], "properties": { "id": { "type": "integer" } } },
        "Holder": { "type": "object", "required": ["value"], "properties": { "value": \(written.schema) } } } } }
      """)
    let line = draft.text.split(separator: "\n").first { $0.contains("\"value\":") } ?? ""
    let type = line.split(separator: "//")[0].split(separator: ": ", maxSplits: 1).last ?? ""
    let text = JSONText.string(String(type).trimmingCharacters(in: [" ", ","])) ?? ""
    #expect(text == written.line)
    #expect(draft.notes.map(\.message) == written.notes)
    #expect(draft.mistakes == [])
  }

  private enum JSONText {
    static func string(_ json: String) -> String? { try? JSONDocument(parsing: json).root.string }
  }

  // MARK: - Invalid files

  @Test(
    "A file that cannot be read is reported with the position",
    arguments: [
      (
        "openapi: 3.0.0\ninfo: {}",
        "a.json:1:1: error: this is YAML, and an OpenAPI file is read as JSON; convert it, as with yq -o=json or ruby -ryaml -rjson -e 'puts YAML.load(STDIN).to_json'"
      ),
      ("{ \"openapi\": ", "a.json:1:14: error: expected a value, found the end of the text"),
      (
        #"{ "swagger": "2.0" }"#,
        #"a.json:1:14: error: expected "openapi": "3.0" or "3.1", found "2.0"; convert it to OpenAPI 3, as with swagger2openapi"#
      ),
      (#"{ "openapi": 4 }"#, #"a.json:1:14: error: expected "openapi": "3.0" or "3.1", found "4""#),
      ("[]", #"a.json:1:1: error: expected "openapi": "3.0" or "3.1", found no version"#),
    ])
  func unreadable(text: String, message: String) {
    #expect(Self.failure(text) == message)
  }

  private static func failure(_ text: String) -> String? {
    do {
      _ = try draft(text)
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test(
    "A dangling or circular reference, and an invalid schema, are errors with their positions"
  )
  func broken() throws {
    let draft = try Self.draft(
      """
      { "openapi": "3.0.0", "components": { "schemas": {
        "A": { "type": "object", "properties": {
          "a": { "$ref": "#/components/schemas/None\\u202e" },
          "b": { "$ref": 3 },
          "c": "string",
          "d": { "$ref": "#/components/schemas/L" } } },
        "L": { "$ref": "#/components/schemas/M" },
        "M": { "$ref": "#/components/schemas/L" } } } }
      """)
    #expect(
      draft.notes.map(\.description) == [
        ##"a.json:3:20: error: nothing is at "#/components/schemas/None<U+202E>"; at #/components/schemas/A/properties/a/$ref"##,
        "a.json:4:20: error: expected a reference, found a number; at #/components/schemas/A/properties/b/$ref",
        "a.json:5:10: error: expected a schema, found a string; at #/components/schemas/A/properties/c",
        "a.json:7:18: error: the references lead in a circle; at #/components/schemas/L/$ref",
        "a.json:8:18: error: the references lead in a circle; at #/components/schemas/M/$ref",
      ])
  }

  @Test("Drafting ends for schemas that nest in themselves without an object, and for deep ones")
  func nested() throws {
    let deep =
      String(repeating: #"{ "type": "array", "items": "#, count: 200) + "{}"
      + String(repeating: "}", count: 200)
    let doubled =
      (1...20).map { number in
        let next = ##"{ "$ref": "#/components/schemas/D\##(number + 1)" }"##
        return ##""D\##(number)": { "anyOf": [\##(next), { "allOf": [\##(next)] }] }"##
      } + [##""D21": { "type": "string" }"##]
    let draft = try Self.draft(
      """
      { "openapi": "3.0.0", "components": { "schemas": {
        "A": { "type": "array", "items": { "$ref": "#/components/schemas/A" } },
        "B": { "oneOf": [{ "$ref": "#/components/schemas/B" }, { "type": "string" }, { "$ref": "#/components/schemas/B" }] },
        "C": { "type": "object", "properties": { "a": { "$ref": "#/components/schemas/A" }, "deep": \(deep) } },
        \(doubled.joined(separator: ", ")) } } }
      """)
    #expect(draft.text.contains("\"a?\":"))
    #expect(draft.mistakes == [])
    #expect(
      draft.notes.contains {
        $0.message == "the schema nests in itself, or too deep, without an object"
      })
  }

  private static func draft(_ text: String) throws -> OpenAPIDraft {
    try OpenAPIDraft(Array(text.utf8), path: "a.json")
  }
}
