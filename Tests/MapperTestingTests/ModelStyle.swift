import Foundation
import JSONParsing
import Testing

@testable import MapperTesting

/// A style of models in apps, with payloads that the model accepts, and the results of recording a
/// decode of any payload.
struct ModelStyle: Sendable, CustomTestStringConvertible {
  let name: String
  let payloads: [String]
  private let decode: @Sendable ([UInt8]) -> Comparison
  /// Drafts a contract from all payloads.
  let draft: @Sendable () throws -> String

  /// The result of a recording, without the type.
  struct Comparison: Sendable {
    var record: String
    var disagreement: String?
    /// The values, or the thrown error, as text.
    var plain: String
    var recorded: String
    var failure: DecodingFailure?
    var succeeds: Bool
  }

  init<Value: Decodable & SendableMetatype>(
    _ name: String, _ type: Value.Type, _ payloads: String...,
    decoder: @escaping @Sendable () -> JSONDecoder = { JSONDecoder() }
  ) {
    self.name = name
    self.payloads = payloads
    draft = {
      try CodableDraft(of: type, decoder: decoder(), samples: payloads.map { Array($0.utf8) }).text
    }
    decode = { bytes in
      let record = Recording(Value.self, bytes, decoder())
      return Comparison(
        record: record.description, disagreement: record.disagreement,
        plain: portrait(record.outcome), recorded: portrait(record.recorded),
        failure: record.failure, succeeds: (try? record.outcome.get()) != nil)
    }
  }

  func callAsFunction(_ payload: String) -> Comparison { decode(Array(payload.utf8)) }

  var testDescription: String { name }
}

/// Returns any value as text: its mirror, with sets and dictionaries sorted. Of errors the text has
/// only the type, because Foundation decodes dictionaries in any order.
func portrait<Value>(_ result: Result<Value, any Error>) -> String {
  switch result {
  case .success(let value): portrait(of: value)
  case .failure: "threw"
  }
}

private func portrait(of value: Any) -> String {
  if value is any Decoder || value is any DecodingContainer { return "…" }
  let mirror = Mirror(reflecting: value)
  var parts = mirror.children.map { "\($0.label ?? "_"): \(portrait(of: $0.value))" }
  if mirror.displayStyle == .dictionary || mirror.displayStyle == .set { parts.sort() }
  if let parent = mirror.superclassMirror {
    parts += parent.children.map { "\($0.label ?? "_"): \(portrait(of: $0.value))" }
  }
  return parts.isEmpty ? "\(value)" : "\(type(of: value))(\(parts.joined(separator: ", ")))"
}

private protocol DecodingContainer {}
extension KeyedDecodingContainer: DecodingContainer {}
