import ContractModel
import DraftWriting
import JSONParsing

/// The lines that are added to a contract: of endpoints that it does not have, and of keys that it
/// does not read.
struct Additions {
  /// The parts that are added as lines; the others become comments.
  struct Parts: OptionSet {
    let rawValue: Int

    static let endpoints = Parts(rawValue: 1)
    static let keys = Parts(rawValue: 2)
    static let all: Parts = [.endpoints, .keys]
  }

  private let lines: ContractLines
  private let endpoints: EndpointAdditions
  private let keys: KeyAdditions

  init(_ lines: ContractLines, _ text: [UInt8], _ evidence: UpdateEvidence) {
    self.lines = lines
    let contract = evidence.contract
    var names = Set(
      (contract.mappings + contract.includedMappings).flatMap { mapping in
        [mapping.name.text, mapping.typeName.text]
      })
    endpoints = EndpointAdditions(text, evidence, &names)
    keys = KeyAdditions(lines, text, evidence, names)
  }

  var remainders: [ContractUpdate.Remainder] { endpoints.remainders + keys.remainders }

  /// The lines that are added: of parts that are comments, no mappings.
  func proposal(_ parts: Parts) -> Proposal {
    let areEndpoints = parts.contains(.endpoints)
    let areKeys = parts.contains(.keys)
    var edits = keys.edits(isCommentedOut: !areKeys)
    let mappings =
      (areEndpoints ? endpoints.mappingRows : []) + (areKeys ? keys.mappingRows : [])
    var missing: [String] = []
    let additions = [
      ("endpoints", endpoints.rows(isCommentedOut: !areEndpoints)), ("mappings", mappings),
    ]
    for (name, rows) in additions where !rows.isEmpty {
      if let object = lines.root[name] {
        edits += lines.appending(rows, to: object)
      } else {
        missing += DraftText.member(name, rows)
      }
    }
    if !missing.isEmpty { edits += lines.appending(missing, to: lines.root) }
    return Proposal(edits: edits)
  }
}

extension DraftText {
  /// The lines of a member that is an object with some lines.
  static func member(_ name: String, _ rows: [String]) -> [String] {
    ["\(json(name)): {"] + rows.map { "  " + $0 } + ["},"]
  }
}
