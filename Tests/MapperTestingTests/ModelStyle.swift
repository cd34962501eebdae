import Foundation
import JSONParsing
import Testing

@testable import MapperTesting

/// A way in which apps write models, with payloads that the model accepts, and what a recording
/// decode of any payload gives.
struct ModelStyle: Sendable, CustomTestStringConvertible {
  let name: String
  let payloads: [String]
  private let decode: @Sendable ([UInt8]) -> Comparison
  /// The draft of a contract, of all payloads.
  let draft: @Sendable () throws -> String

  /// A record, without the type that it is of.
  struct Comparison: Sendable {
    var record: String
    var disagreement: String?
    /// The values as text, or what was thrown.
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
      let record = DecodingRecorder(decoder()).record(Value.self, from: bytes)
      return Comparison(
        record: record.description, disagreement: record.disagreement,
        plain: portrait(record.outcome), recorded: portrait(record.recorded),
        failure: record.failure, succeeds: (try? record.outcome.get()) != nil)
    }
  }

  func callAsFunction(_ payload: String) -> Comparison { decode(Array(payload.utf8)) }

  var testDescription: String { name }
}

/// A value as text, whatever it is: what a mirror shows of it, sets and dictionaries in an order.
/// Of errors the name of the type alone, since Foundation decodes dictionaries in any order.
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
