package import JSONParsing

/// A mapping in the form in which it is written.
package struct DraftedMapping: Sendable {
  package var name: String
  /// The comment after its name.
  package var note = ""
  /// The mapping that it extends.
  package var base: String?
  /// The type of the objects of all mappings in a family of extensions.
  package var typeName: String?
  /// The value of `keys`, which says which spellings of keys are read; `nil` for exact keys.
  package var keyStyle: String?
  /// The value of `unknownKeys`, which says what unread members are; `nil` for the default.
  package var unknownKeys: String?
  package var identity: DraftedIdentity?
  package var lines: [DraftedLine] = []
  package var dispatch: DraftedSwitch?

  package init(name: String) { self.name = name }
}

/// The property that distinguishes the objects of a mapping.
package struct DraftedIdentity: Sendable {
  package var property: String
  /// The number of payloads with contradictory objects of one identity; if there are any, the
  /// identity is written as a comment.
  package var conflictCount: Int

  package init(property: String, conflictCount: Int = 0) {
    (self.property, self.conflictCount) = (property, conflictCount)
  }
}

/// The cases of a mapping, which the text of a key selects.
package struct DraftedSwitch: Sendable {
  package var tag: MemberName
  package var cases: [(value: MemberName, use: DraftedUse)]
  /// The lines of objects that fit no case; `nil` if there must be none.
  package var other: DraftedUse?

  package init(
    tag: MemberName, cases: [(value: MemberName, use: DraftedUse)], other: DraftedUse?
  ) {
    (self.tag, self.cases, self.other) = (tag, cases, other)
  }
}
