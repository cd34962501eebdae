package import ContractModel
import ContractReporting
package import JSONParsing

/// The keys of one type that a `Codable` model reads and its contract does not, or the reverse.
package struct ReadingNote: Sendable {
  /// The mapping of the contract; `nil` for the payload itself.
  package var mapping: MemberName?
  /// The keys that the model reads and the contract does not mention, as paths in the type.
  package var unmentioned: [String] = []
  /// The lines of the contract whose keys the model never reads.
  package var unread: [PropertyLine] = []

  var isEmpty: Bool { unmentioned.isEmpty && unread.isEmpty }

  /// The most names in one note.
  static let nameLimit = 60

  /// Returns the note's sentences for people, with the contract's line for the first key that is
  /// never read.
  ///
  ///     the contract's User has no line for 2 keys that the model reads: bio, plan.name
  ///     the model never reads 1 key of the contract's User: login
  package func texts(with contract: Contract) -> [String] {
    let type = mapping.map { "the contract's \(displayed($0.text))" } ?? "the contract's payload"
    var texts: [String] = []
    if !unmentioned.isEmpty {
      let names = listed(unmentioned.map { displayed($0) }, most: Self.nameLimit)
      texts.append(
        "\(type) has no line for \(counted(unmentioned.count, "key")) that the model reads: \(names)"
      )
    }
    if !unread.isEmpty {
      let names = listed(unread.map { displayed($0.source.description) }, most: Self.nameLimit)
      let line = ContractLine(unread[0], in: contract).map { "\n  in \($0)" }
      texts.append(
        "the model never reads \(counted(unread.count, "key")) of \(type): \(names)\(line ?? "")")
    }
    return texts
  }
}
