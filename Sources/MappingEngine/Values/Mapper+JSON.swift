package import ContractModel
package import JSONParsing

extension Mapper {
  /// Returns JSON that a line reads as a value.
  ///
  /// - Parameters:
  ///   - value: A scalar, or a collection of scalars.
  ///   - type: The type of the objects that the line belongs to.
  /// - Returns: JSON that is read as the value, or else the nearest JSON; `nil`, if the line reads
  ///   no such value at all.
  package func json(
    of value: MappedValue, for line: PropertyLine, ofType type: MemberName
  ) -> String? {
    let tables = plan.tables
    let variants = tables.variants.filter { $0.type >= 0 && tables.types[$0.type] == type }
    let lines = variants.flatMap { tables.order[$0.lines.indices] }
    return lines.lazy.filter { tables.sourceLines[$0] == line }
      .compactMap { text(value, tables.lines[$0].value) }.first
  }

  private func text(_ value: MappedValue, _ index: Int32) -> String? {
    let type = plan.tables.values[index]
    if value.isNull { return type.allowsNull || type.takesNull ? "null" : nil }
    switch (type.kind, value) {
    case (.listOrObject(let list, _), .array): return text(value, list)
    case (.listOrObject(_, let object), _): return text(value, object)
    case (.array(let element), .array(let collection)),
      (.set(let element), .set(let collection)):
      let texts = collection.elements.compactMap { text($0, element) }
      let isWhole = texts.count == collection.elements.count
      return isWhole ? "[\(texts.joined(separator: ","))]" : nil
    case (.dictionary(let element), .dictionary(let entries)):
      let members = entries.compactMap { entry in
        text(entry.value, element).map { "\(JSONWriter.text(of: entry.name.text)):\($0)" }
      }
      return members.count == entries.count ? "{\(members.joined(separator: ","))}" : nil
    default:
      // A value that the line rejects is written, too: mapping the payload then reports why.
      let texts = texts(of: value, index)
      return texts.first { isRead($0, index, as: value) } ?? texts.first
    }
  }

  private func isRead(_ text: String, _ index: Int32, as value: MappedValue) -> Bool {
    guard let document = try? JSONDocument(parsing: text) else { return false }
    switch reader.read(index, 0, in: document, as: MappedValue.self) {
    case .value(value), .newValue(value, _): return true
    default: return false
    }
  }

  /// Returns the JSON texts that a value can be written as; the first is the line's preferred one.
  private func texts(of value: MappedValue, _ index: Int32) -> [String] {
    let type = plan.tables.values[index]
    if case .union(let alternatives) = type.kind {
      return alternatives.indices.flatMap { texts(of: value, Int32($0)) }
    }
    if type.coercions.isEmpty { return natural(value) + quotedTexts(natural(value)) }
    return plan.tables.coercions[type.coercions.indices].flatMap { texts(of: value, by: $0) }
  }

  /// Returns the value as JSON itself writes it.
  private func natural(_ value: MappedValue) -> [String] {
    var json = JSONWriter()
    writeScalar(value, to: &json)
    return [json.text]
  }

  private func quotedTexts(_ texts: [String]) -> [String] {
    texts.filter { !$0.hasPrefix("\"") }.map(JSONWriter.text)
  }

  private func texts(of value: MappedValue, by coercion: Coercion) -> [String] {
    if let (unit, isText) = coercion.epoch, case .date(let instant) = value {
      let text = instant.epochText(in: unit)
      return [isText ? JSONWriter.text(of: text) : text]
    }
    switch (coercion, value) {
    case (.custom(let name), _):
      return (reader.transformers[name]?.inverse?(value)).map { [$0] } ?? []
    case (.datePattern, .date(let instant)):
      let text = plan.tables.datePatterns[coercion]?.text(for: instant)
      return text.map { [JSONWriter.text(of: $0)] } ?? []
    case (.base64url, .data(let bytes)): return [JSONWriter.text(of: Base64.urlText(of: bytes))]
    case (.string, _):
      let texts = natural(value)
      return texts.filter { $0.hasPrefix("\"") } + quotedTexts(texts)
    case (.number, .string(let text)): return [text]
    case (.number, .bool(let bool)): return [bool ? "1" : "0"]
    case (.bool, .string(let text)): return [text]
    case (.bool, .int(let number)): return [number == 0 ? "false" : "true"]
    case (.bool, .uint(let number)): return [number == 0 ? "false" : "true"]
    default: return natural(value)
    }
  }
}
