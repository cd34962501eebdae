import ContractModel
import DraftWriting
import JSONParsing

/// The lines that are added to a contract: those of new endpoints, and those of unread keys.
struct Additions {
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

  /// Returns the edits that add as many lines as possible; the others become comments.
  ///
  /// - Parameter isValid: Whether the contract with some of the edits has no errors.
  func proposal(where isValid: (Proposal) -> Bool) -> Proposal {
    let all = proposal(endpoints: true, keys: Set(0..<keys.lineCount))
    guard !isValid(all) else { return all }
    let areEndpoints = isValid(proposal(endpoints: true, keys: []))
    var kept: Set<Int> = []
    // Bisection finds a single invalid line among many valid ones quickly.
    var rest = [Array(0..<keys.lineCount)]
    while let next = rest.popLast() {
      let more = kept.union(next)
      if isValid(proposal(endpoints: areEndpoints, keys: more)) {
        kept = more
      } else if next.count > 1 {
        rest += [Array(next[(next.count / 2)...]), Array(next[..<(next.count / 2)])]
      }
    }
    return proposal(endpoints: areEndpoints, keys: kept)
  }

  /// Returns the edits that add lines, without mappings for commented lines.
  ///
  /// - Parameters:
  ///   - areEndpoints: Whether the lines of endpoints are not commented out.
  ///   - added: The numbers of the lines of keys that are not commented out.
  private func proposal(endpoints areEndpoints: Bool, keys added: Set<Int>) -> Proposal {
    var edits = keys.edits(adding: added)
    let mappings =
      (areEndpoints ? endpoints.mappingRows : []) + (added.isEmpty ? [] : keys.mappingRows)
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
  /// Returns the lines of a member that is an object with some lines.
  static func member(_ name: String, _ rows: [String]) -> [String] {
    ["\(json(name)): {"] + rows.map { "  " + $0 } + ["},"]
  }
}
