import ContractModel
import JSONParsing
import MappingEngine
import TestSupport
import Testing

@Suite("A reading records which lines and cases read which values")
struct ReadRecorderTests {
  /// Returns the reads of a payload of the type `A`.
  private func reads(_ mappings: String, _ payload: String) throws -> RecordedReads {
    let contract = try OneContract.of(mappings: mappings)
    let target = try TargetText("A").target
    let recorder = ReadRecorder(contract, as: [target])
    return recorder.reads(of: try JSONDocument(parsing: payload), as: target)
  }

  /// Returns a text for each read: the value and the line that reads it, with the level if the
  /// value is inside of the line's value, and with the role if it is not plain.
  private func texts(_ reads: RecordedReads, of payload: String) throws -> [String] {
    let document = try JSONDocument(parsing: payload)
    return reads.lines.map { read in
      let text = JSONValue(document: document, node: read.node).text()
      let level = read.level > 0 ? " in \(read.level) of \(read.line.value)" : ""
      let role = read.role == .plain ? "" : " \(read.role)"
      return "\(text) by \(read.line.source): \(read.value)\(level)\(role)"
    }
  }

  @Test("Values, elements and their content are recorded with their roles")
  func lines() throws {
    let payload = #"{"id":1,"owner":7,"rows":[[2]],"names":{"n":"x"},"b":{"c":null}}"#
    let reads = try reads(
      #"""
      "A": { "identifiedBy": "key", "connect": { "a: A": { "owner": "key" } }, "map": {
        "id": "key: Int", "owner": "owner: Int", "rows": "rows: [[Int]]",
        "names": "names: [String: String]", "b.c": "c: Int?", "b": "b: B", "d?": "d: Int" } },
      "B": { "map": { "@parent.id": "outer: Int", "c": "c: Int?" } }
      """#, payload)
    #expect(
      try texts(reads, of: payload) == [
        payload + " by : A",
        "1 by id: Int identity", "7 by owner: Int foreignKey", "[[2]] by rows: [[Int]]",
        "[2] by rows: [Int] in 1 of [[Int]]", "2 by rows: Int in 2 of [[Int]]",
        #"{"n":"x"} by names: [String: String]"#,
        #""x" by names: String in 1 of [String: String]"#, "null by b.c: Int?",
        #"{"c":null} by b: B"#, "1 by @parent.id: Int", "null by c: Int?",
      ])
    #expect(reads.errors.isEmpty && reads.looks.isEmpty && reads.choices.isEmpty)
  }

  @Test("Values of a path through every element count as elements")
  func collected() throws {
    let payload = #"{"rows":[{"v":1,"w":{}},{"v":2,"w":null}]}"#
    let reads = try reads(
      #""A": { "map": { "rows[].v": "v: [Int]", "rows[].w": "w: Any" } }"#, payload)
    #expect(
      try texts(reads, of: payload).dropFirst() == [
        "1 by rows[].v: Int in 1 of [Int]", "2 by rows[].v: Int in 1 of [Int]",
        "{} by rows[].w: Any in 1 of Any", "null by rows[].w: Any in 1 of Any",
      ])
  }

  @Test("Members that all cases look at, and the chosen cases, are recorded")
  func cases() throws {
    let payload = #"{"type":"dog","name":"x","inner":{"type":"cat","name":"y"}}"#
    let reads = try reads(
      #"""
      "A": { "map": { "inner?": "inner: A" }, "cases": [
        { "when": { "type": "cat" }, "use": { "name": "cat: String" } },
        { "when": { "type": "dog" }, "use": { "name": "dog: String" } },
        { "exists": "name", "use": { "name": "other: String" } } ] }
      """#, payload)
    let document = try JSONDocument(parsing: payload)
    let looks = reads.looks.map { look in
      JSONValue(document: document, node: look.node).text()
        + (look.literal.map { " = \($0)" } ?? "")
    }
    #expect(
      looks == [
        #""dog" = 'cat'"#, #""dog" = 'dog'"#, #""x""#, #""cat" = 'cat'"#, #""cat" = 'dog'"#,
        #""y""#,
      ])
    #expect(reads.choices.map { "\($0.mapping) \($0.option)" } == ["A 1", "A 0"])
  }

  @Test("A rejected payload is recorded too")
  func errors() throws {
    let payload = #"{"k":"x","l":[1,"y"]}"#
    let reads = try reads(#""A": { "map": { "k": "Int", "l": "[Int]" } }"#, payload)
    #expect(Set(reads.errors.map(\.description)) == ["wrong-type at k", "wrong-type at l[1]"])
    #expect(
      try texts(reads, of: payload).dropFirst() == [
        #""x" by k: Int"#, #"[1,"y"] by l: [Int]"#, "1 by l: Int in 1 of [Int]",
        #""y" by l: Int in 1 of [Int]"#,
      ])
  }
}
