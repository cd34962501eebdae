import CaptureChecking
package import JSONParsing

/// The bodies of which nothing says what they are, by the folders and files that have them.
///
/// A folder with more than 2,048 files is one, and so are all folders if they are more than 256.
package struct BodyFolders: Codable, Sendable {
  package struct Folder: Codable, Sendable {
    /// By the files' names.
    package internal(set) var files: [MemberName: ValueID] = [:]
    /// The bodies of all files, if files are not told apart.
    package internal(set) var anyFile: ValueID?
    /// The endings of the files' names that are those of captures; the empty text for all others.
    package internal(set) var endings: Set<MemberName> = []

    fileprivate mutating func noteEnding(of file: MemberName) {
      let known = [".json", ".ndjson", ".jsonl"].first { ending in
        file.text.hasSuffix(ending) || file.text.hasSuffix(ending + ".gz")
      }
      endings.insert(MemberName(known ?? ""))
    }
  }

  /// By their names, without the folders that they are in; the empty text, if nothing says it.
  package internal(set) var folders: [MemberName: Folder] = [:]
  var isOne = false

  static let mostFiles = 2_048
  static let mostFolders = 256

  package var isEmpty: Bool { folders.isEmpty }

  /// The summary of a file's bodies.
  ///
  /// - Parameter input: The file's path.
  mutating func value(of input: String, in table: inout ValueTable) -> ValueID {
    let parts = Array(input.utf8).split(separator: UInt8(ascii: "/")).suffix(2)
      .map { MemberName(String(decoding: $0, as: UTF8.self)) }
    return value(parts.count > 1 ? parts[0] : "", parts.last ?? "", in: &table)
  }

  private mutating func value(
    _ folder: MemberName, _ file: MemberName, in table: inout ValueTable
  ) -> ValueID {
    let folder = isOne ? "" : folder
    folders[folder, default: Folder()].noteEnding(of: file)
    if let known = folders[folder]?.anyFile ?? folders[folder]?.files[file] { return known }
    let value = table.makeValue()
    folders[folder, default: Folder()].files[file] = value
    limit(folder, in: &table)
    return folders[isOne ? "" : folder].flatMap { $0.anyFile ?? $0.files[file] } ?? value
  }

  private mutating func limit(_ folder: MemberName, in table: inout ValueTable) {
    if folders[folder]?.files.count ?? 0 > Self.mostFiles { unite(folder, in: &table) }
    if folders.count > Self.mostFolders { uniteAll(in: &table) }
  }

  private mutating func uniteAll(in table: inout ValueTable) {
    let one = table.makeValue()
    for folder in folders.keys.sorted() {
      unite(folder, in: &table)
      if let value = folders[folder]?.anyFile { table.merge(value, into: one) }
    }
    folders = ["": Folder(anyFile: one, endings: Set(folders.values.flatMap(\.endings)))]
    isOne = true
  }

  /// The files of a folder become one.
  private mutating func unite(_ folder: MemberName, in table: inout ValueTable) {
    guard let files = folders[folder]?.files, folders[folder]?.anyFile == nil else { return }
    let one = table.makeValue()
    for file in files.sorted(by: { $0.key < $1.key }) { table.merge(file.value, into: one) }
    folders[folder]?.anyFile = one
    folders[folder]?.files = [:]
  }

  /// Adds those of another table.
  mutating func merge(_ other: BodyFolders, of otherTable: ValueTable, in table: inout ValueTable) {
    if other.isOne, !isOne { uniteAll(in: &table) }
    for (name, folder) in other.folders.sorted(by: { $0.key < $1.key }) {
      if folder.anyFile != nil, !isOne {
        if folders[name] == nil { folders[name] = Folder() }
        unite(name, in: &table)
      }
      if let any = folder.anyFile, let ending = folder.endings.min() {
        table.merge(any, of: otherTable, into: value(name, ending, in: &table))
      }
      for (file, source) in folder.files.sorted(by: { $0.key < $1.key }) {
        table.merge(source, of: otherTable, into: value(name, file, in: &table))
      }
      folders[isOne ? "" : name]?.endings.formUnion(folder.endings)
    }
  }
}
