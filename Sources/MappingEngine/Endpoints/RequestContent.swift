package import ContractModel
import JSONParsing

/// The body of a request, by how it is sent.
package enum RequestContent: Sendable {
  case nothing
  /// JSON, or a body whose type is not known.
  case json
  case form(NamedTexts)
  /// A body of several parts (`multipart/form-data`).
  case parts

  /// - Parameters:
  ///   - type: The `Content-Type`, if there is one. A body that can only be JSON counts as JSON:
  ///     `URLSession` declares a form where an app sets no type.
  ///   - body: The bytes.
  package init(type: String?, _ body: some Collection<UInt8>) {
    let first = body.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    guard let first else {
      self = .nothing
      return
    }
    let type = MIMEType.essence(type ?? "")
    if [UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\"")].contains(first)
      || !body.contains(UInt8(ascii: "=")) && (try? JSONDocument(parsing: Array(body))) != nil
    {
      self = .json
    } else if type == "application/x-www-form-urlencoded" || type.isEmpty && Self.isForm(body) {
      self = .form(RequestURL.parameters(in: body, plusIsSpace: true))
    } else if type.hasPrefix("multipart/") {
      self = .parts
    } else {
      self = .json
    }
  }

  /// Returns whether a text consists of name-value pairs with all other characters encoded.
  private static func isForm(_ body: some Collection<UInt8>) -> Bool {
    body.contains(UInt8(ascii: "="))
      && body.allSatisfy {
        0x21...0x7E ~= $0 && $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: "\"")
      }
  }
}

extension Endpoint {
  private var formLines: [PropertyLine] {
    guard case .map(let lines) = body else { return [] }
    return lines.filter { $0.source.base == .requestForm }
  }

  /// Whether lines of the request read the fields of a form.
  package var readsForm: Bool { !formLines.isEmpty }

  package struct UnreadableBody: Error {
    package var rule: RuleID
    package var message: String
    package var hint: String?
  }

  /// Returns the fields of the form that lines of a request read; `nil`, if they read JSON, or
  /// nothing.
  ///
  /// - Throws: `UnreadableBody`, if a body of another kind is sent, or a required body is missing.
  package func form(in content: RequestContent) throws(UnreadableBody) -> NamedTexts? {
    guard readsForm || readsBody, body != .absent else { return nil }
    switch content {
    case .nothing:
      guard !readsForm || formLines.contains(where: { !$0.isOptional }) else { return [:] }
      throw UnreadableBody(rule: .emptyBody, message: "no body is sent")
    case .json:
      guard readsForm else { return nil }
      throw UnreadableBody(rule: .notAForm, message: "the body is no form")
    case .form(let form):
      if readsForm { return form }
      throw UnreadableBody(
        rule: .notJSON, message: "the body is a form, and no JSON",
        hint: "if that is right, describe it by \"form\" in the place of \"body\"")
    case .parts:
      throw UnreadableBody(
        rule: readsForm ? .notAForm : .notJSON,
        message: "the body is multipart, and no \(readsForm ? "form" : "JSON")")
    }
  }

  /// Returns the problem of a query that is sent although the contract's request has none.
  ///
  /// - Returns: A message of the rule `unknown-key`; `nil`, if no name in the query is wrong.
  package func problem(ofQuery query: NamedTexts) -> String? {
    guard isBareRequest, let first = query.entries.first else { return nil }
    return "the request has no query, and \(quoted(first.name.text)) is sent"
  }
}
