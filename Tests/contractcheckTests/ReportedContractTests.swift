import Foundation
import TestSupport
import Testing

@testable import contractcheck

@Suite("Contracts of public bug reports describe what servers send")
struct ReportedContractTests {
  private static let folder = "Fixtures/reported/Sources/Reported/Contracts"

  private static let contracts = (try? PackageFiles.contracts(below: folder)) ?? []

  @Test("The contracts have no error, and their examples hold", arguments: contracts)
  func lint(path: String) {
    let file = PackageFolder.root.appending(path: path).path
    let lint = CommandRun("lint", file)
    #expect(lint.output.hasSuffix(": no errors\n"), "\(lint.output)")
    let test = CommandRun("test", file)
    #expect(test.output.contains(": all passed\n"), "\(test.output)")
    #expect([lint.exitCode, test.exitCode] == [.success, .success])
  }

  /// The contract for the captures of each report, and the violations in those that broke the app.
  /// Most captures contain what the server may send.
  private static let reports: [(name: String, contract: String, broken: [String])] = [
    ("anycodable-bool", "values", ["wrong-type"]), ("apigw-one", "shapes", []),
    ("asc-date", "dates", []), ("c2pa-keys", "keys", []), ("decimal-amount", "values", []),
    ("feedly-html", "clients", ["not-json", "empty-body"]), ("instagram-location", "values", []),
    ("int-rating", "values", []), ("mastodon-quote", "shapes", []),
    ("om-empty-array", "shapes", []),
    ("om-null-element", "nulls", ["bad-element", "bad-element"]),
    ("openedx-date", "dates", []), ("pixelfed-email", "nulls", []),
    ("plex-enum", "shapes", ["new-value"]), ("rc-dict", "keys", []),
    ("rc-etag", "clients", ["missing-key", "unexpected-body"]), ("replicate-date", "dates", []),
    ("search-race", "stores", []), ("shopify-fallback", "nulls", ["wrong-type"]),
    ("snake-keys", "keys", []), ("song-partial", "stores", []), ("spotify-images", "nulls", []),
    ("supabase-date", "dates", []), ("sync-duplicates", "stores", []), ("tmdb-date", "dates", []),
    ("twitter-id", "values", []), ("woo-bool", "values", []), ("woo-gmt", "dates", []),
    ("woo-meta", "shapes", []),
    ("woo-payment-url", "values", []), ("woo-price", "values", []), ("wp-bestday", "dates", []),
  ]

  @Test(
    "Payloads of the servers are admitted, and those that broke apps are violations",
    .enabled(if: Corpora.isPresent, Comment(rawValue: Corpora.absence)), arguments: reports)
  func captures(name: String, contract: String, broken: [String]) throws {
    let files = try Corpora.files(below: "bugs/\(name)", ending: ".ndjson")
    #expect(!files.isEmpty)
    for file in files {
      try withFolder([file.name: String(decoding: file.bytes, as: UTF8.self)]) { folder in
        let path = PackageFolder.root.appending(path: "\(Self.folder)/\(contract).contract.json")
          .path
        // Some contracts have a base path, so that their endpoints do not tie with those of others.
        let result = CommandRun("check", folder, "-c", path, "--base-path", "/")
        let rules = result.output.matches(of: /(?:error|warning)\[([a-z-]+)\]:/).map { $0.output.1 }
        #expect(rules.map(String.init) == (file.name == "bad.ndjson" ? broken : []))
        #expect(result.output.contains("; 0 unmatched\n"), "\(result.output)")
      }
    }
  }
}
