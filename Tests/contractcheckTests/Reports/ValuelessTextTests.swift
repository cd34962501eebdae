import JSONParsing
import Testing

@testable import Reporting

@Suite("An excerpt without values has only the keys of a payload")
struct ValuelessTextTests {
  private func replaced(
    _ text: String, at offset: Int = 0, _ count: Int = 1,
    showsKey: (String) -> Bool = { _ in true }
  ) -> String? {
    ValuelessText.replacing(Array(text.utf8), offset..<offset + count, showsKey: showsKey).map {
      String(decoding: $0.text, as: UTF8.self)
    }
  }

  @Test("Keys, brackets, white space and nulls stay")
  func kept() {
    #expect(
      replaced(#"{"id": 7, "a\"b":"x\"y", "t": [true, null, "z"], "h": ****}"#)
        == #"{"id": …, "…":"…", "t": […, null, "…"], "h": …}"#)
  }

  @Test("Keys that are data or have escapes are not shown")
  func keys() {
    let text = #"{"id":1,"ann@example.org":{"id":2},"\u0069d":3}"#
    #expect(
      replaced(text) { $0 == "id" } == #"{"id":…,"…":{"id":…},"…":…}"#)
  }

  @Test("The marked bytes are those of the token")
  func marked() throws {
    let text = Array(#"{"id":"12345","b":{"c":1}}"#.utf8)
    let result = try #require(ValuelessText.replacing(text, 6..<13) { _ in true })
    #expect(String(decoding: result.text[result.range], as: UTF8.self) == "\"…\"")
    let object = try #require(ValuelessText.replacing(text, 18..<25) { _ in true })
    #expect(String(decoding: object.text[object.range], as: UTF8.self) == #"{"c":…}"#)
  }

  @Test("Text that is not JSON is not shown", arguments: ["<html>", "{id: X}", "{\"a\" # 1}"])
  func refused(text: String) { #expect(replaced(text) == nil) }

  @Test("No value is shown, however the payload is cut and marked")
  func cut() throws {
    let text =
      #"{"k":"SECRET","kk":["SE\"CRET:",{"k":"\\SECRET\\"},98765],"k":"","kkk":{"k":"{SECRET"}}"#
    let bytes = Array(text.utf8)
    let document = try JSONDocument(parsing: bytes)
    var places: [Int] = [0]
    func note(_ value: JSONValue) {
      places.append(value.byteRange.lowerBound)
      for member in value.members {
        places.append(member.nameRange.lowerBound)
        note(member.value)
      }
      for element in value.elements { note(element) }
    }
    note(document.root)
    var count = 0
    for place in places {
      for start in 0...place {
        for end in place + 1...bytes.count {
          let piece = Array(bytes[start..<end])
          let mark = place - start..<place - start + 1
          guard let result = ValuelessText.replacing(piece, mark, showsKey: { _ in true })
          else { continue }
          count += 1
          let shown = String(decoding: result.text, as: UTF8.self)
          let isBare = shown.allSatisfy { "k{}[]:,\"…".contains($0) }
          #expect(isBare, "\(shown) of \(String(decoding: piece, as: UTF8.self))")
        }
      }
    }
    #expect(count > 10_000)
  }
}
