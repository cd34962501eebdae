package import JSONParsing

/// The edits of a contract's text that make captures fulfil it, and that keep its comments, order
/// and layout.
///
/// The updated contract still accepts what it accepted, unless it is to be narrowed.
package struct ContractUpdate {
  /// Changes that are made only on demand.
  package struct Changes: OptionSet, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// Unused question marks are removed, and so are literals and cases that never occurred.
    package static let narrow = Changes(rawValue: 1)
    /// Lines are added for members that no line reads.
    package static let newKeys = Changes(rawValue: 2)
  }

  /// A problem that remains: no edit repairs a line that captures break, or the edit was not made.
  package struct Remainder: Hashable {
    /// The position in a contract file; the path is empty if no file is involved.
    package var path: String
    package var offset: Int
    package var message: String
    /// Whether a check of the captures finds an error there.
    package var isError = false
  }

  /// The remainders, in the order of the files and the bytes.
  package let remainders: [Remainder]
  private let edited: EditedText

  package var text: [UInt8] { edited.new }

  /// Returns the changes in the unified format; empty if there are none.
  package func diff(path: String) -> String { edited.diff(path: path) }

  /// - Parameter isValid: Whether a text in place of the file is a contract without errors.
  package init(
    of text: [UInt8], by evidence: UpdateEvidence, isValid: ([UInt8]) -> Bool
  ) throws(JSONParseError) {
    let lines = ContractLines(try JSONDocument(parsing: text, options: .tolerant))
    var changes = LineChanges(lines, evidence)
    changes.widen()
    if evidence.changes.contains(.narrow) { changes.narrow() }
    var proposals = changes.proposals
    if !proposals.isEmpty, !isValid(EditedText(text, proposals).new) {
      // A proposal that is valid alone may be invalid together with others.
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
    let order = { (one: Remainder) in
      (MemberName(one.path), one.offset, MemberName(one.message))
    }
    remainders = Set(changes.remainders + additions.remainders).sorted { order($0) < order($1) }
  }
}
