package import JSONParsing

/// The texts of the files that a contract was read from.
///
/// Two are always equal: how a contract is laid out is not part of what it says.
package struct ContractTexts: Sendable, Hashable {
  private let texts: [MemberName: [UInt8]]

  package init(_ texts: [MemberName: [UInt8]] = [:]) { self.texts = texts }

  /// The bytes of a file, by its path from the root that contracts are looked for below.
  package subscript(path: String) -> ArraySlice<UInt8>? { texts[MemberName(path)]?[...] }

  /// The bytes of all files, in the order of their paths.
  package var all: [ArraySlice<UInt8>] { texts.sorted { $0.key < $1.key }.map { $0.value[...] } }

  package static func == (left: ContractTexts, right: ContractTexts) -> Bool { true }

  package func hash(into hasher: inout Hasher) {}
}
