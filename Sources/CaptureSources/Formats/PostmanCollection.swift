import JSONParsing

/// A Postman collection, whose examples are saved responses.
struct PostmanCollection {
  /// The examples, each with the URL of its request, if it is known.
  private(set) var examples: [(root: JSONValue, url: String?)] = []
  private let variables: [String: String]

  /// Returns whether an object is a collection, not another resource with an `info`.
  static func isOne(_ root: JSONValue) -> Bool { isInfo(root["info"]) }

  static func isInfo(_ info: JSONValue?) -> Bool {
    info?["schema"]?.string?.contains("schema.getpostman.com") ?? false
  }

  init(_ root: JSONValue) {
    variables = Self.values(of: root["variable"])
    // Folders are items with nested items.
    var rest = root["item"].map { [$0] } ?? []
    while let list = rest.popLast() {
      for item in list.elements {
        if let inner = item["item"] { rest.append(inner) }
        for example in item["response"].map({ Array($0.elements) }) ?? [] {
          let request = example["originalRequest"] ?? item["request"]
          examples.append((example, request?["url"].flatMap(address)))
        }
      }
    }
  }

  private static func values(of list: JSONValue?) -> [String: String] {
    let pairs = (list.map { Array($0.elements) } ?? []).compactMap { variable in
      variable["key"]?.string.flatMap { key in variable["value"]?.string.map { (key, $0) } }
    }
    return Dictionary(pairs, uniquingKeysWith: { $1 })
  }

  /// Returns a URL without its unknown parts, such as a host in a variable.
  private func address(_ url: JSONValue) -> String? {
    guard var text = url.string ?? url["raw"]?.string else { return nil }
    for (name, value) in variables { text = text.replacing("{{\(name)}}", with: value) }
    let parameters = Self.values(of: url["variable"])
    let (path, query) = (text.prefix { $0 != "?" }, text.drop { $0 != "?" })
    var segments = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    for index in segments.indices where segments[index].hasPrefix(":") {
      segments[index] = parameters[String(segments[index].dropFirst())] ?? segments[index]
    }
    let start = text.contains("://") ? 2 : 0
    if segments.indices.contains(start), segments[start].contains("{{") {
      segments.replaceSubrange(0...start, with: [""])
    }
    return segments.joined(separator: "/") + query
  }
}
