import Testing

@testable import CaptureSources

@Suite("The request of an exchange is delivered before its response, on demand")
struct RequestBodyTests {
  /// Each record as `request application/json 1:30 {"a":1}`, or `response - - {}`.
  private func records(
    _ text: String, as format: CaptureFormat = .auto, readsRequests: Bool = true
  ) -> [String] {
    var reader = CaptureReader(format: format)
    reader.readsRequests = readsRequests
    var records: [String] = []
    let source = MemorySource(Array(text.utf8))
    let problems = reader.read(CaptureInput(file: "x"), from: source) { record, body in
      let state: String? =
        switch record.bodyState {
        case .present: nil
        case .absent: "absent"
        case .cutOff: "cut off"
        case .undecodable: "undecodable"
        }
      let words = [
        record.isRequest ? "request" : "response", record.mimeType ?? "-",
        record.bodyStart.map { "\($0.position)" } ?? "-", state, String(bytes(of: body)),
      ]
      records.append(words.compactMap { $0 }.joined(separator: " "))
      return .goOn
    }
    #expect(problems.isEmpty)
    return records
  }

  @Test("A line has the request body as value or text, and headers give its type")
  func lines() {
    let head = #"{"method":"POST","url":"/a","status":201"#
    let found = records(
      """
      \(head),"requestBody":{"a":1},"body":[2]}
      \(head),"requestHeaders":{"content-type":"a/b"},"requestBody":"{\\"a\\":1}","body":[2]}
      \(head),"requestBody":null,"body":[2]}
      \(head),"requestBody":"","body":[2]}
      \(head),"body":[2]}
      {"event":"e","data":[2],"requestBody":{"a":1}}
      """)
    #expect(
      found == [
        #"request - 1:56 {"a":1}"#, "response - 1:71 [2]", #"request a/b - {"a":1}"#,
        "response - 2:115 [2]", "request - 3:1 ", "response - 3:68 [2]", "request - 4:1 ",
        "response - 4:66 [2]", "request - 5:1 absent ", "response - 5:49 [2]",
        "response - 6:21 [2]",
      ])
  }

  @Test("A HAR entry has the request body in postData, as text or base64")
  func archives() {
    func entry(_ posted: String) -> String {
      #"{"request":{"method":"POST","url":"/a"\#(posted)},"response":{"status":200}}"#
    }
    let entries = [
      entry(#","postData":{"mimeType":"a/b","text":"{\"a\":1}"}"#),
      entry(#","postData":{"encoding":"base64","text":"eyJhIjoxfQ=="}"#),
      entry(#","postData":{"mimeType":"a/b","params":[]}"#), entry(""),
      entry(
        #","postData":{"mimeType":"application/x-www-form-urlencoded","params":[{"name":"a","value":"é&"},{"name":"b"}]}"#
      ),
    ]
    #expect(
      records("{\"log\":{\"entries\":[\(entries.joined(separator: ","))]}}")
        .filter { $0.hasPrefix("request") } == [
          #"request a/b - {"a":1}"#, #"request - - {"a":1}"#, "request a/b 1:258 absent ",
          "request - 1:367 absent ",
          "request application/x-www-form-urlencoded - a=%C3%A9%26&b=",
        ])
  }

  @Test("A cassette has the request body as text, in an object, or in base64")
  func cassettes() {
    let bodies = [
      #""{\"a\":1}""#, #"{"encoding":"UTF-8","string":"{\"a\":1}"}"#,
      #"{"base64_string":"eyJhIjoxfQ=="}"#, #"{"encoding":"UTF-8","string":""}"#,
    ]
    let entries = bodies.map {
      #"{"request":{"method":"post","uri":"/a","body":\#($0)},"response":{"status":{"code":200}}}"#
    }
    #expect(
      records("{\"http_interactions\":[\n\(entries.joined(separator: ",\n"))]}")
        .filter { $0.hasPrefix("request") } == [
          #"request - - {"a":1}"#, #"request - - {"a":1}"#, #"request - - {"a":1}"#,
          "request - 5:1 ",
        ])
  }

  @Test("A stub mapping has no request body, and no request body is delivered unless asked for")
  func none() {
    let mapping = #"{"request":{"method":"POST","url":"/a"},"response":{"status":200,"body":"1"}}"#
    #expect(records(mapping, as: .wiremock).map { $0.prefix(8) } == ["response"])
    let line = #"{"method":"POST","url":"/a","status":200,"requestBody":[1],"body":[2]}"#
    #expect(records(line, readsRequests: false) == ["response - 1:67 [2]"])
  }
}
