import Foundation
import TestSupport
import Testing

@testable import contractcheck

@Suite("Figures of a check equal a plain count over generated captures")
struct GeneratedFigureTests {
  private static let contract = """
    { "contract": 1,
      "endpoints": {
        "GET /a/:id": "Repo", "GET /b": "[Repo]", "GET /c": { "repo": "Repo" },
        "GET /a/:id -> 404,410": "Fault", "DELETE /a/:id -> 204,404": "Fault", "event gone": "Fault" },
      "mappings": {
        "Repo": { "unknownKeys": "warn", "map": {
          "id": "id: Int", "x": "x: String", "meta.name": "metaName: String?", "meta": "meta: Meta?",
          "items[].n?": "ns: [Int?]", "state": "state: 'open' | 'closed'", "a.b?": "ab: Int" } },
        "Meta": { "unknownKeys": "warn", "map": { "created?": "created: Int?", "labels?": "labels: [String: Int]" },
          "switch": "kind", "cases": { "one": { }, "two": { }, "three": { } }, "else": { } },
        "Fault": { "map": { "error": "error: String" } } } }
    """

  /// Makes lines of exchanges.
  private struct Maker {
    var generator: SplitMix64

    mutating func chance(_ of: Int) -> Bool { Int.random(in: 0..<of, using: &generator) == 0 }

    mutating func pick(_ texts: [String]) -> String { texts.randomElement(using: &generator) ?? "" }

    mutating func object(_ members: [String?]) -> String {
      "{" + members.compactMap(\.self).shuffled(using: &generator).joined(separator: ",") + "}"
    }

    mutating func extra() -> String? {
      chance(4) ? "\"k\(Int.random(in: 0..<5, using: &generator))\":1" : nil
    }

