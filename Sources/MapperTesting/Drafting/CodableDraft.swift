import ContractModel
package import Foundation
import JSONParsing

/// A draft of the contract that a `Codable` type keeps, as far as decoding reveals it.
///
/// The type's code is not read. The app's decoder decodes the samples, and payloads generated for
/// the type, while the draft watches which keys are read as which types. Each key is also tried
/// without a value, with null, and with other values. A key maps to the property that changes with
/// the key's value. Facts that decoding does not reveal are left to comments.
package struct CodableDraft {
  /// A reason why there is no draft.
  package enum Failure: Error, Equatable {
    /// The type rejects a sample; its index, from 0, and the reason.
    case refused(Int, String)
    /// The type reads no key; further remarks.
    case noKeys([String])
  }

  package let text: String
  /// The contract's name for payloads of the type: `[Order]`.
  package let target: String

  /// Called before a type decodes a payload; returns a function to call after the decode, or `nil`
  /// if the payload must not be decoded because a process ended in it.
  package typealias Watch = (_ type: String, _ payload: [UInt8]) -> (() -> Void)?

  /// - Parameters:
  ///   - decoder: The app's decoder; it is not changed.
  ///   - isChecked: Whether the draft is checked against the type as its test does; `false` for a
  ///     type that ends processes.
  package init<Model: Decodable>(
    of type: Model.Type, decoder: JSONDecoder, samples: [[UInt8]],
    isChecked: Bool = true, watch: @escaping Watch = { _, _ in {} }
  ) throws(Failure) {
    let probe = ModelProbe(decoder: decoder, watch: watch)
    var known = ModelSamples(probe)
    for (number, bytes) in samples.enumerated() {
      let record = probe.record(type, bytes)
      if let failure = record.failure { throw .refused(number, failure.description) }
      known.add(record)
    }
    let types = ModelTypes(probe, known)
    let root = types.type(type)
    var mappings: [ModelMapping] = []
    while mappings.count < types.models.count {
      mappings.append(ModelMapping(types.models[mappings.count], types))
    }
    guard !mappings.isEmpty else { throw .noKeys(root.notes) }
    target = root.constrained.description
    let remarks =
      [
        "A draft for payloads \"\(target)\", by what \(type) decodes and takes.",
        "What the server promises besides, such as ranges, patterns and counts, no type knows.",
      ] + root.notes
    let mapper = MapperUnderTest.decoding(type, with: decoder).withSessions { _ in
      ImmediateSession { try probe.decode(type, Array($0)) }
    }
    var trial = DraftTrial(
      mappings: mappings, probe: probe, remarks: remarks.map { displayed($0) }, mapper: mapper,
      root: root.constrained)
    text = trial.text(isChecked: isChecked)
  }
}
