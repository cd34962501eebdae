import Foundation
import TestSupport
import Testing

@testable import CaptureSources

@Suite("A mapping of WireMock is an exchange")
struct StubMappingTests {
  private static func record(_ request: String, _ response: String) -> String {
    let text = #"{"id":"1","request":\#(request),"response":\#(response)}"#
    return Reading(text).records.first ?? "none"
  }

  private static let users = #"{"method":"GET","url":"/users"}"#

  @Test("A body is JSON, a text, or in base64, and the status is 200 by default")
  func bodies() {
    let wanted = #"file exchange GET /users 200: {"id":1}"#
    for response in [
      #"{"status":200,"jsonBody":{"id":1}}"#, #"{"jsonBody":{"id":1}}"#,
      #"{"status":200,"body":"{\"id\":1}"}"#, #"{"status":200,"base64Body":"eyJpZCI6MX0="}"#,
    ] {
      #expect(Self.record(Self.users, response) == wanted)
    }
    #expect(
      Self.record(Self.users, #"{"jsonBody":"a","headers":{"content-type":"b/c"}}"#)
        == #"file exchange GET /users 200 b/c: "a""#)
    #expect(Self.record(Self.users, #"{"status":200}"#) == "file exchange GET /users 200: ")
    #expect(
      Self.record(Self.users, #"{"status":204}"#) == "file exchange GET /users 204: ")
  }

  @Test("The position of a body is known for jsonBody, but not for a text")
  func places() {
    let text = "{\"request\":{\"url\":\"/a\"},\n\"response\":{\"jsonBody\":{}}}"
    #expect(Reading(text).places == ["48 2:24"])
    #expect(Reading(text.replacing("{}", with: #""{}""#)).places == ["48 2:24"])
    #expect(Reading(text.replacing("jsonBody\":{}", with: "body\":\"{}\"")).places == ["-"])
  }

  @Test("The path of a template has the parameters that are known")
  func templates() {
    let template = #""urlPathTemplate":"/users/{id}/{part}""#
    #expect(
      Self.record("{\(template)}", #"{"jsonBody":1}"#)
        == "file exchange /users/{id}/{part} 200: 1")
    let known = #"{\#(template),"pathParameters":{"id":{"equalTo":"7"},"part":{"matches":"a+"}}}"#
    #expect(
      Self.record(known, #"{"jsonBody":1}"#) == "file exchange /users/7/{part} 200: 1")
    #expect(
      Self.record(#"{"method":"ANY","urlPath":"/a"}"#, #"{"jsonBody":1}"#)
        == "file exchange /a 200: 1")
  }

  private static let pattern = "the URL is a regular expression, which is no path"

  @Test(
    "A mapping without a single path or a response of its own is skipped with a reason",
    arguments: [
      (#"{"urlPattern":"/a.*"}"#, "{\"status\":200}", pattern),
      (#"{"urlPathPattern":"/a"}"#, "{\"status\":200}", pattern),
      (#"{"method":"GET"}"#, "{\"status\":200}", "there is no URL"),
      (#"{"url":"/a"}"#, "{\"proxyBaseUrl\":\"http://b\"}", "another server has the response"),
      (
        #"{"url":"/a"}"#, "{\"fault\":\"EMPTY_RESPONSE\"}",
        "the connection breaks, so that there is no response"
      ),
      (
        #"{"url":"/a"}"#, #"{"transformers":["response-template"],"body":"{{request.path}}"}"#,
        "the body is a template"
      ),
    ])
  func passedOver(request: String, response: String, reason: String) {
    var (reader, faults) = (CaptureReader(), [String?]())
    let text = #"{"request":\#(request),"response":\#(response)}"#
    _ = reader.read(CaptureInput(file: "x"), from: MemorySource(Array(text.utf8))) { record, body in
      faults.append(record.fault)
      let byteCount = body.count
      #expect(byteCount == 0)
      return .goOn
    }
    #expect(faults == [reason])
  }

  @Test(
    "Another resource with a request and a response is a body",
    arguments: [
      #"{"request":{"url":"/a"},"response":{"status":200},"at":1}"#,
      #"{"request":{"url":"/a"},"response":{"ok":true}}"#,
      #"{"request":{"path":"/a"},"response":{"status":200}}"#,
      #"{"request":{"url":"/a"}}"#, #"{"request":"a","response":"b"}"#, #"{"mappings":[]}"#,
      #"{"mappings":[{"id":1}]}"#, #"{"mappings":{"request":{}}}"#,
    ])
  func others(text: String) {
    #expect(Reading(text).records == ["file body: " + text])
  }

  // MARK: - Files

  private static func read(_ name: String, in folder: String) throws -> Reading {
    let mapping = folder + "/w/mappings/deep/a.json"
    let text = #"{"request":{"url":"/a"},"response":{"bodyFileName":"\#(name)"}}"#
    try Data(text.utf8).write(to: URL(filePath: mapping))
    return Reading(CaptureInput(file: mapping))
  }

  private static let files = [
    "w/mappings/deep/.x": "", "w/__files/a.json": "[1]", "w/__files/b/c.json": "{}",
    "w/secret.json": "3", "secret.json": "4",
  ]

  @Test("A body in a file is read from the folder __files beside mappings")
  func bodyFiles() throws {
    try withFolder(Self.files) { folder in
      #expect(try Self.read("a.json", in: folder).records == ["file exchange /a 200: [1]"])
      let deep = try Self.read("b/c.json", in: folder)
      #expect(deep.records == ["file exchange /a 200: {}"])
      #expect(deep.places == ["0 1:1"])
    }
  }

  @Test("No name and no link leads out of the folder __files")
  func outside() throws {
    try withFolder(Self.files) { folder in
      let manager = FileManager.default
      let files = folder + "/w/__files"
      try manager.createSymbolicLink(
        atPath: files + "/out.json", withDestinationPath: "../secret.json")
      try manager.createSymbolicLink(atPath: files + "/up", withDestinationPath: "..")
      for (name, reason) in [
        ("../secret.json", "its name leads out of the folder __files"),
        ("b/../../secret.json", "its name leads out of the folder __files"),
        (folder + "/secret.json", "its name leads out of the folder __files"),
        ("a.json\\u0000", "its name leads out of the folder __files"),
        ("", "its name leads out of the folder __files"),
        ("out.json", "a link leads out of the folder __files"),
        ("up/secret.json", "a link leads out of the folder __files"),
        ("b", "it is no regular file"), ("nothing", "no such file or folder"),
      ] {
        let state = "its file cannot be read: \(reason)"
        #expect(try Self.read(name, in: folder).records == ["file exchange /a 200 \(state): "])
      }
      try manager.moveItem(atPath: files, toPath: folder + "/elsewhere")
      try manager.createSymbolicLink(atPath: files, withDestinationPath: "../elsewhere")
      #expect(
        try Self.read("a.json", in: folder).records == [
          "file exchange /a 200 its file cannot be read: "
            + "a link leads out of the folder __files: "
        ])
    }
  }

  @Test("A mapping outside of a folder named mappings has no body files")
  func noFolder() throws {
    let text = #"{"request":{"url":"/a"},"response":{"bodyFileName":"a.json"}}"#
    try withFolder(["m.json": text, "__files/a.json": "1"]) { folder in
      #expect(
        Reading(CaptureInput(file: folder + "/m.json")).records == [
          "file exchange /a 200 its file cannot be read: the mapping is in no folder mappings: "
        ])
    }
    #expect(Reading(text).records.count == 1)
  }
}
