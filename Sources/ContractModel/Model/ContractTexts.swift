package import JSONParsing

/// The texts of the files from which a contract was read.
///
/// Two values are always equal, because the layout of a contract is not part of its meaning.
package struct ContractTexts: Sendable, Hashable {
  private let texts: [MemberName: [UInt8]]

  private let shownPaths: [MemberName: String]

  /// - Parameter shownPaths: The paths as reports show them; of other files, the path itself.
  package init(_ texts: [MemberName: [UInt8]] = [:], shownPaths: [MemberName: String] = [:]) {
    (self.texts, self.shownPaths) = (texts, shownPaths)
  }

  /// The bytes of a file, by its path relative to the root folder of contracts.
  package subscript(path: String) -> ArraySlice<UInt8>? { texts[MemberName(path)]?[...] }

  /// The bytes of all files, in the order of their paths.
  package var all: [ArraySlice<UInt8>] { texts.sorted { $0.key < $1.key }.map { $0.value[...] } }

  package func shownPath(_ path: String) -> String { shownPaths[MemberName(path)] ?? path }

  package static func == (left: ContractTexts, right: ContractTexts) -> Bool { true }

  package func hash(into hasher: inout Hasher) {}
}
