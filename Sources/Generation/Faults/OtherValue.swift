import ContractModel
import JSONParsing

/// Makes valid values that differ from those of the base. No other type makes such values.
enum OtherValue {
  /// Returns another value of the same type as JSON; `nil` if there is none that is easy to find.
  static func text(of reads: FaultedKeyPath.Reads, in tree: PayloadTree) -> String? {
    let token = String(decoding: tree.scalarToken(of: reads.node), as: UTF8.self)
    let isText = token.hasPrefix("\"")
    let text = isText ? tree.unquoted(tree.scalarToken(of: reads.node)) : token
    let listed = (reads.literals ?? reads.listed).map(\.json)
    let made = reads.scalars.first.map { candidates($0, text, isText: isText) } ?? []
    return (listed + made).first { text in
      MemberName(text) != MemberName(token) && reads.values.allSatisfy { fits($0, text) }
    }
  }

  /// - Parameter isText: Whether the value is a text; in a union, it may be of another type.
  private static func candidates(
    _ scalar: ScalarType, _ text: String, isText: Bool
  ) -> [String] {
    let isPlain = scalar.name.isNumber || scalar.name == .bool
    let isText = isText && (!isPlain || scalar.coercions.contains(.string))
    switch scalar.name.family {
    case .bool:
      return text == "true" || text == "1"
        ? [isText ? "\"false\"" : text == "1" ? "0" : "false"]
        : [isText ? "\"true\"" : text == "0" ? "1" : "true"]
    case .date:
      let unit = scalar.coercions.compactMap { $0.epoch?.unit.countPerSecond }.max() ?? 1
      let later = "\(1_000_000_000 * unit)"
      let texts = dates(text) + (scalar.countsInText ? [later] : [])
      return isText ? texts.map { JSONWriter.text(of: $0) } : [later]
    case .form(let form): return [JSONWriter.text(of: form.otherText)]
    case .string, .any:
      return isText
        ? [text + "x", "other", "0", "1"].map { JSONWriter.text(of: $0) } : ["7", "8"]
    case .number: return numbers(text).map { isText ? JSONWriter.text(of: $0) : $0 }
    }
  }

  private static func numbers(_ text: String) -> [String] {
    guard let number = JSONNumber(text)?.int64.value, number < .max, number > .min else {
      return ["1", "0"]
    }
    return [number &+ 100, number &+ 1, number &- 1].map { String($0) }
  }

  /// Returns the text with another year. Every pattern has a four-digit year, so the date differs.
  private static func dates(_ text: String) -> [String] {
    var scalars = text.unicodeScalars
    guard let year = scalars.firstRange(of: "2000".unicodeScalars) else { return [] }
    scalars.replaceSubrange(year, with: "2004".unicodeScalars)
    return [String(scalars)]
  }

  static func fits(_ type: ConstrainedType, _ json: String) -> Bool {
    guard let value = (try? JSONDocument(parsing: json))?.root else { return false }
    let text = value.string ?? value.number?.text ?? ""
    return type.constraints.allSatisfy { constraint in
      switch constraint.value {
      case .range(let range): JSONNumber(text).map { range.contains($0) } ?? true
      case .length(let range, _): range.contains(text.unicodeScalars.count)
      case .matches(let pattern): pattern.matches(text)
      case .count, .unique, .equals: true
      }
    }
  }

  /// Returns a copy of a value with each read scalar changed, except for those to keep.
  static func copy(
    of node: Int32, in base: FaultBase, keeping: (FaultedKeyPath.Reads) -> Bool = { _ in false }
  ) -> FaultText {
    let range = Int(node)..<Int(base.tree.nodes[Int(node)].end)
    var replacing: [Int32: String] = [:]
    for reads in base.keyPaths
    where range.contains(reads.node) && base.tree.nodes[reads.node].kind == .scalar {
      // Values that distinguish cases stay, or other lines would read the copy.
      if reads.literals != nil || keeping(reads) { continue }
      if let text = text(of: reads, in: base.tree) { replacing[Int32(reads.node)] = text }
    }
    return .node(node, replacing: replacing)
  }
}

extension ScalarType {
  /// Whether a text of digits can be a date.
  var countsInText: Bool { coercions.contains { $0.epoch?.isText ?? false } }
}
