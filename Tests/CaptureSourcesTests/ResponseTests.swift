import Testing

@testable import CaptureSources

@Suite("A response with its head gives a body, a status and headers")
struct ResponseTests {
  private static let ok =
    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nX-A: b\r\n\r\n{\"id\":1}"

  @Test("The status and the type come from the head, and the body stands in the file")
  func head() {
    let reading = Reading(Self.ok)
    #expect(reading.records == [#"file body 200 application/json: {"id":1}"#])
    #expect(reading.places == ["59 5:1"])
    #expect(reading.problems == [])
    let two = Reading("HTTP/2 404 \ncontent-type:a/b\n\n{}\n")
    #expect(two.records == ["file body 404 a/b: {}\n"])
    #expect(two.places == ["30 4:1"])
  }

  @Test(
    "The last of several heads counts",
    arguments: [
      "HTTP/1.1 100 Continue\r\n\r\n", "HTTP/1.0 200 Connection established\n\n",
      "HTTP/1.1 301 Moved\r\nContent-Type: text/html\r\nLocation: /a\r\n\r\nHTTP/2 302\r\n\r\n",
    ])
  func severalHeads(before: String) {
    let reading = Reading(before + Self.ok)
    #expect(reading.records == [#"file body 200 application/json: {"id":1}"#])
  }

  @Test("A response without a body has an empty body")
  func empty() {
    #expect(Reading("HTTP/1.1 204 No Content\r\n\r\n").records == ["file body 204: "])
    #expect(Reading("HTTP/1.1 200 OK\r\n\r\n").records == ["file body 200: "])
  }

  @Test("A head that does not end is a problem")
  func unfinished() {
    for text in ["HTTP/1.1 200 OK", "HTTP/1.1 200 OK\r\n", "HTTP/2 200\na: b\n"] {
      let reading = Reading(text)
      #expect(reading.records == [])
      #expect(reading.problems == ["x:1:1: the response's head is none, or does not end"])
    }
  }

  @Test(
    "A text that only looks like a status line is a body",
    arguments: ["HTTP is old", "HTTP/1.1", "HTTP/1.1 20 OK", "HTTP/1.1 2000", "HTTPS/1.1 200 OK"])
  func noStatusLine(text: String) {
    #expect(Reading(text).records == ["file body: " + text])
  }

  @Test("Lines of a head that are not headers are ignored")
  func hostile() {
    let text = "HTTP/1.1 200 OK\n: a\nb\n\u{0}:\n folded: x\ncontent-type\ncontent-type:  \n\n[]"
    #expect(Reading(text).records == ["file body 200 : []"])
    for count in 0..<text.utf8.count { _ = Reading(Array(text.utf8.prefix(count))) }
  }
}
