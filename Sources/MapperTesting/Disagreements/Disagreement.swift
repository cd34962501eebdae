package import ContractModel
package import JSONParsing

/// A payload of which a mapper of the app does not make what the contract says.
package struct Disagreement: Sendable {
  package enum Kind: Hashable, Sendable {
    /// The contract refuses the payload, and the mapper takes it.
    case accepts
    /// The contract admits the payload, and the mapper refuses it.
    case refuses
    /// A property has another value.
    case differs
    /// The app's type has no property of the name.
    case noProperty
    /// The store of the app has more objects of a type, or fewer.
    case count
    /// The mapper does not do the same twice.
    case unstable
    /// A law is broken that compares two payloads; those are the last two.
    case breaks(Law)
  }

  package var kind: Kind
  /// The line of the contract that it is about; none, for what no line speaks of.
  package var rule: PropertyRule?
  /// Where the contract says it, if no line does.
  package var origin = Origin.none
  /// The place: in the payload where it is about a refusal, of a property where values differ.
  package var path: InstancePath
  /// The verdicts of the contract and the mapper on the payload, each in a phrase that is safe to
  /// display: `rejects it: [0].file_url: expected String, found null`.
  package var contract: String
  package var mapper: String
  package var hint: String?
  /// The payloads that were mapped before, into the same store, and the one that it is about.
  package var payloads: [[UInt8]]
  /// The place of what is special about the last payload.
  package var place: InstancePath?

  /// The reason to disagree, which is the same over many payloads.
  package struct Identity: Hashable, Sendable {
    var kind: Kind
    var line: Origin.Place?
    /// The path without the positions of elements.
    var template: [InstancePath.Step]
  }

  package var identity: Identity {
    let template = path.steps.filter { if case .member = $0 { true } else { false } }
    return Identity(
      kind: kind, line: rule.map(\.origin.place), template: rule == nil ? template : [])
  }
}

extension Disagreement {
  /// Whether it is about a law that compares two payloads, and not about what the contract says.
  package var breaksLaw: Bool { if case .breaks = kind { true } else { false } }

  /// Whether it is about what another mapper makes of the payload.
  package var comparesMappers: Bool { kind == .breaks(.agreesWithAnotherMapper) }

  /// The identity in words that stay the same while the contract is edited elsewhere.
  package var identityText: String {
    let what = rule.map { "\"\($0.key)\": \"\($0.line)\"" } ?? "\(path)"
    return "\(kind) \(what)"
  }
}
