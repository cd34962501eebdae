import Foundation
import HTTPFixtures
import JSONParsing
import TestSupport
import Testing

@Suite("A fixture server serves the files of a folder")
struct FolderServerTests {
  private func withServer(
    _ files: [String: String], _ body: (FixtureServer, String) throws -> Void
  ) throws {
    try withFolder(files) { folder in
      try body(try FixtureServer(folder: URL(filePath: folder)), folder)
    }
  }

  @Test("Files are served by path, with the MIME type of their extension")
  func files() throws {
    let files = ["a.json": "[1]", "pages/one.html": "<h1>", "a b.txt": "text", "raw": "bytes"]
    try withServer(files) { server, folder in
      for (path, type, text) in [
        ("/a.json?q=1", "application/json", "[1]"), ("/pages/one.html", "text/html", "<h1>"),
        ("/a%20b.txt", "text/plain", "text"), ("/raw", "application/octet-stream", "bytes"),
      ] {
        let connection = try RawConnection(server)
        try connection.send("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
        let response = try connection.response()
        #expect(response.head.contains("\r\nContent-Type: \(type)\r\n"), "\(path)")
        #expect(response.body == text)
      }
      #expect(try RawConnection.answer(server, "PUT", "/a.json").hasPrefix("405 "))
      try Data("[2]".utf8).write(to: URL(filePath: folder + "/a.json"))
      #expect(try RawConnection.answer(server, "GET", "/a.json") == "200 [2]")
      #expect(server.sent.count == 6)
    }
  }

  @Test(
    "Nothing outside of the folder is served",
    arguments: [
      "/../secret.json", "/%2e%2e/secret.json", "/.%2E/secret.json", "/a/../../secret.json",
      "/..%2fsecret.json", "/a%2f..%2f..%2fsecret.json", "//secret.json", "/out.json",
      "/folder/secret.json", "/a", "/", "/a/", "/a/.", "/secret.json%00", "/pipe",
    ])
  func outside(path: String) throws {
    try withFolder(["secret.json": "secret", "served/a/b.json": "1"]) { folder in
      let served = folder + "/served"
      let links = [("out.json", folder + "/secret.json"), ("folder", folder)]
      for (name, target) in links {
        try FileManager.default.createSymbolicLink(
          atPath: "\(served)/\(name)", withDestinationPath: target)
      }
      mkfifo(served + "/pipe", 0o600)
      let server = try FixtureServer(folder: URL(filePath: served))
      let answer = try RawConnection.answer(server, "GET", path)
      #expect(answer.hasPrefix("404 "), "\(answer)")
      #expect(!answer.hasSuffix("secret"))
      #expect(try RawConnection.answer(server, "GET", "/a/b.json") == "200 1")
    }
  }

  @Test("A link within the folder is followed")
  func linkWithin() throws {
    try withServer(["a/b.json": "1"]) { server, folder in
      try FileManager.default.createSymbolicLink(
        atPath: folder + "/c.json", withDestinationPath: folder + "/a/b.json")
      #expect(try RawConnection.answer(server, "GET", "/c.json") == "200 1")
    }
  }

  @Test("Routes map other paths to files; a file at the path has precedence")
  func routes() throws {
    let files = [
      "routes.json": """
      { "GET /articles/:category/:id": "all/article.json", "POST /articles": "all/made.json",
        "GET /articles/news/latest": "all/latest.json" }
      """,
      "all/article.json": "article", "all/made.json": "made", "all/latest.json": "latest",
      "articles/news/7": "seven",
    ]
    try withServer(files) { server, _ in
      #expect(try RawConnection.answer(server, "GET", "/articles/news/1") == "200 article")
      #expect(try RawConnection.answer(server, "GET", "/articles/news/7") == "200 seven")
      #expect(try RawConnection.answer(server, "GET", "/articles/news/latest") == "200 latest")
      #expect(try RawConnection.answer(server, "POST", "/articles") == "200 made")
      #expect(server.sent[0].pathParameters == ["category": "news", "id": "1"])
      #expect(server.sent[1].pathParameters == [:])
      try server.add { Stub("GET /articles/news/7", answer: .json("stub")) }
      #expect(try RawConnection.answer(server, "GET", "/articles/news/7") == "200 stub")
    }
  }

  @Test("/offline is 503 and /error 400 with a body, where no file has the name")
  func offline() throws {
    try withServer(["a": ""]) { server, folder in
      #expect(try RawConnection.answer(server, "GET", "/offline") == "503 Service Unavailable\n")
      let error = #"400 {"error":{"code":400,"message":"Bad Request"}}"#
      #expect(try RawConnection.answer(server, "POST", "/error") == error)
      try Data("file".utf8).write(to: URL(filePath: folder + "/offline"))
      #expect(try RawConnection.answer(server, "GET", "/offline") == "200 file")
      #expect(server.unanswered.isEmpty)
      #expect(try RawConnection.answer(server, "POST", "/offline").hasPrefix("405 "))
    }
  }

  @Test(
    "An error in routes.json is reported with its position",
    arguments: [
      ("{\n  \"GET /a\": }", "2:13: expected a value, found \"}\" at offset 14"),
      ("[]", "1:1: expected an object"),
      (#"{ "GET /a": 1 }"#, "1:13: expected the path of a file in the folder"),
      (#"{ "/a": "a.json" }"#, #"1:3: the endpoint "/a": expected a method before the path"#),
      (
        #"{ "GET /a": "b.json" }"#,
        #"1:13: the file "b.json" cannot be read: no such file or folder"#
      ),
      (#"{ "GET /a": "../x.json" }"#, "1:13: expected the path of a file in the folder"),
    ])
  func mistakes(text: String, message: String) throws {
    try withFolder(["a/routes.json": text, "a/a.json": "1", "x.json": "1"]) { folder in
      let error = #expect(throws: StubError.self) {
        try FixtureServer(folder: URL(filePath: folder + "/a"))
      }
      #expect(error?.message == "\(folder)/a/routes.json:\(message)")
    }
  }

  @Test("A folder that is not there is an error")
  func missingFolder() throws {
    #expect(throws: StubError("there is no folder /nowhere/at/all")) {
      try FixtureServer(folder: URL(filePath: "/nowhere/at/all"))
    }
  }
}
