/// The kind of fault that a cell makes, in the order in which a sweep has them at a key path.
package enum FaultClass: String, CaseIterable, Sendable {
  case missing
  case null
  case foreignKey = "foreign-key"
  case identity
  case wrongType = "wrong-type"
  // Of the member's name
  case keyCase = "key-case"
  case keyCaseBefore = "key-case-before"
  case keyCaseAfter = "key-case-after"
  case duplicateBefore = "duplicate-before"
  case duplicateAfter = "duplicate-after"
  case keyNFD = "key-nfd"
  case keyEscaped = "key-escaped"
  case dottedKey = "dotted-key"
  case unknownKey = "unknown-key"
  case emptyKey = "empty-key"
  // Of values of one type
  case text
  case integer
  case number
  case bool
  case decimal
  case date
  case url
  case uuid
  case data
  case caseValue = "case"
  case discriminator
  // Of containers
  case array
  case object
  case depth
  // Of the whole payload, and of its bytes
  case optional
  case payload
}
