import ContractModel
import JSONParsing

extension Disagreement {
  private static let hidden = "(hidden)"

  /// Returns the disagreement without the sensitive values of its payloads; `nil` if they have
  /// none.
  ///
  /// Its texts are left out where they may show such a value: if they are about a sensitive line,
  /// or about values with parts, or if the beginning of such a value is in them.
  ///
  /// - Parameter ranges: Returns the byte ranges of the sensitive values in a payload.
  func hiding(_ ranges: ([UInt8]) -> [Range<Int>]) -> Disagreement? {
    var hiding = self
    var values: [String] = []
    for (number, payload) in payloads.enumerated() {
      for range in ranges(payload) {
        values += PayloadTree(read: Array(payload[range])).scalarTexts
        for offset in range where payload[offset] > 0x20 {
          hiding.payloads[number][offset] = UInt8(ascii: "*")
        }
      }
    }
    guard hiding.payloads != payloads else { return nil }
    hiding.answer = nil
    if lines.contains(where: { $0.options.isSensitive == true }) {
      (hiding.contract, hiding.mapper) = ("(hidden: the line is sensitive)", Self.hidden)
    } else if mayShowParts || [contract, mapper].contains(where: { shows(values, in: $0) }) {
      (hiding.contract, hiding.mapper) = ("(hidden: it may show a sensitive value)", Self.hidden)
    }
    if hiding.mapper == Self.hidden || shows(values, in: hint ?? "") { hiding.hint = nil }
    if shows(values, in: detail) { hiding.detail = "" }
    return hiding
  }

  /// Whether the texts are about a value that may have parts.
  private var mayShowParts: Bool {
    switch kind {
    case .refuses, .refusesMember, .count, .startsFull: false
    default: lines.isEmpty || !lines.allSatisfy { $0.value.type.isScalarOrUnion }
    }
  }

  /// Returns whether a text has the beginning of one of the values; a text may be cut after it.
  private func shows(_ values: [String], in text: String) -> Bool {
    values.contains { value in
      let start = displayed(String(value.prefix(8)))
      return !start.isEmpty && text.contains(start)
    }
  }
}

extension PayloadTree {
  /// The texts of the scalars but null, those of strings without quotes and escapes.
  fileprivate var scalarTexts: [String] {
    nodes.indices.filter { nodes[$0].kind == .scalar }.map(scalarToken)
      .filter { !$0.elementsEqual("null".utf8) }
      .map { token in
        let isString = token.first == UInt8(ascii: "\"")
        return isString ? unquoted(token) : String(decoding: token, as: UTF8.self)
      }
  }
}
