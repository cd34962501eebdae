import ContractModel
import JSONParsing

extension FaultCollector {
  /// Adds values that are similar to listed values, and to values that distinguish cases.
  mutating func addCases() {
    if let literals = reads.literals {
      addValues(near: literals, .discriminator, "discriminator")
    }
    if !reads.listed.isEmpty { addValues(near: reads.listed, .caseValue, "value") }
  }

  private mutating func addValues(
    near literals: [Literal], _ faultClass: FaultClass, _ word: String
  ) {
    for literal in literals {
      let text = literal.json
      replace(faultClass, "listed-\(text)", "\(word) \(text)", with: text)
    }
    guard let text = string else {
      if JSONNumber(token) != nil {
        replace(faultClass, "unknown", "\(word) 987654", with: "987654")
      }
      return
    }
    let spellings: [(String, String)] = [
      ("unknown", "zzUnknown"), ("lower", text.lowercased()), ("upper", text.uppercased()),
      ("padded", " \(text) "), ("trimmed", trimmed(text)), ("plural", text + "s"),
      ("empty", ""),
    ]
    for (variant, spelling) in spellings {
      replace(
        faultClass, variant, "\(word) \(JSONWriter.text(of: spelling))",
        with: JSONWriter.text(of: spelling))
    }
  }
}
