import ContractModel
import JSONParsing

/// A cache of the likeness between names of payloads and keys. The same names occur in every
/// record, and computing a likeness needs texts and edit distances.
struct KeyLikenesses: Sendable {
  /// The maximum number of cached pairs. A full cache is emptied, so that it stays small even if a
  /// server keeps sending new names.
  private static let capacity = 4_096

  private var pairs = NameTable()
  private var found: [KeyLikeness?] = []

  /// Returns the likeness between a key and a member's name that differs from it.
  mutating func likeness(
    of name: Int, in document: JSONDocument, to key: MemberName, path: Int32, step: Int
  ) -> KeyLikeness? {
    let word = document.word(name)
    guard word.kind == .plainString else {
      return ContractModel.likeness(of: document.string(name), to: key.text)
    }
    let (number, length) = (Int64(step) << 32 | Int64(path), word.length - 2)
    let hash = NameTable.hash(number, length: length) { document.nameWord($0, of: word) }
    let index = pairs.index(of: hash, number, length: length) { document.nameWord($0, of: word) }
    if let index { return found[index] }
    if found.count == Self.capacity { self = KeyLikenesses() }
    let likeness = ContractModel.likeness(of: document.string(name), to: key.text)
    pairs.append(hash, number, length: length) { document.nameWord($0, of: word) }
    found.append(likeness)
    return likeness
  }
}
