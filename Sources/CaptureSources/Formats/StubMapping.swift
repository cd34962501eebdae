import JSONParsing

/// A stub mapping of WireMock: the requests that it answers, and their response.
///
///     {"request": {"method": "GET", "urlPath": "/users/7"},
///      "response": {"status": 200, "jsonBody": {"id": 7}}}
///
/// The body may also be the text `body`, `base64Body`, or a file that `bodyFileName` names. In the
/// template of a path, parameters are replaced by their values in `pathParameters`, if there are
/// any. A regular expression is not a path.
struct StubMapping {
  let method: String?
  let url: String?
  /// The reason why the endpoint, or the body, is unknown.
  let fault: String?
  let body: JSONValue?
  let isBase64: Bool
  let bodyFile: String?

  static let memberNames: Set<String> = [
    "id", "uuid", "name", "request", "response", "priority", "scenarioName",
    "requiredScenarioState", "newScenarioState", "persistent", "metadata", "postServeActions",
    "serveEventListeners", "insertionIndex",
  ]

  private static let urls = ["url", "urlPath", "urlPathTemplate", "urlPattern", "urlPathPattern"]
  private static let answers = [
    "status", "jsonBody", "body", "base64Body", "bodyFileName", "proxyBaseUrl", "fault",
  ]

  /// Returns whether an object is a mapping, not another resource with a request and a response.
  static func isSurelyOne(_ root: JSONValue) -> Bool {
    guard root.kind == .object, root.members.allSatisfy({ memberNames.contains($0.name.text) }),
      let request = root["request"], let response = root["response"]
    else { return false }
    return (urls + ["method"]).contains { request[$0]?.kind == .string }
      && answers.contains { response[$0] != nil }
  }

  init(_ root: JSONValue) {
    let (request, response) = (root["request"], root["response"])
    let stated = request?["method"]?.string
    method = stated?.uppercased() == "ANY" ? nil : stated
    url =
      request?["url"]?.string ?? request?["urlPath"]?.string
      ?? request?["urlPathTemplate"]?.string.map { path in
        Self.path(path, request?["pathParameters"])
      }
    (body, isBase64, bodyFile) = Self.body(response)
    if url == nil {
      let isPattern = request?["urlPattern"] != nil || request?["urlPathPattern"] != nil
      fault = isPattern ? "the URL is a regular expression, which is no path" : "there is no URL"
    } else if response?["proxyBaseUrl"] != nil {
      fault = "another server has the response"
    } else if response?["fault"]?.string != nil {
      fault = "the connection breaks, so that there is no response"
    } else {
      fault = Self.isTemplate(response, body) ? "the body is a template" : nil
    }
  }

  private static func body(_ response: JSONValue?) -> (JSONValue?, Bool, String?) {
    if let value = response?["jsonBody"] { return (value, false, nil) }
    if let text = response?["body"], !text.isNull { return (text, false, nil) }
    if let text = response?["base64Body"], !text.isNull { return (text, true, nil) }
    return (nil, false, response?["bodyFileName"]?.string)
  }

  private static func isTemplate(_ response: JSONValue?, _ body: JSONValue?) -> Bool {
    let isOn =
      response?["transformers"]?.elements.contains { $0.string == "response-template" } ?? false
    return isOn && body?.rawText.contains("{{") == true
  }

  /// Returns the path of a template, with the values of known parameters.
  private static func path(_ template: String, _ parameters: JSONValue?) -> String {
    template.split(separator: "/", omittingEmptySubsequences: false).map { segment in
      guard segment.hasPrefix("{"), segment.hasSuffix("}"), segment.utf8.count > 2,
        let value = parameters?[String(segment.dropFirst().dropLast())]?["equalTo"]?.string
      else { return String(segment) }
      return value
    }.joined(separator: "/")
  }
}
