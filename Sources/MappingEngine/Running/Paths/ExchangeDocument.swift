package import ContractModel
package import JSONParsing

/// The exchange of a payload as JSON, in which key paths are followed. Each part is an object; a
/// name has its text as value, or an array of texts if the name is repeated.
struct ExchangeDocument: Sendable {
  private let document: JSONDocument
  /// The body of the request, if it is JSON and known.
  private let requestBody: JSONValue?

  /// - Returns: `nil` if the exchange is unknown, or no key path of the plan starts at it.
  init?(_ exchange: MappingExchange?, for plan: MappingPlan) {
    guard plan.tables.usesExchange else { return nil }
    guard let exchange, exchange.request != nil || exchange.response != nil else { return nil }
    requestBody = exchange.request?.body?.value
    var writer = JSONWriter()
    writer.beginObject()
    if let request = exchange.request {
      let path = request.pathParameters.map { NamedTexts.Entry(name: $0.key, text: $0.value) }
      Self.write(path, as: .path, to: &writer)
      Self.write(request.query.entries, as: .requestQuery, to: &writer)
      if let form = request.form { Self.write(form.entries, as: .requestForm, to: &writer) }
    }
    // The headers of a message are considered unknown if it has no header at all.
    if let request = exchange.request, request.knowsHeaders {
      Self.write(request.headers.entries, as: .requestHeader, to: &writer)
    }
    if let headers = exchange.response?.headers, !headers.entries.isEmpty {
      Self.write(headers.entries, as: .header, to: &writer)
    }
    writer.endObject()
    guard let document = try? JSONDocument(parsing: writer.bytes) else { return nil }
    self.document = document
  }

  func knows(_ base: SourceKeyPath.Base) -> Bool {
    base == .requestBody ? requestBody != nil : document.root[Self.name(of: base)] != nil
  }

  /// Returns the value at a key path that starts at a part of the exchange.
  func value(at path: SourceKeyPath) -> JSONValue? {
    if path.base == .requestBody { return requestBody?.value(at: path.steps) }
    guard case .segment(let name)? = path.steps.last else { return nil }
    return document.root[Self.name(of: path.base)]?[Self.name(name, in: path.base).text]
  }

  private static func name(of base: SourceKeyPath.Base) -> String {
    SourceKeyPath(base: base, steps: []).description
  }

  /// Returns a name as it is stored in its part: names of headers are compared without regard to
  /// case (RFC 9110, section 5.1).
  fileprivate static func name(_ name: MemberName, in base: SourceKeyPath.Base) -> MemberName {
    // Some servers require brackets after a repeated name: ids[]=1&ids[]=2.
    if base == .requestQuery || base == .requestForm,
      name.text.utf8.reversed().starts(with: "][".utf8)
    {
      return MemberName(String(name.text.dropLast(2)))
    }
    guard base == .header || base == .requestHeader else { return name }
    let lowered = name.text.utf8.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }
    return MemberName(String(decoding: lowered, as: UTF8.self))
  }

  private static func write(
    _ entries: [NamedTexts.Entry], as base: SourceKeyPath.Base, to writer: inout JSONWriter
  ) {
    var texts: [MemberName: [String]] = [:]
    for entry in entries { texts[name(entry.name, in: base), default: []].append(entry.text) }
    writer.name(name(of: base))
    writer.beginObject()
    for (name, texts) in texts.sorted(by: { $0.key < $1.key }) {
      writer.name(name.text)
      if texts.count > 1 { writer.beginArray() }
      for text in texts { writer.string(text) }
      if texts.count > 1 { writer.endArray() }
    }
    writer.endObject()
  }
}

extension JSONValue {
  /// Returns the value at steps without `[]`.
  package func value(at steps: [SourceKeyPath.Step]) -> JSONValue? {
    var value: JSONValue? = self
    for case .segment(let name) in steps {
      let index = value?.kind == .array ? SourceKeyPath.index(name) : nil
      value = index.map { value?[$0] } ?? value?[name.text]
    }
    return value
  }
}

extension MappingRequest {
  func fits(_ condition: RequestCondition) -> Bool {
    value(at: condition.source)?.utf8.elementsEqual(condition.text.utf8) ?? false
  }

  /// Returns whether the part that a condition reads is known.
  func knows(_ base: SourceKeyPath.Base) -> Bool {
    switch base {
    case .requestBody, .requestForm: body != nil || form != nil
    case .requestHeader: knowsHeaders
    default: true
    }
  }

  /// Returns the text at a key path; numbers, Booleans and null are returned as they are written.
  private func value(at source: SourceKeyPath) -> String? {
    guard source.base != .requestBody else {
      let value = body?.value.value(at: source.steps)
      return value.flatMap {
        $0.string ?? ([.array, .object].contains($0.kind) ? nil : $0.rawText)
      }
    }
    let texts: NamedTexts? =
      switch source.base {
      case .requestForm: form
      case .requestQuery: query
      case .requestHeader: headers
      default: nil
      }
    guard case .segment(let sought)? = source.steps.last else { return nil }
    let name = { ExchangeDocument.name($0, in: source.base) }
    return texts?.entries.first { name($0.name) == name(sought) }?.text
  }
}
