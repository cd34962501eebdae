package import JSONParsing

/// A mapping as it is written.
package struct DraftedMapping: Sendable {
  package var name: String
  /// The comment behind its name.
  package var note = ""
  /// The mapping that it extends.
  package var base: String?
  /// The name that objects of all that extend each other have.
  package var typeName: String?
  /// How the spellings of keys are read, as the word `keys` says it; `nil`: exactly.
  package var keyStyle: String?
  /// What members that no line reads are, as the word `unknownKeys` says it; `nil`: nothing.
  package var unknownKeys: String?
  package var identity: DraftedIdentity?
  package var lines: [DraftedLine] = []
  package var dispatch: DraftedSwitch?

  package init(name: String) { self.name = name }
}

/// The property that tells objects of a mapping from each other.
package struct DraftedIdentity: Sendable {
  package var property: String
  /// How often one payload says two things of one object; then it is written as a comment.
  package var conflictCount: Int

  package init(property: String, conflictCount: Int = 0) {
    (self.property, self.conflictCount) = (property, conflictCount)
  }
}

/// The cases of a mapping, which one key's text tells apart.
package struct DraftedSwitch: Sendable {
  /// The lines that an object of a case is mapped by.
  package enum Use: Sendable {
    case mapping(String)
    case lines([DraftedLine])
  }

  package var tag: MemberName
  package var cases: [(value: MemberName, use: Use)]
  /// The lines that an object of no case is mapped by; `nil`, if there must be none.
  package var other: Use?

  package init(tag: MemberName, cases: [(value: MemberName, use: Use)], other: Use?) {
    (self.tag, self.cases, self.other) = (tag, cases, other)
  }
}
