import Foundation

extension ModelStyle {
  /// All styles; the strategies use their own `decoder`.
  static let all = synthesized + wide + dictionaries + handWritten + classes + strategies

  private static let synthesized = [
    ModelStyle(
      "a flat struct", Flat.self, #"{"id": 1, "name": "Ann", "isAdmin": true, "score": 1.5}"#),
    ModelStyle(
      "optionals", Optionals.self,
      #"{"id": 1, "name": null, "city": {"id": 2, "name": "NY"}, "tags": ["a"], "doubled": 1}"#,
      "{}", #"{"doubled": null, "city": null}"#),
    ModelStyle("renamed keys", Renamed.self, #"{"id": 1, "home_town": {"id": 2, "name": "NY"}}"#),
    ModelStyle(
      "every integer", Integers.self,
      #"""
      {"i8": 1, "i16": 2, "i32": 3, "i64": 4, "u": 6, "u8": 7, "u16": 8, "u32": 9, "u64": 10}
      """#),
    ModelStyle(
      "every optional number", OptionalNumbers.self,
      #"""
      {"b": true, "f": 1.5, "d": 2.5, "i8": 1, "i16": 2, "i32": 3, "i64": 4, "u": 6,
      "u8": 7, "u16": 8, "u32": 9, "u64": null}
      """#),
    ModelStyle("collections", Collections.self, collections),
    ModelStyle("recursion", Recursive.self, recursive),
    ModelStyle(
      "raw values", Enumerations.self, #"{"colour": "red", "level": 2, "colours": ["green"]}"#),
    ModelStyle(
      "cases with values", [Shape].self,
      #"[{"circle": {"radius": 1.5}}, {"pair": {"_0": 1}}, {"point": {}}]"#),
    ModelStyle(
      "generics", Generic<Town, [Int]>.self,
      #"{"item": {"id": 1, "name": "a"}, "other": [1], "all": [{"id": 2, "name": "b"}]}"#),
    ModelStyle(
      "generics of leaves", Generic<Int, String>.self, #"{"item": 1, "other": "a", "all": [2]}"#),
    ModelStyle("nothing to read", WithNothing.self, #"{"id": 1, "meta": {"a": 1}}"#),
    ModelStyle("nothing at all", Nothing.self, #"{"id": 1}"#, "7"),
    ModelStyle("defaults", Defaults.self, #"{"id": 1, "kind": "a", "count": 3}"#),
    ModelStyle("an array of models", [Town].self, #"[{"id": 1, "name": "a"}]"#, "[]"),
    ModelStyle("an optional at the top", Town?.self, #"{"id": 1, "name": "a"}"#, "null"),
    ModelStyle("a number at the top", Int.self, "7"),
    ModelStyle("a text at the top", String.self, #""a""#),
    ModelStyle("a set of optionals", Set<Int?>.self, "[1, null, 1]"),
  ]

  /// The styles of systems with 128-bit integers.
  private static var wide: [ModelStyle] {
    guard #available(macOS 15, iOS 18, *) else { return [] }
    return [
      ModelStyle(
        "integers of 128 bits", WideIntegers.self,
        #"{"i128": 5, "u128": 11, "maybeI128": 1, "maybeU128": null, "list": [1]}"#)
    ]
  }

  private static let collections = #"""
    {"towns": [{"id": 1, "name": "a"}, {"id": 2, "name": "b"}], "grid": [[1], []],
    "holes": [1, null], "unique": ["a", "b", "a"], "maybe": [null, {"id": 3, "name": "c"}],
    "slice": [1, 2]}
    """#

  private static let recursive = #"""
    {"id": 1, "friends": [{"id": 2, "friends": [{"id": 3}]}],
    "byName": {"a": {"id": 4, "byName": {}}}}
    """#

  private static let dictionary = #"""
    {"counts": {"a_b": 1, "c": 2}, "nested": {"x_y": {"z_w": {"id": 1, "name": "a"}}},
    "lists": {"p_q": [{"id": 2, "name": "b"}]}, "maybe": {"n_m": null},
    "numbered": {"1": {"id": 3, "name": "c"}}, "planets": {"earth": 1}, "wings": {"left": [1]},
    "pairs": ["red", 1]}
    """#

  private static let dictionaries =
    [
      ModelStyle("dictionaries", Dictionaries.self, dictionary),
      ModelStyle("a dictionary at the top", [String: Town].self, #"{"a": {"id": 1, "name": "b"}}"#),
      ModelStyle("a dictionary with numbers for keys", [Int: Int].self, #"{"1": 1, "2": 2}"#),
    ]
    + [("snake case", snakeCase), ("a custom strategy", lowercase)].flatMap { name, decoder in
      [
        ModelStyle("dictionaries under \(name)", Dictionaries.self, dictionary, decoder: decoder),
        ModelStyle(
          "a dictionary of dictionaries at the top under \(name)", [String: [String: Int]].self,
          #"{"a_b": {"C_d": 1, "c_D": 2}, "aB": {}}"#, decoder: decoder),
        ModelStyle(
          "an optional dictionary under \(name)", [String: [String: Int?]?]?.self,
          #"{"a_b": {"c_d": null}, "aB": null}"#, decoder: decoder),
      ]
    }

  private static let handWritten = [
    ModelStyle(
      "nested containers", Nested.self,
      #"{"city": {"name": "NY"}, "items": [1, [2, 3], {"id": 4}]}"#),
    ModelStyle("a lossy array", LossyList.self, #"[{"id": 1, "name": "a"}, 7, {"id": 2}]"#),
    ModelStyle("a union", [Union].self, #"[1, "a", {"id": 1, "name": "b"}]"#),
    ModelStyle(
      "any JSON", AnyJSON.self, #"{"a": [1, "b", null, true, {"c": {}}], "d": 1.5}"#),
    ModelStyle(
      "a discriminator", [Animal].self,
      #"""
      [{"kind": "town", "id": 1, "name": "a"},
      {"kind": "flat", "value": {"id": 1, "name": "b", "isAdmin": false, "score": 2}}]
      """#),
    ModelStyle("questions first", Careful.self, #"{"deleted": {"a": 1}, "name": null, "id": 1}"#),
    ModelStyle("all names", AllNames.self, #"{"a": 1, "b": {"c": 1}, "d": null}"#),
    ModelStyle(
      "optional elements", OptionalElements.self, #"[true, null, {"id": 1, "name": "a"}, "b"]"#),
    ModelStyle("an error of its own", OwnError.self, #"{"id": 1}"#),
    ModelStyle("a container that is kept", LazyOwner.self, #"{"value": {"id": 1, "name": "a"}}"#),
    ModelStyle(
      "the surroundings", SurroundingsOwner.self, #"{"items": [{}, {}], "more": {"a": {}}}"#
    ) {
      let decoder = JSONDecoder()
      if let key = CodingUserInfoKey(rawValue: "app") { decoder.userInfo[key] = 7 }
      return decoder
    },
  ]

  private static let classes = [
    ModelStyle("a class", Base.self, #"{"id": 1}"#),
    ModelStyle(
      "a superclass with a decoder", Derived.self, #"{"name": "a", "super": {"id": 1}}"#),
    ModelStyle(
      "a superclass behind a key", KeyedDerived.self, #"{"name": "a", "base": {"id": 1}}"#),
    ModelStyle("a superclass beside", FlatDerived.self, #"{"name": "a", "id": 1}"#),
    ModelStyle("a superclass in an array", ListDerived.self, #"[1, {"id": 1}]"#),
    ModelStyle(
      "property wrappers", Wrapped.self, #"{"name": "  a", "count": 1}"#, #"{"name": "a"}"#),
  ]
}
