import JSONParsing

/// The rules of SARIF 2.1.0 that a log of this package could break, from the text of the standard.
///
/// It does not depend on the code that writes the log.
struct SARIFRules {
  private(set) var faults: [String] = []

  /// - Parameter text: A log.
  init(_ text: String) throws {
    let log = try JSONDocument(parsing: text).root
    allow(["$schema", "version", "runs"], in: log, "log")
    require(log["version"]?.string == "2.1.0", "the version is 2.1.0")  // 3.13.2
    require(log["runs"]?.kind == .array, "there are runs")
    for run in log["runs"]?.elements.map({ $0 }) ?? [] { check(run: run) }
  }

  private mutating func require(_ isSo: Bool, _ fault: String) { if !isSo { faults.append(fault) } }

  private mutating func allow(_ names: Set<String>, in value: JSONValue, _ place: String) {
    for member in value.members where !names.contains(member.name.text) {
      faults.append("\(place) has no \(member.name.text)")
    }
    require(Set(value.members.map(\.name.text)).count == value.members.count, "\(place): twice")
  }

  // MARK: - 3.14 run

  private mutating func check(run: JSONValue) {
    allow(["tool", "invocations", "columnKind", "results"], in: run, "run")
    require(
      ["utf16CodeUnits", "unicodeCodePoints"].contains(run["columnKind"]?.string ?? ""),
      "columnKind")  // 3.14.17
    let driver = run["tool"]?["driver"]
    require(driver?["name"]?.string?.isEmpty == false, "the driver has a name")  // 3.19.8
    let rules = driver?["rules"]?.elements.compactMap { $0["id"]?.string } ?? []
    require(Set(rules).count == rules.count, "rules have ids of their own")
    for rule in driver?["rules"]?.elements.map({ $0 }) ?? [] { check(rule: rule) }
    for invocation in run["invocations"]?.elements.map({ $0 }) ?? [] {
      check(invocation: invocation)
    }
    let results = run["results"]?.elements.map { $0 } ?? []
    for result in results { check(result: result, rules) }
    // 3.27.23: of all results, or of none
    require(Set(results.map { $0["suppressions"] != nil }).count <= 1, "suppressions")
  }

  /// 3.49 reportingDescriptor
  private mutating func check(rule: JSONValue) {
    allow(["id", "shortDescription", "help"], in: rule, "rule")
    require(rule["id"]?.string?.isEmpty == false, "a rule has an id")
    for name in ["shortDescription", "help"] { check(message: rule[name], "rule \(name)") }
  }

  /// 3.20 invocation, 3.58 notification
  private mutating func check(invocation: JSONValue) {
    allow(["executionSuccessful", "toolExecutionNotifications"], in: invocation, "invocation")
    require(invocation["executionSuccessful"]?.kind == .bool, "executionSuccessful")
    for notification in invocation["toolExecutionNotifications"]?.elements.map({ $0 }) ?? [] {
      allow(["level", "message", "locations"], in: notification, "notification")
      for location in notification["locations"]?.elements.map({ $0 }) ?? [] {
        check(location: location)
      }
      check(level: notification)
      check(message: notification["message"], "notification")
    }
  }

  // MARK: - 3.27 result

  private static let resultNames: Set<String> = [
    "ruleId", "ruleIndex", "level", "message", "locations", "relatedLocations",
    "partialFingerprints", "occurrenceCount", "properties", "suppressions",
  ]

  private mutating func check(result: JSONValue, _ rules: [String]) {
    allow(Self.resultNames, in: result, "result")
    let index = result["ruleIndex"].flatMap { Int($0.text()) } ?? -1
    require(rules.indices.contains(index), "ruleIndex is in range")  // 3.27.6
    if rules.indices.contains(index) {
      require(rules[index] == result["ruleId"]?.string, "ruleIndex is that of ruleId")
    }
    check(level: result)
    check(message: result["message"], "result")
    for suppression in result["suppressions"]?.elements.map({ $0 }) ?? [] {
      check(suppression: suppression)
    }
    require(Int(result["occurrenceCount"]?.text() ?? "") ?? 0 >= 1, "occurrenceCount is 1 at least")
    let prints = result["partialFingerprints"]
    require(
      prints?.members.allSatisfy { $0.value.string?.isEmpty == false } ?? false, "fingerprint")
    // GitHub requires one location, with a line.
    require(result["locations"]?.elements.count == 1, "a result has a location")
    for location in result["locations"]?.elements.map({ $0 }) ?? [] {
      require(location["physicalLocation"]?["region"] != nil, "a result has a line")
      check(location: location)
    }
    let related = result["relatedLocations"]?.elements.map { $0 } ?? []
    let ids = related.compactMap { $0["id"]?.text() }
    require(ids.count == related.count && Set(ids).count == ids.count, "related ids")  // 3.28.2
    for location in related { check(location: location) }
  }

  /// 3.35 suppression
  private mutating func check(suppression: JSONValue) {
    allow(["kind", "status", "justification"], in: suppression, "suppression")
    require(["inSource", "external"].contains(suppression["kind"]?.string ?? ""), "kind")
    require(suppression["status"]?.string == "accepted", "status")
    require(suppression["justification"]?.string?.isEmpty == false, "justification")
  }

  private mutating func check(level value: JSONValue) {
    require(
      ["none", "note", "warning", "error"].contains(value["level"]?.string ?? ""), "level")
  }

  /// 3.11 message: neither a link nor a placeholder.
  private mutating func check(message: JSONValue?, _ place: String) {
    allow(["text"], in: message ?? JSONDocument.empty.root, place)
    guard let text = message?["text"]?.string, !text.isEmpty else {
      return faults.append("\(place) has a text")
    }
    let bare = text.replacing("{{", with: "").replacing("}}", with: "")
    require(!bare.contains("{") && !bare.contains("}"), "\(place): a placeholder in \(text)")
    let isLink = text.replacing("\\](", with: "").contains("](")
    require(!isLink, "\(place): a link in \(text)")
  }

  // MARK: - 3.28 location

  private mutating func check(location: JSONValue) {
    allow(["id", "physicalLocation", "message", "properties"], in: location, "location")
    if let message = location["message"] { check(message: message, "location") }
    guard let place = location["physicalLocation"] else { return }
    allow(["artifactLocation", "region"], in: place, "physicalLocation")
    let artifact = place["artifactLocation"]
    let uri = artifact?["uri"]?.string ?? ""
    let isPlain = uri.utf8.allSatisfy { Self.uriBytes.contains($0) }
    require(!uri.isEmpty && isPlain, "a URI: \(uri)")  // RFC 3986
    if let base = artifact?["uriBaseId"]?.string {
      require(base == "%SRCROOT%", "the base is known")
      let isRelative = !uri.hasPrefix("/") && !uri.contains(":")
      require(isRelative && !uri.split(separator: "/").contains(".."), "relative: \(uri)")
    } else {
      require(uri.hasPrefix("file:///"), "absolute: \(uri)")
    }
    for name in place["region"]?.members.map(\.name.text) ?? [] {
      require(["startLine", "startColumn"].contains(name), "region has no \(name)")
      require(Int(place["region"]?[name]?.text() ?? "") ?? 0 >= 1, "\(name) is one-based")
    }
  }

  private static let uriBytes = Set(
    ("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~:/?#[]@!$&'()*+,;=%").utf8)
}
