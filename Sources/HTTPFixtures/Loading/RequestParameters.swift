import ContractModel
import Foundation
import JSONParsing
import MappingEngine

/// The properties of a request, each at the place where it is sent.
struct RequestParameters {
  private(set) var headers: [(name: String, text: String)] = []
  /// A JSON object, or a form; `nil` if there is no body.
  private(set) var body: [UInt8]?
  private(set) var bodyType = "application/json"
  private var query: [(name: String, text: String)] = []
  private var path: [MemberName: String] = [:]

  init(
    _ request: some ContractRequest, _ selector: HTTPSelector, _ described: Endpoint?
  ) throws(StubError) {
    let lines = if case .map(let lines)? = described?.body { lines } else { [PropertyLine]() }
    let pathNames = Set(selector.path.parameters.map { MemberName($0) })
    let queryNames = lines.filter { $0.source.base == .requestQuery }.map(\.sentName)
    let headerNames = lines.filter { $0.source.base == .requestHeader }.map(\.sentName)
    let isForm = described?.readsForm ?? false
    let isBodyDescribed = described.map { $0.readsBody && !$0.hasNoBody } ?? false || isForm
    let hasBody = isBodyDescribed || ["POST", "PUT", "PATCH"].contains(selector.method)
    var rest: [JSONMember] = []
    for member in try Self.document(request).root.members {
      let name = Self.queryName(member.name.text)
      if pathNames.contains(member.name) {
        path[member.name] = try Self.text(of: member.value, member.name.text)
      } else if let header = headerNames.first(where: { $0.lowercased() == name.lowercased() }) {
        let text = try Self.text(of: member.value, name)
        if !text.isEmpty { headers.append((header, text)) }
      } else if !hasBody || queryNames.contains(where: { Self.isOrHolds(name, $0) }) {
        try Self.add(name, member.value, to: &query)
      } else {
        rest.append(member)
      }
    }
    guard hasBody, isBodyDescribed || !rest.isEmpty else { return }
    if isForm {
      var fields: [(name: String, text: String)] = []
      for member in rest {
        try Self.add(Self.queryName(member.name.text), member.value, to: &fields)
      }
      (body, bodyType) = (
        Array((Self.text(of: fields) ?? "").utf8), "application/x-www-form-urlencoded"
      )
      return
    }
    var writer = JSONWriter()
    writer.object { writer in
      for member in rest {
        writer.name(member.name.text)
        writer.value(member.value)
      }
    }
    body = writer.bytes
  }

  private static func document<Request: ContractRequest>(
    _ request: Request
  ) throws(StubError) -> JSONDocument {
    do {
      let document = try JSONDocument(parsing: Array(Request.encoder.encode(request)))
      if document.root.kind == .object { return document }
    } catch let EncodingError.invalidValue(_, context) {
      throw StubError("a property cannot be encoded: \(displayed(context.debugDescription))")
    } catch {
      throw StubError("its properties cannot be encoded: \(displayed("\(error)"))")
    }
    throw StubError("it has no properties", notes: ["it is encoded as something else"])
  }

  /// Returns the text of a scalar; an empty text for null.
  private static func text(of value: JSONValue, _ name: String) throws(StubError) -> String {
    switch value.kind {
    case .string: return value.string ?? ""
    case .number, .bool: return value.rawText
    case .null: return ""
    case .array, .object:
      throw StubError("the parameter \(quoted(name)) is neither a text, number nor truth")
    }
  }

  // MARK: - Queries and forms

  /// Returns a name with `.` between its parts in the form of a query: `filter[state]`.
  private static func queryName(_ name: String) -> String {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.allSatisfy({ !$0.isEmpty }) else { return name }
    return parts[0] + parts.dropFirst().map { "[\($0)]" }.joined()
  }

  /// Returns whether a parameter has the name, or is the object that holds it: `filter` holds
  /// `filter[state]`.
  private static func isOrHolds(_ parameter: String, _ name: String) -> Bool {
    name.utf8.elementsEqual(parameter.utf8) || name.utf8.starts(with: (parameter + "[").utf8)
  }

  /// Adds a parameter to those of a query or form.
  private static func add(
    _ name: String, _ value: JSONValue, isNested: Bool = false,
    to pairs: inout [(name: String, text: String)]
  ) throws(StubError) {
    switch value.kind {
    case .object where !isNested:
      for member in value.members {
        try add("\(name)[\(member.name)]", member.value, isNested: true, to: &pairs)
      }
    case .array:
      for element in value.elements where !element.isNull {
        pairs.append((name, try text(of: element, name)))
      }
    default:
      let text = try text(of: value, name)
      if !text.isEmpty { pairs.append((name, text)) }
    }
  }

  /// The percent-encoded text after `?`; `nil` if there are no parameters.
  var queryText: String? { Self.text(of: query) }

  private static func text(of pairs: [(name: String, text: String)]) -> String? {
    let pairs = pairs.map {
      "\(RequestURL.percentEncoded($0.name))=\(RequestURL.percentEncoded($0.text))"
    }
    return pairs.isEmpty ? nil : pairs.joined(separator: "&")
  }

  // MARK: - The path

  /// Returns the path with the percent-encoded values of its parameters.
  ///
  /// - Throws: `StubError` if a parameter has no value, or its value is not a segment.
  func path(of selector: HTTPSelector) throws(StubError) -> String {
    var text = ""
    for parts in selector.path.segments {
      var segment = ""
      for part in parts { segment += try self.text(of: part) }
      // One or two dots name a folder, even if percent-encoded (RFC 3986, section 5.2.4).
      guard segment != ".", segment != ".." else {
        throw StubError("the path cannot have the segment \(quoted(segment))")
      }
      text += "/" + segment
    }
    return text
  }

  private func text(of part: PathPattern.Part) throws(StubError) -> String {
    guard let name = part.parameter else {
      return if case .text(let text) = part { RequestURL.percentEncoded(text) } else { "" }
    }
    let parameter = "the parameter \(quoted(name)) of the path"
    guard let value = path[MemberName(name)], !value.isEmpty else {
      throw StubError("\(parameter) has no value")
    }
    if case .number = part, !value.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) {
      throw StubError("\(parameter) is not digits alone: \(quoted(value))")
    }
    return RequestURL.percentEncoded(value)
  }
}

extension PropertyLine {
  /// The name of the parameter or header that a line of a request reads.
  fileprivate var sentName: String {
    if case .segment(let name)? = source.steps.first { name.text } else { "" }
  }
}
