import Foundation
import TestSupport
import Testing

@testable import contractcheck

@Suite("Figures of a check equal a plain count over the package's captures")
struct CapturedFigureTests {
  /// Returns the exchanges of the package's captures: those of the NDJSON file, and those of the
  /// archive with a text.
  private static func exchanges() throws -> [(url: String, status: Int, body: PlainJSON)] {
    let lines = try PlainJSON.lines(text("2025.ndjson")).map { line in
      (line["url"].string ?? "", line["status"].int ?? 0, line["body"])
    }
    let archive = try PlainJSON(parsing: text("people.har"))
    let entries = archive["log"]["entries"].elements.map { entry in
      let content = entry["response"]["content"]
      var text = content["text"].string ?? ""
      if content["encoding"].isThere, let data = Data(base64Encoded: text) {
        text = String(decoding: data, as: UTF8.self)
      }
      let body = (try? PlainJSON(parsing: text)) ?? PlainJSON(nil)
      return (
        entry["request"]["url"].string ?? "", entry["response"]["status"].int ?? 0, body
      )
    }
    return lines + entries
  }

  private static func text(_ name: String) throws -> String {
    try String(
      contentsOf: PackageFolder.fixtures.appending(path: "captures/\(name)"), encoding: .utf8)
  }

  private func report() throws -> PlainJSON {
    let root = PackageFolder.root.path
    let run = CommandRun(
      "check", "\(root)/Fixtures/captures", "-c", "\(root)/Contracts", "--show-values",
      "--report", "json")
    return try PlainJSON(parsing: run.output)
  }

  @Test("Counts of keys and unknown keys agree")
  func users() throws {
    let users = try Self.exchanges().filter { $0.url.contains("/api/users/") && $0.status == 200 }
      .map { $0.body["user"] }
    let known = ["id", "firstname", "lastname", "city", "location", "profession"]
    var expected = PlainCount()
    for key in users.flatMap(\.keys) where !known.contains(key) { expected["unknown \(key)"] += 1 }
    for key in known {
      expected["total \(key)"] = users.count
      expected["present \(key)"] = users.count { $0[key].isThere }
      expected["null \(key)"] = users.count { $0[key].isNull }
    }
    var reported = PlainCount()
    let report = try report()
    for key in report["keys"].elements where key["mapping"].string == "User" {
      guard key["contract"].string == "groups" else { continue }
      for figure in ["total", "present", "null"] {
        reported["\(figure) \(key["key"].string ?? "")"] = key[figure].int ?? -1
      }
    }
    for key in report["unmapped"].elements where key["mapping"].string == "User" {
      reported["unknown \(key["key"].string ?? "")"] = key["count"].int ?? -1
    }
    #expect(reported.text == expected.text)
    #expect(users.count == 60)
  }

  @Test("Counts of wrong values agree")
  func values() throws {
    let exchanges = try Self.exchanges()
    var expected = PlainCount()
    for exchange in exchanges {
      let latitude = exchange.body["user"]["location"]["latitude"].string
      if let latitude, !(-90...90 ~= Double(latitude) ?? 0) {
        expected["latitude \"\(latitude)\""] += 1
      }
      if let message = exchange.body["Message"].string,
        exchange.body["Status"].value as? Bool != false,
        ![" Country", " Sports"].contains(message)
      {
        expected["Message \"\(message)\""] += 1
      }
    }
    var reported = PlainCount()
    for group in try report()["groups"].elements {
      let mapping = group["mapping"].string ?? ""
      let name = mapping == "Envelope" ? "Message" : group["key"].string ?? ""
      guard ["Envelope", "Location"].contains(mapping) else { continue }
      for value in group["values"].elements {
        reported["\(name) \(value["value"].string ?? "")"] = value["count"].int ?? -1
      }
    }
    #expect(reported.text == expected.text)
    #expect(expected.counts.count == 2)
  }

  @Test("Counts of unmatched requests by shape agree")
  func unmatched() throws {
    var expected = PlainCount()
    for exchange in try Self.exchanges() {
      let path = exchange.url.replacing("https://api.example.com", with: "")
      if path.hasPrefix("/api/user/") { expected["GET /api/user/:id \(exchange.status)"] += 1 }
      if exchange.status == 502 { expected["GET \(path) 502"] += 1 }
    }
    let groups = try report()["unmatched"].elements
    var reported = PlainCount()
    for group in groups { reported[group["shape"].string ?? ""] = group["count"].int ?? -1 }
    #expect(reported.text == expected.text)
    let counts = groups.compactMap { $0["count"].int }
    #expect(counts == counts.sorted(by: >) && counts.count == 2)
  }

  @Test("Counts of endpoints and statuses agree")
  func endpoints() throws {
    let root = PackageFolder.root.path
    var (count, statusCount) = (0, 0)
    for path in try PackageFiles.contracts(below: "Contracts") {
      // The keys of endpoints name their methods and paths.
      let text = try String(contentsOfFile: "\(root)/\(path)", encoding: .utf8)
      let keys = text.matches(of: /"((?:GET|POST|PUT|PATCH|DELETE) \/[^"]*|event [^"]*)"\s*:/)
        .map { String($0.output.1) }
      count += keys.count
      for key in keys where !key.hasPrefix("event") {
        let statuses = key.split(separator: "->").dropFirst().first ?? "2xx"
        statusCount += statuses.split(separator: ",").count
      }
    }
    let captured = try report()["captured"]
    #expect(captured["endpoints"]["count"].int == count)
    #expect(captured["statuses"]["count"].int == statusCount)
    // These are the endpoints of groups.contract.json, each with one status.
    #expect(captured["endpoints"]["captured"].int == 6)
    #expect(captured["statuses"]["captured"].int == 6)
  }
}
