import ContractModel
import JSONParsing

extension FaultCollector {
  /// Makes the value absent, or null.
  mutating func addAbsence() {
    if isMember { add(.missing, "", "missing", .remove(node)) }
    replace(.null, "", "null", with: "null")
  }

  /// Adds foreign keys that lead to the other objects of the payload, and that lead nowhere.
  mutating func addForeignKeys() {
    guard reads.isForeignKey else { return }
    let others = base.keyPaths.filter { $0.isIdentity && base.parents[$0.node] != parent }
    for (number, other) in others.prefix(Self.mostTargets).enumerated()
    where kind == .scalar && tree.nodes[other.node].kind == .scalar {
      guard let text = base.text(of: Int32(other.node), writtenAs: node) else { continue }
      replace(
        .foreignKey, number == 0 ? "other" : "other-\(number + 1)",
        "foreign key of \(base.paths[other.node])", with: text)
    }
    replace(.foreignKey, "zero", "foreign key 0", with: likeBase("0"))
    if let other = OtherValue.text(of: reads, in: tree) {
      replace(.foreignKey, "unknown", "foreign key \(other)", with: other)
    }
  }

  /// The most objects to which a foreign key is made to lead.
  private static let mostTargets = 4

  private static let strangers: [(variant: String, text: String)] = [
    ("bool", "true"), ("zero", "0"), ("one", "1"), ("fraction", "3.7"), ("string", "\"x\""),
    ("digits", "\"42\""), ("bool-string", "\"false\""), ("empty-string", "\"\""),
    ("array", "[]"), ("object", "{}"),
  ]

  /// Adds each other kind of JSON value, and the similar one with the same meaning.
  mutating func addWrongTypes() {
    // If no line reads the value itself, only values of the base's kind are accepted.
    let own = kindOfBase
    let types = reads.types.filter { $0 != .scalar(ScalarType(.any)) }
    let accepted: Set =
      reads.values.isEmpty ? [own] : types.reduce(into: []) { $0.formUnion($1.acceptedKinds) }
    for (variant, text) in Self.strangers {
      let isAccepted = accepted.contains(Self.kind(of: text))
      // A fraction is the same kind of value as a whole number.
      if isAccepted, variant != "fraction" { continue }
      replace(.wrongType, variant, "\(isAccepted ? "number" : "wrong type") \(text)", with: text)
    }
    if let string, JSONNumber(string) != nil {
      replace(.wrongType, "unquoted", "number \(string) for its text", with: string)
    } else if JSONNumber(token) != nil {
      replace(
        .wrongType, "quoted", "text \"\(token)\" for the number", with: JSONWriter.text(of: token))
    }
  }

  private var kindOfBase: JSONKind {
    switch kind {
    case .object: .object
    case .array: .array
    case .scalar: Self.kind(of: token)
    }
  }

  private static func kind(of text: String) -> JSONKind {
    text.utf8.first.map(JSONKind.init(firstByte:)) ?? .number
  }
}
