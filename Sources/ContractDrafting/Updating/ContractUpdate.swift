package import JSONParsing

/// The changes of a contract's text after which a capture fulfils it, with comments, order and
/// layout as they are.
///
/// What the contract took, it still takes, unless it is to be narrowed.
package struct ContractUpdate {
  /// The changes that are made only where they are asked for.
  package struct Changes: OptionSet, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// Question marks that nothing has needed go, and literals and cases that never came.
    package static let narrow = Changes(rawValue: 1)
    /// Lines are added for the members that no line reads.
    package static let newKeys = Changes(rawValue: 2)
  }

  /// The lines that captures break and no edit repairs, or none that is made.
  package struct Remainder: Hashable {
    /// Where the contract says it; an empty path, if it says nothing of it.
    package var path: String
    package var offset: Int
    package var message: String
  }

  /// In the order of the files and the bytes.
  package let remainders: [Remainder]
  private let edited: EditedText

  package var text: [UInt8] { edited.new }

  /// The changes in the unified format; empty, if there are none.
  package func diff(path: String) -> String { edited.diff(path: path) }

  /// - Parameters:
  ///   - text: The contract's file.
  ///   - evidence: With what is needed for the changes that are asked for.
  ///   - isValid: Whether a text in the place of the file's is a contract without errors.
  package init(
    of text: [UInt8], by evidence: UpdateEvidence, isValid: ([UInt8]) -> Bool
  ) throws(JSONParseError) {
    let lines = ContractLines(try JSONDocument(parsing: text, options: .tolerant))
    var changes = LineChanges(lines, evidence)
    changes.widen()
    if evidence.changes.contains(.narrow) { changes.narrow() }
    var proposals = changes.proposals
    if !proposals.isEmpty, !isValid(EditedText(text, proposals).new) {
      // One that is valid alone may not be so beside others.
      var kept: [Proposal] = []
      for proposal in proposals {
        if isValid(EditedText(text, kept + [proposal]).new) {
          kept.append(proposal)
        } else {
          changes.refuse(proposal)
        }
      }
      proposals = kept
    }
    let additions = Additions(lines, text, evidence)
    let changed = proposals
    proposals.append(additions.proposal { isValid(EditedText(text, changed + [$0]).new) })
    edited = EditedText(text, proposals)
    remainders = Set(changes.remainders + additions.remainders).sorted { left, right in
      let (path, other) = (MemberName(left.path), MemberName(right.path))
      if path != other { return path < other }
      if left.offset != right.offset { return left.offset < right.offset }
      return MemberName(left.message) < MemberName(right.message)
    }
  }
}
