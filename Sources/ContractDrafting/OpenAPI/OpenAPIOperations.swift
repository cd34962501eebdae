import ContractModel
import DraftWriting
import JSONParsing

/// The endpoints and requests of an OpenAPI description, in the form of a contract.
///
/// It reads the Paths, Operation, Parameter, Request Body and Response Objects of the OpenAPI
/// Specification 3.1.1.
struct OpenAPIOperations {
  let mappings: OpenAPIMappings
  private let document: OpenAPIDocument
  private(set) var host: String?
  private(set) var basePath: String?
  private(set) var endpoints: [DraftedEndpoint] = []
  private(set) var requests: [DraftedRequest] = []
  /// The written selectors, without the names of parameters.
  private var shapes: Set<MemberName> = []
  private var requested: Set<MemberName> = []

  init(_ document: OpenAPIDocument) {
    self.document = document
    mappings = OpenAPIMappings(document)
  }

  private static let methods = ["get", "post", "put", "patch", "delete", "head", "options"]

  var title: String {
    let info = document.root["info"]
    let words = ["title", "version"].compactMap { info?[$0]?.string }
    return words.isEmpty ? "an OpenAPI file" : displayed(shortened(words.joined(separator: " ")))
  }

  mutating func read() {
    let root = document.root
    document.noteUnread(
      root,
      known: [
        "openapi", "info", "servers", "paths", "components", "tags", "externalDocs",
        "security", "jsonSchemaDialect",
      ])
    if let servers = root["servers"] { read(servers: servers) }
    for member in root.members(of: "paths")
    where member.name.text.hasPrefix("/") {
      if let item = document.resolved(member.value) { read(item, at: member) }
    }
    guard endpoints.isEmpty, requests.isEmpty else { return }
    for member in mappings.components {
      _ = mappings.type([member.value], SchemaPlace(owner: "", key: member.name.text))
    }
  }

  // MARK: - Servers

  private mutating func read(servers: JSONValue) {
    let all = Array(servers.elements)
    for other in all.dropFirst() {
      document.note("a contract has one server, and the first is taken", at: other)
    }
    guard let server = all.first, var url = server["url"]?.string else { return }
    for variable in server.members(of: "variables") {
      url = url.replacing("{\(variable.name)}", with: variable.value["default"]?.string ?? "")
    }
    let rest = url.split(separator: "://", maxSplits: 1).last.map(String.init) ?? ""
    let address = rest.utf8.count < url.utf8.count ? rest : url
    let start = address.firstIndex(of: "/") ?? address.endIndex
    let hostText = String(address[..<start]).lowercased()
    var path = String(address[start...])
    while path.hasSuffix("/") { path.removeLast() }
    for (word, value) in [("host", hostText), ("basePath", path)] where !value.isEmpty {
      let member = "\(DraftText.json(word)):\(DraftText.json(value))"
      guard DraftedContract.problem(member) == nil else {
        document.note("no contract has the \(word) \(quoted(shortened(value)))", at: server)
        continue
      }
      if word == "host" { host = value } else { basePath = value }
    }
  }

  // MARK: - Paths

  private mutating func read(_ item: JSONValue, at member: JSONMember) {
    document.noteUnread(
      item, known: Set(Self.methods + ["summary", "description", "parameters", "$ref"]))
    for method in Self.methods {
      guard let operation = item[method] else { continue }
      document.noteUnread(operation, known: Self.operationWords)
      let all = item.items("parameters") + operation.items("parameters")
      // Parameters of an operation replace those of its path.
      var seen: Set<[String?]> = []
      let last = all.compactMap(document.resolved).reversed()
        .filter { seen.insert([$0["in"]?.string, $0["name"]?.string]).inserted }
      let parameters = Array(last.reversed())
      guard let (path, place) = path(member, parameters, method) else { continue }
      let selector = "\(method.uppercased()) \(path)"
      readRequest(operation, parameters, selector, place)
      readResponses(operation, selector, place, hasBody: method != "head")
    }
  }

  private static let operationWords: Set<String> = [
    "tags", "summary", "description", "externalDocs", "operationId", "parameters", "requestBody",
    "responses", "deprecated", "security",
  ]

