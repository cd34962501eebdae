import ContractModel
import JSONParsing
package import MappingEngine

/// A part stores violations without their lines, since `merge` reads the contracts again.
extension Violation: Codable {
  private enum CodingKeys: CodingKey { case rule, severity, path, range, words, discreet }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let words = try container.decode(Words.self, forKey: .words)
    self.init(
      rule: try container.decode(RuleID.self, forKey: .rule),
      severity: try container.decode(Severity.self, forKey: .severity),
      path: try InstancePath(parsing: try container.decode(String.self, forKey: .path)),
      byteRange: try container.decode(Range<Int>.self, forKey: .range), message: words.message,
      hint: words.hint)
    discreet = try container.decode(Words.self, forKey: .discreet)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(rule, forKey: .rule)
    try container.encode(severity, forKey: .severity)
    try container.encode(path.description, forKey: .path)
    try container.encode(byteRange, forKey: .range)
    try container.encode(Words(message: message, hint: hint), forKey: .words)
    try container.encode(discreet, forKey: .discreet)
  }
}
