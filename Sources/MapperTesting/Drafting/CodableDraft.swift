import ContractModel
import DraftWriting
package import Foundation
import Generation
import JSONParsing

/// A contract that a `Codable` type keeps, as far as decoding it tells.
///
/// Its code is not read: the app's decoder decodes the samples and payloads generated for the
/// type, while it is watched which keys are read as what; and each key is tried without a value, with
/// null, and with other values. Properties are those that change with a key's value. What nothing of
/// this tells stands in comments.
package struct CodableDraft {
  /// A reason why there is none.
  package enum Failure: Error, Equatable {
    /// The type refuses a sample; its number, from 0, and why.
    case refused(Int, String)
    /// No key is read; what else is known.
    case noKeys([String])
  }

  /// The text of the contract file.
  package let text: String
  /// The contract's name for payloads of the type: `[Order]`.
  package let target: String

  /// Is told which type decodes which payload next, and returns what is called when it has; `nil`, if
  /// it must not, since a process ended in it.
  package typealias Watch = (_ type: String, _ payload: [UInt8]) -> (() -> Void)?

  /// - Parameters:
  ///   - type: What a payload is.
  ///   - decoder: The app's; it is not changed.
  ///   - samples: Payloads, as bytes.
  ///   - isChecked: Whether the draft is held against the type as its test does it: not against one
  ///     that ends processes.
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
    var types = ModelTypes(probe, known)
    let root = types.type(type)
    var mappings: [ModelMapping] = []
    while mappings.count < types.models.count {
      mappings.append(ModelMapping(types.models[mappings.count], &types))
    }
    guard !mappings.isEmpty else { throw .noKeys(root.notes) }
    target = root.constrained.description
    let remarks = Self.remarks("\(type)", target, root.notes)
    var trial = DraftTrial(
      mappings, probe, remarks,
      of: MapperUnderTest.decoding(type, with: decoder).withSessions { _ in
        FunctionSession { try probe.decode(type, Array($0)) }
      }, as: root.constrained)
    text = trial.text(isChecked: isChecked)
  }

  private static func remarks(_ type: String, _ target: String, _ notes: [String]) -> [String] {
    [
      "A draft for payloads \"\(target)\", by what \(type) decodes and takes.",
      "What the server promises besides, such as ranges, patterns and counts, no type knows.",
    ].map { displayed($0) } + notes.map { displayed($0) }
  }
}