  /// Returns a path in the form of a contract, with its parameters.
  private func path(_ member: JSONMember, _ parameters: [JSONValue], _ method: String) -> (
    text: String, place: SchemaPlace
  )? {
    var (text, names, words): (String, Set<String>, [String]) = ("", [], [])
    var rest = member.name.text[...]
    while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
      let written = String(rest[rest.index(after: start)..<end])
      let stated = parameters.last { $0["in"]?.string == "path" && $0["name"]?.string == written }
      let schema = stated?["schema"].map { OpenAPISchema([$0], in: document) }
      let name = Words.unusedProperty(written, "", &names)
      text +=
        Self.escaped(rest[..<start]) + ":\(name)" + (schema?.kinds == ["integer"] ? "(Int)" : "")
      words.append(String(rest[..<start]))
      rest = rest[rest.index(after: end)...]
    }
    text += Self.escaped(rest)
    words.append(String(rest))
    let selector = "\(method.uppercased()) \(text)"
    if let problem = DraftedContract.problem("\"endpoints\":{\(DraftText.json(selector)):null}") {
      document.note("no contract says this path: \(problem)", at: member.value)
      return nil
    }
    let segments = words.joined().split(separator: "/")
    return (
      text,
      SchemaPlace(
        owner: method + " " + words.joined(separator: " "),
        key: segments.last.map(String.init) ?? "root")
    )
  }

  private static func escaped(_ text: Substring) -> String {
    String(text).replacing(":", with: "\\:")
  }

  // MARK: - Responses

  private mutating func readResponses(
    _ operation: JSONValue, _ selector: String, _ place: SchemaPlace, hasBody: Bool
  ) {
    let responses = operation.members(of: "responses")
    let hasSuccess = responses.contains { $0.name.text.hasPrefix("2") }
    let note = operation["deprecated"]?.bool == true ? "deprecated" : ""
    for member in responses {
      guard let response = document.resolved(member.value),
        let status = status(member, hasSuccess),
        let value = hasBody ? body(response, place, isError: !status.hasPrefix("2")) : .nothing
      else { continue }
      add("\(selector) -> \(status)", value, note, operation)
    }
  }

  /// Returns the statuses of a response in the form of a contract. The default stands for statuses
  /// of errors, and for success if no other response does.
  private func status(_ member: JSONMember, _ hasSuccess: Bool) -> String? {
    let text = member.name.text
    if text == "default" { return hasSuccess ? "4xx,5xx" : "2xx,4xx,5xx" }
    let isCode = text.utf8.count == 3 && (Int(text).map { 100...599 ~= $0 } ?? false)
    if isCode || ["1XX", "2XX", "3XX", "4XX", "5XX"].contains(text) { return text.lowercased() }
    if !text.hasPrefix("x-") {
      document.note("there is no status \(quoted(shortened(text)))", at: member.value)
    }
    return nil
  }

  private mutating func add(
    _ selector: String, _ value: DraftedUse, _ note: String, _ place: JSONValue
  ) {
    let shape = selector.split(separator: " ").map { part in
      part.split(separator: "/").map { $0.hasPrefix(":") ? ":" : String($0) }.joined(separator: "/")
    }.joined(separator: " ")
    guard shapes.insert(MemberName(shape)).inserted else {
      return document.note("another path stands for the same requests", at: place)
    }
    endpoints.append(DraftedEndpoint(selector: selector, value: value, note: note))
  }

  /// Returns the body of a response; `nil` if it is not JSON.
  private func body(
    _ response: JSONValue, _ place: SchemaPlace, isError: Bool
  ) -> DraftedUse? {
    document.noteUnread(response, known: ["$ref", "description", "content", "links", "summary"])
    guard let content = response["content"], !content.isEmptyContainer else { return .nothing }
    guard let (type, media) = json(content) else { return nil }
    var place = place
    if isError { place.key = "api_error" }
    let body = mappings.type(media["schema"].map { [$0] } ?? [], place)
    guard type != Endpoint.standardMIMEType, MIMEType.isValid(type) else { return .type(body.text) }
    return .lines([
      DraftedLine(source: "@mimeType", type: type), DraftedLine(source: "", type: body.text),
    ])
  }

  /// Returns the JSON body with its type; `nil` if there is none. Other bodies are recorded.
  private func json(_ content: JSONValue) -> (type: String, media: JSONValue)? {
    let all = content.members.map {
      (type: $0.name.text.prefix { $0 != ";" }.lowercased(), media: $0.value)
    }
    let json = all.filter {
      $0.type.hasSuffix("json") || $0.type == "*/*" || $0.type == "application/*"
    }
    let chosen = json.first { $0.type == Endpoint.standardMIMEType } ?? json.first
    for other in all where other.media.node != chosen?.media.node {
      guard chosen == nil || other.media["schema"] != chosen?.media["schema"] else { continue }
      document.note("no contract says a body of \(quoted(shortened(other.type)))", at: other.media)
    }
    return chosen.map { ($0.type.contains("*") ? Endpoint.standardMIMEType : $0.type, $0.media) }
  }

  // MARK: - Requests

  private mutating func readRequest(
    _ operation: JSONValue, _ parameters: [JSONValue], _ selector: String, _ place: SchemaPlace
  ) {
    var (parts, properties): ([String: [DraftedLine]], Set<String>) = ([:], [])
    for parameter in parameters {
      guard let name = parameter["name"]?.string, let kind = parameter["in"]?.string, kind != "path"
      else { continue }
      document.noteUnread(
        parameter,
        known: [
          "name", "in", "description", "required", "deprecated", "schema", "example", "examples",
          "allowEmptyValue",
        ])
      let part = ["query": "query", "header": "headers"][kind]
      let isIgnored =
        kind == "header" && ["accept", "content-type", "authorization"].contains(name.lowercased())
      guard let part, !isIgnored, let schema = parameter["schema"] else {
        document.note("no contract says this parameter of a request", at: parameter)
        continue
      }
      let line = line(
        MemberName(name), [schema], isOptional: parameter["required"]?.bool != true, place,
        &properties)
      if let line { parts[part, default: []].append(line) }
    }
    var request = DraftedRequest(selector: selector)
    request.members = ["query", "headers"].compactMap { part in
      parts[part].map { (part, .lines($0)) }
    }
    if let stated = operation["requestBody"], let body = document.resolved(stated) {
      document.noteUnread(body, known: ["description", "content", "required"])
      if body["required"]?.bool != true {
        document.note("no contract says that a body may be left out", at: body)
      }
      guard let members = members(ofBody: body["content"], place, &properties) else { return }
      request.members += members
    }
    if requested.insert(MemberName(selector)).inserted { requests.append(request) }
  }

  /// Returns a line for a text; `nil` if the value is not sent as a text.
  private func line(
    _ name: MemberName, _ schemas: [JSONValue], isOptional: Bool, _ place: SchemaPlace,
    _ properties: inout Set<String>
  ) -> DraftedLine? {
    var place = place
    (place.key, place.isText) = (name.text, true)
    let type = mappings.type(schemas, place)
    let isList =
      type.base.hasPrefix("[") && !type.base.hasPrefix("[[") && !type.base.hasPrefix("[String:")
    guard type.isScalar || isList || type.base == "Any", mappings.problem(with: type.text) == nil
    else {
      for schema in schemas {
        document.note("no contract says this parameter of a request", at: schema)
      }
      return nil
    }
    var written = type
    written.allowsNull = false
    if type.base == "Any" { written.alternatives = ["String"] }
    return DraftedLine(specified: name, written, isOptional: isOptional, properties: &properties)
  }

  /// Returns the description of a request's body; `nil` if no contract can express it.
  private func members(
    ofBody content: JSONValue?, _ place: SchemaPlace, _ properties: inout Set<String>
  ) -> [(word: String, value: DraftedUse)]? {
    guard let content, !content.isEmptyContainer else { return [] }
    let names = content.members.map { $0.name.text.lowercased() }
    let form = content.members.first {
      $0.name.text.lowercased().hasPrefix("application/x-www-form-urlencoded")
    }
    let hasJSON = names.contains { $0.contains("json") || $0.contains("*") }
    if !hasJSON, let stated = form?.value["schema"] {
      let schema = OpenAPISchema([stated], in: document)
      schema.noteUnread()
      let lines = schema.properties.compactMap { name, schemas in
        let isOptional = !schema.required.contains(name)
        return line(name, schemas, isOptional: isOptional, place, &properties)
      }
      return lines.isEmpty ? nil : [("form", .lines(lines))]
    }
    guard let (_, media) = json(content) else { return nil }
    return [("body", .type(mappings.type(media["schema"].map { [$0] } ?? [], place).text))]
  }
}
