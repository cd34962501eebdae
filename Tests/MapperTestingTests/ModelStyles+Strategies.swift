import Foundation

extension ModelStyle {
  @Sendable static func snakeCase() -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return decoder
  }

  /// Keys in lower case, except those of the outermost object.
  @Sendable static func lowercase() -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .custom { path in
      let name = path.last?.stringValue ?? ""
      return path.count > 1 ? TextKey(name.lowercased()) : TextKey(name)
    }
    return decoder
  }

  static func dates(_ strategy: JSONDecoder.DateDecodingStrategy) -> @Sendable () -> JSONDecoder {
    {
      let decoder = JSONDecoder()
      decoder.dateDecodingStrategy = strategy
      return decoder
    }
  }

  static let strategies = [
    ModelStyle(
      "snake case", SnakeUser.self,
      #"""
      {"user_id": 1, "first_name": null, "picture_url": "a", "home_town": {"id": 2, "name": "b"},
      "extra": {"a_b": 1}}
      """#, decoder: snakeCase),
    ModelStyle(
      "snake case twice", FooBar.self, #"{"foo_bar": 1, "fooBar": 2}"#, #"{"FOO_BAR": 1}"#,
      decoder: snakeCase),
    ModelStyle(
      "keys that depend on the path", [Town].self, #"[{"ID": 1, "Name": "a"}]"#,
      decoder: lowercase),
    ModelStyle(
      "Foundation's types", FoundationValues.self, foundation("0"), decoder: dates(.deferredToDate)),
    ModelStyle(
      "ISO 8601", FoundationValues.self, foundation(#""2012-03-01T00:00:00Z""#),
      decoder: dates(.iso8601)),
    ModelStyle(
      "milliseconds", FoundationValues.self, foundation("1325376000000"),
      decoder: dates(.millisecondsSince1970)),
    ModelStyle(
      "seconds in snake case", FoundationValues.self,
      foundation("1").replacing("byName", with: "by_name")
    ) {
      let decoder = snakeCase()
      decoder.dateDecodingStrategy = .secondsSince1970
      return decoder
    },
    ModelStyle(
      "dates of one's own", [Date].self, #"[{"at": {"id": 1}}]"#,
      decoder: dates(
        .custom { decoder in
          let container = try decoder.container(keyedBy: TextKey.self)
          let at = try container.decode(Base.self, forKey: TextKey("at"))
          return Date(timeIntervalSince1970: Double(at.id))
        })),
    ModelStyle(
      "a date at the top", Date.self, #""2012-03-01T00:00:00Z""#, decoder: dates(.iso8601)),
    ModelStyle(
      "dates by name at the top", [String: Date?].self,
      #"{"a": "2012-03-01T00:00:00Z", "b": null}"#,
      decoder: dates(.iso8601)),
    ModelStyle(
      "an optional date at the top", Date?.self, #""2012-03-01T00:00:00Z""#, "null",
      decoder: dates(.iso8601)),
    ModelStyle("floats with names", [Double].self, #"[1, "NaN", "+"]"#) {
      let decoder = JSONDecoder()
      decoder.nonConformingFloatDecodingStrategy = .convertFromString(
        positiveInfinity: "+", negativeInfinity: "-", nan: "NaN")
      return decoder
    },
    ModelStyle("JSON 5", Town.self, "{id: 1, 'name': 'a', /* c */}") {
      let decoder = JSONDecoder()
      decoder.allowsJSON5 = true
      return decoder
    },
    ModelStyle("no braces", Town.self, #""id": 1, "name": "a""#) {
      let decoder = JSONDecoder()
      decoder.assumesTopLevelDictionary = true
      return decoder
    },
  ]

  private static func foundation(_ date: String) -> String {
    #"""
    {"date": \#(date), "url": "https://a.b", "data": "AQID", "price": 1.10,
    "id": "6D0A2C54-6F0C-4C3C-9C57-111111111111", "later": null, "dates": [\#(date)],
    "byName": {"a_b": \#(date)}, "range": [1, 2], "locale": {"identifier": "de", "current": 0}}
    """#
  }
}
