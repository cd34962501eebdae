import JSONParsing
import TestSupport
import Testing

@Suite("The document notes input that JSON readers disagree about")
struct NoticeTests {
  private func notices(_ text: String) throws -> [JSONNotice] {
    try JSONDocument(parsing: text).notices
  }

  @Test("A duplicate member is noted at each later name, with the first")
  func duplicates() throws {
    #expect(
      try notices(#"{"a":1,"b":2,"a":3,"\u0061":4}"#) == [
        JSONNotice(kind: .duplicateMember(first: 1), offset: 13),
        JSONNotice(kind: .duplicateMember(first: 1), offset: 19),
      ])
    #expect(
      try notices(#"[{"x":{"y":1,"y":2}},{"":1,"":2}]"#) == [
        JSONNotice(kind: .duplicateMember(first: 7), offset: 13),
        JSONNotice(kind: .duplicateMember(first: 22), offset: 27),
      ])
    #expect(try notices(#"[{"a":1},{"a":1},{"b":{"a":1},"a":1}]"#) == [])
  }

  @Test("An unpaired surrogate is noted at its escape, in strings and in names")
  func surrogates() throws {
    #expect(
      try notices(#"{"\ud800":"ab\udc00\ud83d\ude00","\ud801":"é\ud83d"}"#) == [
        JSONNotice(kind: .unpairedSurrogate, offset: 2),
        JSONNotice(kind: .unpairedSurrogate, offset: 13),
        JSONNotice(kind: .unpairedSurrogate, offset: 34),
        JSONNotice(kind: .unpairedSurrogate, offset: 45),
      ])
  }

  @Test("Noted duplicates equal those found by comparing each pair of names")
  func everyPair() throws {
    var generator = SplitMix64(seed: 11)
    for _ in 0..<300 {
      let names = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
        String(repeating: "k", count: Int.random(in: 0...9, using: &generator))
          + ["", "é", "e\u{301}", "\\u006b", "0"].randomElement(using: &generator)!
      }
      let text = "{" + names.map { "\"\($0)\":0" }.joined(separator: ",") + "}"
      let members = try JSONDocument(parsing: text).root.members.map { $0 }
      let expected = members.indices.compactMap { index -> JSONNotice? in
        let first = members.firstIndex { $0.name == members[index].name } ?? index
        guard first < index else { return nil }
        return JSONNotice(
          kind: .duplicateMember(first: members[first].nameRange.lowerBound),
          offset: members[index].nameRange.lowerBound)
      }
      #expect(try notices(text) == expected)
    }
  }

  @Test("Names with a common start and end are distinguished", arguments: [2, 5, 9, 30, 199, 201])
  func alikeNames(count: Int) throws {
    let names = (100..<100 + count).map { "starting\($0)endingso" }
    let text = names.map { "\"\($0)\":0" }.joined(separator: ",")
    #expect(try notices("{\(text)}") == [])
    let again = "{\(text),\"\(names[count / 2])\":1}"
    let first = 1 + count / 2 * "\"starting100endingso\":0,".utf8.count
    #expect(
      try notices(again) == [
        JSONNotice(kind: .duplicateMember(first: first), offset: text.utf8.count + 2)
      ])
  }

  @Test("An object of 200,000 members with one name is read")
  func manyDuplicates() throws {
    let text = "{" + repeatElement(#""a":0"#, count: 200_000).joined(separator: ",") + "}"
    #expect(try notices(text).count == 199_999)
  }
}
