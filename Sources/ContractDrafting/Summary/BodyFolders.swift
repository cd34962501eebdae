import CaptureChecking
package import JSONParsing

/// The bare bodies, by folder and file.
///
/// If a folder has more than 2,048 files, those with bodies of one shape are combined; if it then
/// has more than 256 shapes, all its files are. More than 256 folders are combined into one.
package struct BodyFolders: Codable, Sendable {
  package struct Folder: Codable, Sendable {
    /// The summaries by file name; files that are combined share one.
    package internal(set) var files: [MemberName: ValueID] = [:]
    /// The summary of all files, if all are combined.
    package internal(set) var anyFile: ValueID?
    /// The capture endings of the files' names; the empty text stands for all others.
    package internal(set) var endings: Set<MemberName> = []
    /// The shapes of each file's bodies, while each file has its own summary.
    fileprivate var fileShapes: [MemberName: [MemberName]] = [:]
    /// The summaries by shape; `nil`, while each file has its own.
    fileprivate var shapes: [MemberName: ValueID]?

    fileprivate mutating func noteEnding(of file: MemberName) {
      let known = [".json", ".ndjson", ".jsonl"].first { ending in
        file.text.hasSuffix(ending) || file.text.hasSuffix(ending + ".gz")
      }
      endings.insert(MemberName(known ?? ""))
    }

    var values: [ValueID] {
      Set(files.values).union(shapes?.values.map(\.self) ?? []).union([anyFile].compactMap(\.self))
        .sorted()
    }

    /// Returns the common summary of files, and of all files that share a shape with them.
    fileprivate mutating func value(
      of names: [MemberName], _ shapes: [MemberName], in table: inout ValueTable
    ) -> ValueID {
      let known = names.compactMap { files[$0] } + shapes.compactMap { self.shapes?[$0] }
      let value = known.first ?? table.makeValue()
      for other in Set(known).subtracting([value]).sorted() {
        table.merge(other, into: value)
        files = files.mapValues { $0 == other ? value : $0 }
        self.shapes = self.shapes?.mapValues { $0 == other ? value : $0 }
      }
      for name in names {
        files[name] = value
        if self.shapes == nil { note(shapes, of: name) }
      }
      for shape in shapes { self.shapes?[shape] = value }
      return value
    }

    /// Notes the shapes of a file, up to one more than the limit.
    private mutating func note(_ shapes: [MemberName], of file: MemberName) {
      for shape in shapes
      where fileShapes[file]?.contains(shape) != true
        && fileShapes[file]?.count ?? 0 <= BodyFolders.mostShapes
      {
        fileShapes[file, default: []].append(shape)
      }
    }

    fileprivate mutating func uniteAlike(in table: inout ValueTable) {
      guard shapes == nil, anyFile == nil else { return }
      let (all, own) = (files.sorted { $0.key < $1.key }, fileShapes)
      (files, fileShapes, shapes) = ([:], [:], [:])
      for (file, source) in all {
        table.merge(source, into: value(of: [file], own[file] ?? [], in: &table))
      }
    }

    fileprivate mutating func unite(in table: inout ValueTable) {
      guard anyFile == nil else { return }
      let one = table.makeValue()
      for value in Set(files.values).sorted() { table.merge(value, into: one) }
      (anyFile, files, fileShapes, shapes) = (one, [:], [:], nil)
    }
  }

  /// The folders by name, without their parents; the empty text stands for an unknown folder.
  package internal(set) var folders: [MemberName: Folder] = [:]
  var isOne = false

  static let mostFiles = 2_048
  /// How many shapes the combined files of a folder may have.
  static let mostShapes = 256
  static let mostFolders = 256

  package var isEmpty: Bool { folders.isEmpty }

  /// Returns the summary of a file's bodies.
  ///
  /// - Parameters:
  ///   - input: The file's path.
  ///   - shape: The shape of the added body.
  mutating func value(of input: String, _ shape: MemberName, in table: inout ValueTable) -> ValueID
  {
    let parts = Array(input.utf8).split(separator: UInt8(ascii: "/")).suffix(2)
      .map { MemberName(String(decoding: $0, as: UTF8.self)) }
    return value(parts.count > 1 ? parts[0] : "", [parts.last ?? ""], [shape], in: &table)
  }

  private mutating func value(
    _ folder: MemberName, _ files: [MemberName], _ shapes: [MemberName], in table: inout ValueTable
  ) -> ValueID {
    let folder = isOne ? "" : folder
    for file in files { folders[folder, default: Folder()].noteEnding(of: file) }
    if let any = folders[folder]?.anyFile { return any }
    _ = folders[folder]?.value(of: files, shapes, in: &table)
    limit(folder, in: &table)
    let own = folders[isOne ? "" : folder]
    return own?.anyFile ?? files.lazy.compactMap { own?.files[$0] }.first ?? table.makeValue()
  }

  private mutating func limit(_ folder: MemberName, in table: inout ValueTable) {
    if folders[folder]?.files.count ?? 0 > Self.mostFiles {
      folders[folder]?.uniteAlike(in: &table)
    }
    if folders[folder]?.shapes?.count ?? 0 > Self.mostShapes { folders[folder]?.unite(in: &table) }
    if folders.count > Self.mostFolders { uniteAll(in: &table) }
  }

  private mutating func uniteAll(in table: inout ValueTable) {
    let one = table.makeValue()
    for folder in folders.keys.sorted() {
      folders[folder]?.unite(in: &table)
      if let value = folders[folder]?.anyFile { table.merge(value, into: one) }
    }
    folders = ["": Folder(anyFile: one, endings: Set(folders.values.flatMap(\.endings)))]
    isOne = true
  }

  mutating func merge(_ other: BodyFolders, of otherTable: ValueTable, in table: inout ValueTable) {
    if other.isOne, !isOne { uniteAll(in: &table) }
    for (name, folder) in other.folders.sorted(by: { $0.key < $1.key }) {
      if !isOne {
        if folder.shapes != nil { folders[name, default: Folder()].uniteAlike(in: &table) }
        if folder.anyFile != nil { folders[name, default: Folder()].unite(in: &table) }
      }
      if let any = folder.anyFile, let ending = folder.endings.min() {
        table.merge(any, of: otherTable, into: value(name, [ending], [], in: &table))
      }
      let files = Dictionary(grouping: folder.files.keys.sorted()) { folder.files[$0] ?? 0 }
      for (source, files) in files.sorted(by: { $0.value[0] < $1.value[0] }) {
        let shapes = folder.shapes?.filter { $0.value == source }.keys.sorted()
        let own = shapes ?? files.flatMap { folder.fileShapes[$0] ?? [] }
        table.merge(source, of: otherTable, into: value(name, files, own, in: &table))
      }
      folders[isOne ? "" : name]?.endings.formUnion(folder.endings)
    }
  }
}
