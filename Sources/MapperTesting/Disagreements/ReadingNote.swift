package import ContractModel
import ContractReporting
package import JSONParsing

/// Something that a `Codable` model reads and its contract does not, or the other way round.
package enum ReadingNote: Sendable {
  /// The model reads a key that the contract does not mention.
  case unmentioned(InstancePath, key: String?)
  /// The contract maps a key that the model never reads.
  case neverRead(InstancePath, PropertyRule)
  /// The model could not be watched.
  case unwatched(reason: String)
}

/// A note as people read it.
package struct ReadingNoteText: CustomStringConvertible {
  package let description: String

  package init(_ note: ReadingNote, with contract: Contract) {
    switch note {
    case .unmentioned(let path, let key):
      let isSame = path.steps.last == key.map { .member(MemberName($0)) }
      let name = isSame ? "" : key.map { " as \(quoted($0))" } ?? ""
      description =
        "the model reads \(displayed(path.description))\(name), which the contract "
        + "\(displayed(contract.name.text)) does not mention"
    case .neverRead(let path, let rule):
      let line = ContractLine(rule, in: contract).map {
        "\(displayed($0.path)):\($0.position)  \(displayed($0.text))"
      }
      description =
        "the model never reads \(displayed(path.description)), which the contract maps"
        + (line.map { "\n  in \($0)" } ?? "")
    case .unwatched(let reason):
      description = "what the model reads could not be watched: \(reason)"
    }
  }
}
