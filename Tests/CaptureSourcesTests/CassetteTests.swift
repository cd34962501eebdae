import Testing

@testable import CaptureSources

@Suite("Each interaction of a cassette is a record")
struct CassetteTests {
  private static func reading(_ body: String, _ rest: String = "") -> Reading {
    Reading(
      #"""
      {"recorded_with":"VCR 6","http_interactions":[
       {"request":{"method":"get","uri":"https://a/b?c","headers":{"Accept":["x/y"]}},
        "response":{"status":{"code":201,"message":"Created"},
                    "headers":{"Content-Type":["a/b"]},"body":\#(body)}}\#(rest)]}
      """#)
  }

  @Test("A record has method, URL, status and type, and the text is its body")
  func known() {
    let reading = Self.reading(#"{"encoding":"UTF-8","string":"{\"id\":1}"}"#)
    #expect(reading.records == [#"entry 0 exchange get https://a/b?c 201 a/b: {"id":1}"#])
    #expect(reading.problems == [])
    #expect(reading.places == ["-"])
    #expect(Self.reading(#""[1]""#).records == ["entry 0 exchange get https://a/b?c 201 a/b: [1]"])
  }

  @Test("A base64 body is decoded, with or without line breaks")
  func base64() {
    for text in ["eyJpZCI6MX0=", #"eyJp\nZCI6\r\nMX0=\n"#] {
      let reading = Self.reading(#"{"encoding":"ASCII-8BIT","base64_string":"\#(text)"}"#)
      #expect(reading.records == [#"entry 0 exchange get https://a/b?c 201 a/b: {"id":1}"#])
    }
    let bad = Self.reading(#"{"base64_string":"{"}"#)
    #expect(
      bad.records == [
        #"entry 0 exchange get https://a/b?c 201 a/b expected base64, found "{" at offset 0: "#
      ])
  }

  @Test("A member that an interaction lacks is absent; a malformed interaction is a problem")
  func lacking() {
    #expect(
      Self.reading("{}").records == ["entry 0 exchange get https://a/b?c 201 a/b absent: "])
    let reading = Self.reading("null", ",{},[],{\"response\":{\"status\":{\"code\":\"x\"}}}")
    #expect(reading.records.count == 3)
    #expect(reading.records[1] == "entry 1 exchange absent: ")
    #expect(reading.problems == ["x:4:67: entry 2 is not an object"])
  }

  @Test("A truncated cassette has the interactions before the cut")
  func broken() {
    let text = #"{"http_interactions":[{"request":{"uri":"/1"}},{"request"#
    let reading = Reading(text, as: .vcr)
    #expect(reading.records == ["entry 0 exchange /1 absent: "])
    #expect(reading.problems.count == 1)
    #expect(Reading("{}", as: .vcr).problems == ["x: the archive has no http_interactions"])
  }
}
