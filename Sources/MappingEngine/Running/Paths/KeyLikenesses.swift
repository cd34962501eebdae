import ContractModel
import JSONParsing

/// How like names of payloads are to keys, remembered: the same names come with each record, and to
/// tell takes texts and edit distances.
struct KeyLikenesses: Sendable {
  /// How many pairs are remembered; a server that sends other names without end is served as if
  /// none were.
  private static let capacity = 4_096

  private var pairs = NameTable()
  private var found: [KeyLikeness?] = []

  /// How like a key a member's name is that it is not.
  ///
  /// - Parameters:
  ///   - key: The key's step of its key path.
  ///   - path: The number of the key path.
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