    mutating func meta() -> String {
      if chance(8) { return "null" }
      return object([
        chance(3) ? nil : "\"name\":\(pick(["\"n\"", "null"]))",
        chance(2) ? nil : "\"created\":\(pick(["1", "null", "\"x\""]))",
        chance(2) ? nil : "\"labels\":{\"l1\":1,\"l2\":2}",
        "\"kind\":\"\(pick(["one", "one", "two", "other"]))\"", extra(),
      ])
    }

    /// - Parameter sendsX: Whether the member `x` is always present, or never.
    mutating func repo(sendsX: Bool) -> String {
      let items = (0..<Int.random(in: 0..<4, using: &generator)).map { _ in
        object([chance(2) ? "\"n\":\(pick(["1", "null"]))" : nil, extra()])
      }
      return object([
        "\"id\":\(Int.random(in: 0..<9, using: &generator))", sendsX ? "\"x\":\"x\"" : nil,
        chance(9) ? nil : "\"meta\":\(meta())",
        chance(4) ? nil : "\"items\":[\(items.joined(separator: ","))]",
        "\"state\":\"\(pick(["open", "closed", "draft", "behind", "é", "draft"]))\"",
        chance(2) ? nil : "\"a\":\(pick(["null", "{}", "{\"b\":1,\"c\":2}", "3"]))", extra(),
      ])
    }

    mutating func line() -> String {
      switch Int.random(in: 0..<10, using: &generator) {
      case 0...3:
        return exchange(
          "GET", "/a/\(Int.random(in: 0..<50, using: &generator))", 200, repo(sendsX: true))
      case 4:
        let repos = (0..<3).map { _ in repo(sendsX: false) }
        return exchange("GET", "/b", 200, "[\(repos.joined(separator: ","))]")
      case 5: return exchange("GET", "/c", 200, "{\"repo\":\(repo(sendsX: chance(2)))}")
      case 6: return exchange("GET", "/a/1", 404, "{\"error\":\"e\"}")
      case 7:
        let word = pick(["users", "teams"])
        return exchange(
          "GET", "/\(word)/\(Int.random(in: 0..<900, using: &generator))/x", 200, "{}")
      default: return exchange("GET", "/a/2", 500, "{}")
      }
    }

    func exchange(_ method: String, _ path: String, _ status: Int, _ body: String) -> String {
      #"{"method":"\#(method)","url":"\#(path)","status":\#(status),"body":\#(body)}"#
    }
  }

  // MARK: - The plain count

  private struct Counter {
    var count = PlainCount()

    mutating func note(_ name: String, _ isThere: Bool, _ isNull: Bool = false) {
      if isThere { count["present \(name)"] += 1 }
      if isNull { count["null \(name)"] += 1 }
    }

    mutating func unknown(
      _ mapping: String, _ object: PlainJSON, _ path: String, _ known: String...
    ) {
      for key in object.keys where !known.contains(key) {
        count["unknown \(mapping) \(path)\(key)"] += 1
      }
    }

    mutating func repo(_ repo: PlainJSON, of endpoint: String) {
      count["objects Repo"] += 1
      count["objects Repo at \(endpoint)"] += 1
      note("Repo.id", repo["id"].isThere)
      note("Repo.x", repo["x"].isThere)
      if repo["x"].isThere { count["present Repo.x at \(endpoint)"] += 1 }
      note("Repo.meta", repo["meta"].isThere, repo["meta"].isNull)
      let name = repo["meta"]["name"]
      note("Repo.meta.name", name.isThere, name.isNull)
      note("Repo.items[].n", repo["items"].elements.contains { $0["n"].isThere })
      note("Repo.state", repo["state"].isThere)
      note("Repo.a.b", repo["a"]["b"].isThere)
      if let state = repo["state"].string, !["open", "closed"].contains(state) {
        count["value \(endpoint) \"\(state)\""] += 1
      }
      unknown("Repo", repo, "", "id", "x", "meta", "items", "state", "a")
      unknown("Repo", repo["a"], "a.", "b")
      for item in repo["items"].elements { unknown("Repo", item, "items[].", "n") }
      let meta = repo["meta"]
      guard meta.isObject else { return }
      unknown("Meta", meta, "", "name", "created", "labels", "kind")
      note("Meta.created", meta["created"].isThere, meta["created"].isNull)
      note("Meta.labels", meta["labels"].isThere)
      if let kind = meta["kind"].string, ["one", "two"].contains(kind) {
        count["case \(kind)"] = 1
      }
    }

    mutating func exchange(_ exchange: PlainJSON) {
      let (url, status) = (exchange["url"].string ?? "", exchange["status"].int ?? 0)
      let body = exchange["body"]
      let parts = url.split(separator: "/")
      switch (parts.first, status) {
      case ("a", 200): repo(body, of: "GET /a/:id")
      case ("b", _): for one in body.elements { repo(one, of: "GET /b") }
      case ("c", _):
        note(".repo", body["repo"].isThere)
        repo(body["repo"], of: "GET /c")
      case ("a", 404): note("Fault.error", body["error"].isThere)
      case ("a", _): count["unmatched GET /a/:id 500"] += 1
      default: count["unmatched GET /\(parts[0])/:id/x 200"] += 1
      }
    }
  }

  private func counted(_ lines: [String]) throws -> PlainCount {
    var counter = Counter()
    for line in lines { counter.exchange(try PlainJSON(parsing: line)) }
    return counter.count
  }

  // MARK: - What the report says

  private func counts(in report: PlainJSON) -> PlainCount {
    var count = PlainCount()
    for key in report["keys"].elements {
      let name = "\(key["mapping"].string ?? "").\(key["key"].string ?? "")"
      count["present \(name)"] = key["present"].int ?? -1
      count["null \(name)"] = key["null"].int ?? -1
    }
    for type in report["types"].elements where type["type"].string == "Repo" {
      count["objects Repo"] = type["mentions"].int ?? -1
    }
    for key in report["unmapped"].elements {
      let name = "\(key["mapping"].string ?? "") \(key["key"].string ?? "")"
      count["unknown \(name)"] = key["count"].int ?? -1
    }
    for group in report["groups"].elements {
      let endpoint = group["endpoint"].string ?? ""
      if group["rule"].string == "missing-key", group["key"].string == "x" {
        count["objects Repo at \(endpoint)"] = group["objects"].int ?? -1
        count["present Repo.x at \(endpoint)"] = group["present"].int ?? -1
      }
      for value in group["values"].elements where group["key"].string == "state" {
        count["value \(endpoint) \(value["value"].string ?? "")"] = value["count"].int ?? -1
      }
    }
    for group in report["unmatched"].elements {
      count["unmatched \(group["shape"].string ?? "")"] = group["count"].int ?? -1
    }
    return count
  }

  @Test(
    "Counts of presence, unknown keys, values and unmatched requests agree",
    .enabled(if: TestDepth.isFull), arguments: 0..<8)
  func figures(seed: UInt64) throws {
    var maker = Maker(generator: SplitMix64(seed: seed))
    let lines = (0..<300).map { _ in maker.line() }
    var counted = try counted(lines)
    // An endpoint that always sends `x` has no group for it; cases are counted elsewhere.
    for name in [
      "objects Repo at GET /a/:id", "present Repo.x at GET /a/:id", "case one", "case two",
    ] {
      counted[name] = 0
    }
    let files = ["a.contract.json": Self.contract, "x.ndjson": lines.joined(separator: "\n")]
    try withFolder(files) { folder in
      let words = ["\(folder)/x.ndjson", "-c", folder]
      let whole = CommandRun(["check"] + words + ["--show-values", "--report", "json"])
      #expect(whole.errors == "")
      let report = try PlainJSON(parsing: whole.output)
      #expect(counts(in: report).text == counted.text)
      // The two lists have the same counts.
      let groups = report["groups"].elements.filter { $0["rule"].string == "unknown-key" }
        .map { "\($0["mapping"].string ?? "") \($0["key"].string ?? "")" }
      let unmapped = report["unmapped"].elements
        .map { "\($0["mapping"].string ?? "") \($0["key"].string ?? "")" }
      #expect(Set(groups) == Set(unmapped))
      // The counts are the same for every split.
      for shard in 1...3 {
        _ = CommandRun(
          ["check"] + words + ["--shard", "\(shard)/3", "--partial", "\(folder)/\(shard).part"])
      }
      let merged = CommandRun(
        ["merge"] + (1...3).map { "\(folder)/\($0).part" }
          + ["-c", folder, "--show-values", "--report", "json"])
      #expect(merged.output == whole.output)
    }
  }

  @Test("Counts of captured and never captured parts agree", arguments: 20..<23)
  func coverage(seed: UInt64) throws {
    var maker = Maker(generator: SplitMix64(seed: seed))
    let lines = (0..<200).map { _ in maker.line() }
    let counted = try counted(lines)
    let contract = try PlainJSON(parsing: Self.contract)
    let keyCount = contract["mappings"].members.values.reduce(1) { $0 + $1["map"].keys.count }
    let seen = counted.counts.keys.filter { $0.hasPrefix("present ") && !$0.contains(" at ") }
    let cases = counted.counts.keys.filter { $0.hasPrefix("case ") }
    let files = ["a.contract.json": Self.contract, "x.ndjson": lines.joined(separator: "\n")]
    try withFolder(files) { folder in
      let run = CommandRun(
        "check", "\(folder)/x.ndjson", "-c", folder, "--report", "json=\(folder)/report",
        "--report", "human")
      let text = try String(contentsOfFile: "\(folder)/report", encoding: .utf8)
      let captured = try PlainJSON(parsing: text)["captured"]
      func share(_ name: String) -> String {
        "\(captured[name]["captured"].int ?? -1) of \(captured[name]["count"].int ?? -1)"
      }
      #expect(share("keys") == "\(seen.count) of \(keyCount)")
      #expect(share("cases") == "\(cases.count) of 3")
      #expect(share("endpoints") == "4 of 6")
      #expect(share("statuses") == "4 of 7")
      #expect(
        captured["endpoints"]["never"].elements.compactMap(\.string) == [
          "DELETE /a/:id -> 204,404", "event gone",
        ])
      #expect(
        captured["statuses"]["never"].elements.compactMap(\.string) == ["GET /a/:id -> 410"])
      #expect(
        run.output.contains(
          """
          never captured
            endpoints  DELETE /a/:id -> 204,404, event gone
            statuses   GET /a/:id -> 410
          """))
      #expect(
        run.output.contains(
          "; captured endpoints 4 of 6, keys \(seen.count) of \(keyCount), statuses 4 of 7, cases "
            + "\(cases.count) of 3; "))
    }
  }
}
