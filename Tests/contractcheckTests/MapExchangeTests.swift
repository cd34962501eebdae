import Foundation
import JSONParsing
import TestSupport
import Testing

@testable import contractcheck

@Suite("contractcheck map takes the exchange of a payload as options")
struct MapExchangeTests {
  private let files = [
    "users.contract.json": """
    {
      "contract": 1,
      "endpoints": {
        "GET /users/:id(Int)": "User",
        "GET /users/:id(Int) -> 404": "Fault",
        "GET /prices": { "prices": "[Price]" },
      },
      "mappings": {
        "User": {
          "map": {
            "id": "Int equals @path.id",
            "@path.id": "asked: Int",
            "@header.ETag": "tag: String",
            "@header.Link?": "links: [String]",
            "@request.header.Accept?": "accepted: String",
            "@request.query.page?": "page: Int",
            "@request.query.tag?": "tags: [String]",
          },
        },
        "Fault": { "map": { "error": "String" } },
        "Price": { "map": { "amount": "Decimal", "text?": "text: Decimal(string)" } },
      },
    }
    """,
    "user.json": #"{ "id": 7 }"#, "fault.json": #"{ "error": "gone" }"#,
    "prices.json":
      #"{ "prices": [{ "amount": 1.10, "text": "0.50" }, { "amount": 2.0e1 }, { "amount": -0.00 }] }"#,
  ]

  private func objects(_ run: CommandRun) -> String {
    run.output.components(separatedBy: "\n\n")[0]
  }

  @Test("The URL gives endpoint, parameters and query; headers are given by name")
  func exchange() throws {
    try withFolder(files) { folder in
      let result = CommandRun(
        "map", folder + "/user.json", "-c", folder,
        "--url", "https://api.example.com/users/7/?page=2&tag=a%20b&tag=c",
        "--header", "etag: \"x:y\"", "--header", "LINK:a", "--header", "Link:  b ",
        "--request-header", "accept: */*")
      #expect(result.exitCode == .success, "\(result.errors)\(result.output)")
      #expect(
        objects(result) == #"""
          {
            "@type": "User",
            "@id": "User#1",
            "id": 7,
            "asked": 7,
            "tag": "\"x:y\"",
            "links": [
              "a",
              "b"
            ],
            "accepted": "*/*",
            "page": 2,
            "tags": [
              "a b",
              "c"
            ]
          }
          """#)
    }
  }

  @Test("The status distinguishes endpoints of one URL")
  func status() throws {
    try withFolder(files) { folder in
      let words = ["map", folder + "/fault.json", "-c", folder, "--url", "/users/7"]
      #expect(CommandRun(words + ["--status", "404"]).exitCode == .success)
      #expect(CommandRun(words + ["--status", "200"]).exitCode == .violations)
      let other = CommandRun(words + ["--status", "500"])
      #expect(other.exitCode == .usage)
      #expect(
        other.errors.contains(#"no endpoint has the URL "/users/7" and the status 500"#),
        "\(other.errors)")
    }
  }

  @Test("A named type or endpoint takes parameters of the URL too")
  func named() throws {
    try withFolder(files) { folder in
      for target in ["User", "GET /users/:id(Int)"] {
        let words = [
          "map", folder + "/user.json", "-c", folder, "--as", target, "--header", "ETag: a",
        ]
        #expect(CommandRun(words + ["--url", "/users/7"]).exitCode == .success, "\(target)")
        let other = CommandRun(words + ["--url", "/users/8"])
        #expect(other.exitCode == .violations, "\(target)")
        #expect(other.output.contains(#"expected the value of "@path.id""#), "\(other.output)")
        #expect(CommandRun(words).output.contains(#"the key "@path.id" is missing"#))
      }
      let stranger = CommandRun(
        "map", folder + "/user.json", "-c", folder, "--as", "GET /users/:id(Int)", "--url",
        "/users/me")
      #expect(stranger.exitCode == .usage)
      for words in [
        #"the URL "/users/me" is not of GET /users/:id(Int)"#, #"segment 2 is not ":id(Int)""#,
      ] {
        #expect(stranger.errors.contains(words), "\(stranger.errors)")
      }
    }
  }

  @Test(
    "Wrong URLs, statuses and headers are errors of the command line",
    arguments: [
      (["--url", "/teams"], #"no endpoint has the URL "/teams""#),
      (["--as", "User", "--status", "404"], "--status needs --url"),
      (["--url", "/users/7", "--status", "4xx"], #"--status "4xx" is no status"#),
      (["--as", "User", "--header", "ETag"], #"--header "ETag" is no header"#),
      (["--as", "User", "--request-header", ": a"], #"--request-header ": a" is no header"#),
    ])
  func wrong(words: [String], message: String) throws {
    try withFolder(files) { folder in
      let result = CommandRun(["map", folder + "/user.json", "-c", folder] + words)
      #expect(result.exitCode == .usage)
      #expect(result.errors.contains(message), "\(result.errors)")
    }
  }

  @Test("Decimal numbers are printed as they are written")
  func decimals() throws {
    try withFolder(files) { folder in
      let words = ["map", folder + "/prices.json", "-c", folder, "--url", "/prices"]
      let result = CommandRun(words)
      for text in [#""amount": 1.10"#, #""text": 0.50"#, #""amount": 2.0e1"#, #""amount": -0.00"#] {
        #expect(objects(result).contains(text), "\(text)")
      }
      #expect(result.output.contains("prices[0].amount -> amount = 1.10"))
      let json = CommandRun(words + ["--report", "json"])
      #expect(json.output.contains(#""value": 1.10"#))
    }
  }
}
