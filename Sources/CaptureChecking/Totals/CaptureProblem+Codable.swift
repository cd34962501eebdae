package import CaptureSources
import ContractModel
import JSONParsing

// How parts have what other modules declare.

extension RuleID: Codable, CodingKeyRepresentable {}

extension CaptureProblem: Codable {
  private enum CodingKeys: CodingKey { case input, position, message, detail }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try container.decode(String.self, forKey: .input),
      try container.decodeIfPresent(TextPosition.self, forKey: .position),
      try container.decode(SafeText.self, forKey: .message).wrappedValue,
      detail: try container.decodeIfPresent(SafeText.self, forKey: .detail)?.wrappedValue)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(input, forKey: .input)
    try container.encodeIfPresent(position, forKey: .position)
    try container.encode(message, forKey: .message)
    try container.encodeIfPresent(detail, forKey: .detail)
  }
}

extension CaptureRecord.Place: Codable {
  package init(from decoder: any Decoder) throws {
    let numbers = try [String: Int](from: decoder)
    self = numbers["entry"].map { .entry($0) } ?? numbers["line"].map { .line($0) } ?? .file
  }

  package func encode(to encoder: any Encoder) throws {
    let numbers: [String: Int] =
      switch self {
      case .file: [:]
      case .line(let number): ["line": number]
      case .entry(let number): ["entry": number]
      }
    try numbers.encode(to: encoder)
  }
}

extension CaptureShare: RawRepresentable, Codable {
  package init?(rawValue: String) { self.init(rawValue) }

  package var rawValue: String { description }
}
