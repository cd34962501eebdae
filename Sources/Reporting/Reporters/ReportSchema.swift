import FaultTolerance

/// The JSON Schema of the `json` report of a check.
package enum ReportSchema {
  private static let answers = FaultAnswer.allCases.map { "\"\($0.rawValue)\"" }
    .joined(separator: ", ")

  /// The schema (JSON Schema 2020-12); ends with a line end.
  package static let text = """
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "contractcheck report",
      "type": "object",
      "required": ["report", "inputs", "records", "payloads", "bytes", "violations", "groups"],
      "additionalProperties": false,
      "properties": {
        "report": { "const": 1, "description": "the version of this format" },
        "inputs": { "$ref": "#/$defs/count" },
        "records": { "$ref": "#/$defs/count" },
        "payloads": { "$ref": "#/$defs/count", "description": "records that belong to an endpoint and have a body" },
        "bytes": { "$ref": "#/$defs/count" },
        "violations": { "$ref": "#/$defs/count", "description": "of severity warning and error" },
        "filtered": { "$ref": "#/$defs/count" },
        "bodiless": { "$ref": "#/$defs/count" },
        "withoutStatus": { "$ref": "#/$defs/count", "description": "exchanges without a status, which are taken for 200" },
        "cutOff": { "$ref": "#/$defs/count", "description": "bodies that the log has cut off, which are not checked" },
        "stopped": { "type": "string", "description": "where --max-violations ended the check" },
        "unread": { "type": "array", "items": { "$ref": "#/$defs/unread" } },
        "groups": { "type": "array", "items": { "$ref": "#/$defs/group" } },
        "endpoints": { "type": "array", "items": { "type": "object", "properties": {
          "endpoint": { "type": "string" }, "contract": { "type": "string" },
          "payloads": { "$ref": "#/$defs/count" }, "refused": { "$ref": "#/$defs/count" } } } },
        "types": { "type": "array", "items": { "type": "object", "properties": {
          "type": { "type": "string" }, "contract": { "type": "string" },
          "mentions": { "$ref": "#/$defs/count" }, "distinct": { "$ref": "#/$defs/count" },
          "repeated": { "$ref": "#/$defs/count" } } } },
        "keys": { "type": "array", "items": { "type": "object", "properties": {
          "contract": { "type": "string" }, "mapping": { "type": "string" }, "key": { "type": "string" },
          "total": { "$ref": "#/$defs/count" }, "present": { "$ref": "#/$defs/count" },
          "null": { "$ref": "#/$defs/count" }, "failed": { "$ref": "#/$defs/count" } } } },
        "unmapped": { "type": "array", "items": { "type": "object", "properties": {
          "mapping": { "type": "string" }, "key": { "type": "string" }, "count": { "$ref": "#/$defs/count" } } } },
        "captured": {
          "type": "object",
          "description": "of all that the contracts have, how much payloads came for",
          "required": ["endpoints", "keys", "statuses", "cases"],
          "additionalProperties": false,
          "properties": {
            "endpoints": { "$ref": "#/$defs/share" }, "keys": { "$ref": "#/$defs/share" },
            "statuses": { "$ref": "#/$defs/share" }, "cases": { "$ref": "#/$defs/share" }
          }
        },
        "unmatchedRecords": { "$ref": "#/$defs/count" },
        "unmatched": { "type": "array", "description": "the largest first", "items": { "type": "object", "properties": {
          "reason": { "type": "string" },
          "shape": { "type": "string", "description": "GET /groups/:id 200" },
          "example": { "type": "string", "description": "with --show-values" },
          "nearest": { "type": "string" },
          "count": { "$ref": "#/$defs/count" } } } },
        "versions": { "type": "array", "description": "versions of --released, the worst first", "items": { "type": "object", "properties": {
          "version": { "type": "string" }, "measured": { "type": "boolean" },
          "payloads": { "$ref": "#/$defs/count" }, "refused": { "$ref": "#/$defs/count" },
          "unknown": { "$ref": "#/$defs/count", "description": "records that the version has no endpoint for" },
          "requests": { "$ref": "#/$defs/count", "description": "of the version, by --by and --version" },
          "lines": { "type": "array", "items": { "type": "object", "properties": {
            "endpoint": { "type": "string" }, "line": { "type": "string" }, "rule": { "type": "string" },
            "count": { "$ref": "#/$defs/count" },
            "answer": { "enum": [\(answers)] } } } } } } },
        "baseline": {
          "type": "object",
          "description": "the entries of the baseline that accept nothing",
          "required": ["file", "day", "expired", "stale", "unchecked"],
          "additionalProperties": false,
          "properties": {
            "file": { "type": "string" },
            "day": { "type": "string", "format": "date", "description": "today, in UTC" },
            "expired": { "$ref": "#/$defs/entries", "description": "of groups that fail again" },
            "stale": { "$ref": "#/$defs/entries", "description": "of groups that nothing breaks any more" },
            "unchecked": { "$ref": "#/$defs/entries", "description": "of what no payload came for" }
          }
        }
      },
      "$defs": {
        "count": { "type": "integer", "minimum": 0 },
        "severity": { "enum": ["info", "warning", "error"] },
        "share": {
          "type": "object",
          "required": ["captured", "count", "never"],
          "additionalProperties": false,
          "properties": {
            "captured": { "$ref": "#/$defs/count" }, "count": { "$ref": "#/$defs/count" },
            "never": { "type": "array", "items": { "type": "string" } }
          }
        },
        "entries": { "type": "array", "items": {
          "type": "object",
          "required": ["contract", "endpoint", "rule", "reason", "expires", "fingerprint"],
          "additionalProperties": false,
          "properties": {
            "contract": { "type": "string" }, "endpoint": { "type": "string" }, "rule": { "type": "string" },
            "mapping": { "type": "string" }, "key": { "type": "string" }, "reason": { "type": "string" },
            "expires": { "type": "string", "format": "date" },
            "count": { "$ref": "#/$defs/count", "description": "violations when it was written" },
            "upTo": { "$ref": "#/$defs/percent" },
            "fingerprint": { "type": "string" } } } },
        "percent": { "type": "string", "description": "of the payloads of the endpoint: 20%" },
        "accepted": {
          "type": "object",
          "description": "the baseline accepts the group: it does not fail the check",
          "required": ["until", "reason"],
          "additionalProperties": false,
          "properties": {
            "until": { "type": "string", "format": "date" }, "upTo": { "$ref": "#/$defs/percent" },
            "reason": { "type": "string" } }
        },
        "expired": {
          "type": "object",
          "description": "the baseline's entry for the group has expired",
          "required": ["on", "reason"],
          "additionalProperties": false,
          "properties": {
            "on": { "type": "string", "format": "date" }, "upTo": { "$ref": "#/$defs/percent" },
            "reason": { "type": "string" } }
        },
        "grew": {
          "type": "object",
          "description": "more of the payloads have it than the baseline's entry accepts",
          "required": ["payloads", "of", "upTo", "reason"],
          "additionalProperties": false,
          "properties": {
            "payloads": { "$ref": "#/$defs/count" }, "of": { "$ref": "#/$defs/count" },
            "upTo": { "$ref": "#/$defs/percent" }, "reason": { "type": "string" } }
        },
        "tolerated": {
          "type": "object",
          "description": "--tolerate lets the group pass: so many payloads of the endpoint break the rule",
          "required": ["upTo", "payloads", "of"],
          "additionalProperties": false,
          "properties": {
            "upTo": { "type": "string", "description": "a share, or a number of payloads" },
            "payloads": { "$ref": "#/$defs/count" }, "of": { "$ref": "#/$defs/count" } }
        },
        "group": {
          "type": "object",
          "required": ["rule", "severity", "endpoint", "contract", "count", "payloads", "examples"],
          "additionalProperties": false,
          "properties": {
            "rule": { "type": "string" },
            "severity": { "$ref": "#/$defs/severity" },
            "endpoint": { "type": "string" },
            "contract": { "type": "string" },
            "mapping": { "type": "string" },
            "key": { "type": "string", "description": "the key path of the line, or of the key that no line reads, in the mapping" },
            "count": { "$ref": "#/$defs/count" },
            "payloads": { "$ref": "#/$defs/count" },
            "objects": { "$ref": "#/$defs/count", "description": "of the endpoint, whose key was looked for" },
            "present": { "$ref": "#/$defs/count" },
            "null": { "$ref": "#/$defs/count" },
            "distinctValues": { "$ref": "#/$defs/count", "description": "where values are what is wrong" },
            "hasMoreValues": { "type": "boolean", "description": "whether there are more than are told apart" },
            "values": {
              "type": "array",
              "description": "with --show-values, the ten most frequent, as JSON",
              "items": { "type": "object", "required": ["value", "count"], "additionalProperties": false,
                "properties": { "value": { "type": "string" }, "count": { "$ref": "#/$defs/count" } } }
            },
            "accepted": { "$ref": "#/$defs/accepted" },
            "expired": { "$ref": "#/$defs/expired" },
            "grew": { "$ref": "#/$defs/grew" },
            "tolerated": { "$ref": "#/$defs/tolerated" },
            "examples": { "type": "array", "items": { "$ref": "#/$defs/violation" } }
          }
        },
        "unread": {
          "type": "object",
          "description": "what could not be read, also a line at the end of the ndjson report",
          "required": ["unread"],
          "additionalProperties": false,
          "properties": {
            "unread": { "type": "string", "description": "what is wrong" },
            "input": { "type": "string" },
            "line": { "type": "integer" },
            "column": { "type": "integer" }
          }
        },
        "violation": {
          "type": "object",
          "description": "also a line of the ndjson report",
          "required": ["rule", "severity", "input", "endpoint", "path", "pointer", "line", "column", "in", "message", "next"],
          "additionalProperties": false,
          "properties": {
            "rule": { "type": "string" },
            "severity": { "$ref": "#/$defs/severity" },
            "input": { "type": "string" },
            "record": { "type": "integer", "description": "the line of NDJSON, one-based" },
            "entry": { "type": "integer", "description": "the entry of an archive, zero-based" },
            "request": { "type": "string" },
            "endpoint": { "type": "string" },
            "path": { "type": "string", "description": "for people: friends[1].name; {key} for a key that is data, unless values are shown" },
            "pointer": { "type": "string", "description": "RFC 6901" },
            "line": { "type": "integer" },
            "column": { "type": "integer" },
            "in": { "enum": ["input", "body"], "description": "what line and column count in" },
            "message": { "type": "string" },
            "hint": { "type": "string" },
            "contractLine": { "type": "string", "description": "file:line:column" },
            "next": { "type": "string", "description": "the command that says what may be changed" },
            "accepted": { "$ref": "#/$defs/accepted" },
            "expired": { "$ref": "#/$defs/expired" },
            "grew": { "$ref": "#/$defs/grew" },
            "tolerated": { "$ref": "#/$defs/tolerated" },
            "tolerance": { "type": "string", "description": "what may let it pass; whether it does, only a line at the end says" }
          }
        }
      }
    }

    """
}
