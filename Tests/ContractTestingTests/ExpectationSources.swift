import ContractTesting
import Foundation

/// A type with a property of each kind.
struct Thing: Decodable {
  struct Part: Decodable, Equatable {
    var partId: Int
    var label: String
  }
  enum Kind: String, Decodable { case big, small }

  var text: String
  var other: String
  var number: Int
  var ratio: Double
  var flag: Bool
  var date: Date
  var url: URL
  var uuid: UUID
  var kind: Kind
  var none: Part?
  var part: Part
  var second: Part
  var parts: [Part]
  var tags: [String]
  var empty: [Part]

  static let mappings = """
    "Thing": { "map": { "text": "text: String", "other": "other: String", "number": "number: Int",
      "ratio": "ratio: Double", "flag": "flag: Bool", "date": "date: Date(iso8601)", "url": "url: URL",
      "uuid": "uuid: UUID", "kind": "kind: 'big' | 'small'", "none?": "none: Part?",
      "part": "part: Part", "second": "second: Part", "parts": "parts: [Part]",
      "tags": "tags: [String]", "empty": "empty: [Part]" } },
    "Part": { "identifiedBy": "partId", "map": { "id": "partId: Int", "name": "label: String" } },
    """

  static let payload = #"""
    {"text":"same","other":"same","number":1,"ratio":1.5,"flag":true,"date":"2001-01-01T00:00:00Z",
    "url":"https://a.example/b","uuid":"9F6B1C3E-0000-4000-8000-00000000000A","kind":"big",
    "none":null,"part":{"id":1,"name":"same"},"second":{"id":1,"name":"same"},
    "parts":[{"id":2,"name":"same"},{"id":3,"name":"same"}],"tags":["same","same"],"empty":[]}
    """#

  /// Each source, and its property.
  static let lines: [(source: String, property: String)] = [
    ("text", "text"), ("other", "other"), ("number", "number"), ("ratio", "ratio"),
    ("flag", "flag"), ("date", "date"), ("url", "url"), ("uuid", "uuid"), ("kind", "kind"),
    ("none", "none"), ("part", "part"), ("second", "second"), ("parts", "parts"), ("tags", "tags"),
    ("empty", "empty"), ("part.id", "partId"), ("part.name", "label"),
    ("second.name", "label"), ("parts[0].name", "label"), ("parts[1].name", "label"),
    ("parts[1].id", "partId"),
  ]

  /// Decodes the changed payload with the contract's names.
  static func mapper(_ change: @escaping (inout [String: Any]) -> Void = { _ in })
    -> MapperUnderTest
  {
    .mapping { data in
      let json = try JSONSerialization.jsonObject(with: data)
      guard var members = json as? [String: Any] else { throw NoObject() }
      change(&members)
      let decoder = JSONDecoder()
      decoder.dateDecodingStrategy = .iso8601
      return try decoder.decode(
        Thing.self, from: JSONSerialization.data(withJSONObject: members))
    }
  }

  private struct NoObject: Error {}
}

extension Thing.Part {
  enum CodingKeys: String, CodingKey {
    case partId = "id"
    case label = "name"
  }
}

/// Returns the members of an object.
func object(_ json: Any?) -> [String: Any] { json as? [String: Any] ?? [:] }
func list(_ json: Any?) -> [Any] { json as? [Any] ?? [] }
