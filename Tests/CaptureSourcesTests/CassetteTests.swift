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

  @Test("A cassette of DVR has JSON and texts unchanged, and other bodies in base64")
  func dvr() {
    let bodies = [
      ("application/json", #"{"id":1}"#), ("text/plain", #""[1]""#), ("a/b", #""WzJd""#),
    ]
    let interactions = bodies.map { type, body in
      #"""
      {"recorded_at":1700000000.5,"request":{"method":"GET","url":"https://a/b","headers":{}},
       "response":{"status":200,"url":"https://a/b","headers":{"Content-Type":"\#(type)"},"body":\#(body)}}
      """#
    }.joined(separator: ",")
    let reading = Reading(#"{"name":"b","interactions":[\#(interactions)]}"#)
    #expect(
      reading.records == [
        #"entry 0 exchange GET https://a/b 200 application/json: {"id":1}"#,
        "entry 1 exchange GET https://a/b 200 text/plain: [1]",
        "entry 2 exchange GET https://a/b 200 a/b: [2]",
      ])
    #expect(reading.problems == [])
    let other = #"{"name":"b","interactions":[{"request":1}]}"#
    #expect(Reading(other).records == ["file body: \(other)"])
  }

  private static func collection(_ item: String) -> String {
    #"""
    {"info":{"name":"Shop","schema":"https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},
     "variable":[{"key":"v","value":"v2"}],"item":[\#(item)]}
    """#
  }

  @Test("A saved example of a Postman collection is an exchange, with the known parts of its URL")
  func postman() {
    let folder = #"""
      {"name":"users","item":[{"name":"one","request":{"method":"GET","url":"{{base}}/users"},"response":[
       {"name":"ok","originalRequest":{"method":"GET","header":[],"url":{"raw":"{{base}}/{{v}}/users/:id?a=1",
         "variable":[{"key":"id","value":"7"}]}},"status":"OK","code":200,
        "header":[{"key":"Content-Type","value":"application/json"}],"body":"{\"id\":7}"},
       {"name":"none","originalRequest":{"method":"GET","url":"https://{{host}}/users"},"code":404,"body":null}]}]}
      """#
    let reading = Reading(Self.collection(folder))
    #expect(
      reading.records == [
        #"entry 0 exchange GET /v2/users/7?a=1 200 application/json: {"id":7}"#,
        "entry 1 exchange GET /users 404 absent: ",
      ])
    #expect(reading.problems == [])
  }

  @Test("A Postman collection without saved examples is named, with what to export instead")
  func postmanWithoutExamples() {
    let reading = Reading(Self.collection(#"{"name":"a","request":{"url":"https://a/b"}}"#))
    #expect(reading.records == [])
    #expect(
      reading.problems == [
        "x: the Postman collection has no saved response: save responses as examples, or record the "
          + "requests as HAR"
      ])
    let other = #"{"info":{"schema":"b"},"item":[]}"#
    #expect(Reading(other).records == ["file body: \(other)"])
  }
}
