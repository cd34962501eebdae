import ContractModel
import Testing

@Suite("A mapping that reaches itself has to descend in the payload")
struct CircleTests {
  private func errors(_ mappings: String) -> [String] {
    ContractSet(text: #"{ "contract": 1, "mappings": { \#(mappings) } }"#).errors
      .filter { $0.severity == .error }.map(\.message)
  }

  private func endless(_ way: String, _ source: String) -> String {
    "the mapping never ends: \(way) by \"\(source)\", which does not go down in the payload"
  }

  @Test(
    "A circle that does not descend is an error, whatever the line's type",
    arguments: [
      ("@document.a?", "kids: [M]"), ("@root.a?", "kids: [M]"), ("@document.a?", "m: M?"),
      ("@document.a[]?", "kids: Set<M>"), ("@parent.a?", "m: M"), ("@root.a?", "m: [String: M]"),
      ("", "m: M?"), ("", "m: [M]?"),
    ])
  func itself(key: String, line: String) {
    let source = key.hasSuffix("?") ? String(key.dropLast()) : key
    #expect(
      errors(#""M": { "map": { "x?": "x: Int", "\#(key)": "\#(line)" } }"#)
        == [endless("\"M\" reaches itself", source)])
  }

  @Test("A circle through mappings, cases and bases is an error at the line that stays")
  func others() {
    let through = #""A": { "map": { "b": "b: B" } }, "B": { "map": { "@document.a?": "a: A" } }"#
    #expect(errors(through) == [endless("\"A\" leads back to \"B\"", "@document.a")])
    let added = """
      "A": { "map": { "t": "t: String" }, "switch": "t",
             "cases": { "x": { "@root.a?": "a: A" }, "y": "B" } },
      "B": { "extends": "C" }, "C": { "map": { "n": "n: Int", "@parent.p?": "p: A" } }
      """
    #expect(
      errors(added) == [
        endless("\"A\" reaches itself", "@root.a"),
        endless("\"A\" leads back to \"B\"", "@parent.p"),
      ])
    let aggregates =
      #""A": { "map": { "x": "Int", "": "b: B" } }, "B": { "map": { "y?": "Int", "": "a: A?" } }"#
    #expect(
      errors(aggregates) == [
        endless("\"B\" leads back to \"A\"", ""), endless("\"A\" leads back to \"B\"", ""),
      ])
  }

  @Test(
    "Lines that descend or do not return form no circle",
    arguments: [
      #""M": { "map": { "kids": "kids: [M]", "next?": "m: M" } }"#,
      #""A": { "map": { "z?": "Int", "": "b: B" } }, "B": { "map": { "a?": "a: [A]" } }"#,
      #""A": { "map": { "@document.b?": "b: B" } }, "B": { "map": { "x": "Int" } }"#,
      #""A": { "map": { "@parent.id": "id: Int", "a?": "a: A" } }"#,
      #""P": { "map": { "friends?": "[P]" }, "switch": "type", "cases": { "Boy": "Boy" } }, "Boy": { "extends": "P" }"#,
      #""M": { "map": { "type": "String" }, "switch": "type", "cases": { "box": { "lid": "M" } }, "else": {} }"#,
    ])
  func down(mappings: String) {
    #expect(errors(mappings) == [])
  }

  @Test("A line that reads nothing of the payload makes no object")
  func outside() {
    #expect(
      errors(#""M": { "map": { "x": "Int", "@index": "m: N" } }, "N": { "map": { "y": "Int" } }"#)
        == ["a position is a number, and no N"])
    #expect(
      errors(#""M": { "map": { "x": "Int", "@index": "m: Bool" } }"#)
        == ["a position is a number, and no Bool"])
    #expect(errors(#""M": { "map": { "x": "Int", "@index": "m: Int | Bool" } }"#) == [])
    #expect(
      errors(#""M": { "map": { "x": "Int", "@path.id": "m: [String: Int]" } }"#)
        == [#""@path.id" is a text, or several of one name, and no [String: Int]"#])
  }

  @Test("Many circles and long ones are found in a moment")
  func many() {
    let long = (0..<5_000).map { #""M\#($0)": { "map": { "a?": "a: M\#(($0 + 1) % 5_000)" } }"# }
    #expect(errors(long.joined(separator: ", ")) == [])
    let all = (0..<60).map { number in
      let lines = (0..<60).map { #""@document.k\#($0)?": "p\#($0): M\#($0)""# }
      return #""M\#(number)": { "map": { \#(lines.joined(separator: ", ")) } }"#
    }
    #expect(errors(all.joined(separator: ", ")).count == 3_600)
  }
}
