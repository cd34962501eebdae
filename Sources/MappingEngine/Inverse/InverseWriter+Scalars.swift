import ContractModel
import JSONParsing

extension InverseWriter {
  /// The JSON texts that a value can be written as, the one that the line names first in front.
  func texts(of value: MappedValue, _ index: Int32) -> [String] {
    let type = plan.tables.values[index]
    if case .union(let alternatives) = type.kind {
      return alternatives.indices.flatMap { texts(of: value, Int32($0)) }
    }
    if type.coercions.isEmpty { return natural(value) + quotedTexts(natural(value)) }
    return plan.tables.coercions[type.coercions.indices].flatMap { texts(of: value, by: $0) }
  }

  /// How JSON itself writes the value.
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
      return (transformers[name]?.inverse?(value)).map { [$0] } ?? []
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
