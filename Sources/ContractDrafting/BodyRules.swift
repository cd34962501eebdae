import CaptureSources
import CaptureSummary
import JSONParsing

/// Which files hold bodies of one type.
struct BodyRules {
  struct Rule {
    /// A pattern of file names, as the configuration's `inputs` take it.
    var pattern: String
    /// The word that names the type.
    var name: String
    var values: [ValueID]
    var width = Width.file

    /// How many files it may be of.
    enum Width: Comparable { case file, series, folder }
  }

  private(set) var rules: [Rule] = []

  /// How alike the bodies of a folder's files are that have one type.
  private static let leastAlike = 0.5

  init(_ summary: CaptureSummary) {
    let folders = summary.bodies.folders.sorted { $0.key < $1.key }
    var folderCounts: [MemberName: Int] = [:]
    for file in folders.flatMap(\.value.files.keys) { folderCounts[file, default: 0] += 1 }
    for (folder, contents) in folders {
      let files = contents.files.sorted { $0.key < $1.key }
      if let any = contents.anyFile {
        rules.append(Self.rule(folder, contents, [any]))
      } else if files.count > 1, !folder.text.isEmpty,
        Self.areAlike(files.map(\.value), summary.table)
      {
        rules.append(Self.rule(folder, contents, files.map(\.value)))
      } else {
        let series = Self.series(of: files, in: folder, summary.table)
        rules += series.map(\.rule)
        let known = Set(series.flatMap(\.files))
        rules += files.filter { !known.contains($0.key) }.map { file, value in
          let isUnique = folderCounts[file] == 1
          return Rule(
            pattern: isUnique ? file.text : "\(folder.text)/\(file.text)",
            name: isUnique ? Self.stem(file.text) : folder.text, values: [value])
        }
      }
    }
    // What says more goes first, for the first pattern that fits counts.
    rules.sort { left, right in
      if left.width != right.width { return left.width < right.width }
      let (length, otherLength) = (left.pattern.utf8.count, right.pattern.utf8.count)
      if left.width == .series, length != otherLength { return length > otherLength }
      return MemberName(left.pattern) < MemberName(right.pattern)
    }
  }

  /// The files of a folder whose names differ in the number at their end alone, `user-1.json` and
  /// `user-2.json`, where these are alike.
  private static func series(
    of files: [(key: MemberName, value: ValueID)], in folder: MemberName, _ table: ValueTable
  ) -> [(rule: Rule, files: [MemberName])] {
    guard !folder.text.isEmpty else { return [] }
    let byStart = Dictionary(grouping: files) { MemberName(unnumbered(stem($0.key.text))) }
    return byStart.sorted { $0.key < $1.key }.compactMap { start, files in
      let name = start.text.replacing(/[-_.]+$/, with: "")
      let endings = Set(
        files.map { MemberName(String($0.key.text.dropFirst(stem($0.key.text).count))) })
      guard files.count > 1, !name.isEmpty, endings.count == 1, let ending = endings.first,
        areAlike(files.map(\.value), table)
      else { return nil }
      let rule = Rule(
        pattern: "\(folder.text)/\(start.text)*\(ending.text)", name: name,
        values: files.map(\.value), width: .series)
      return (rule, files.map(\.key))
    }
  }

  /// A name without the number at its end.
  private static func unnumbered(_ name: String) -> String {
    String(name.reversed().drop { $0.isASCII && $0.isNumber }.reversed())
  }

  private static func rule(
    _ folder: MemberName, _ contents: BodyFolders.Folder, _ values: [ValueID]
  ) -> Rule {
    let ending = contents.endings.count == 1 ? contents.endings.first?.text ?? "" : ""
    return folder.text.isEmpty
      ? Rule(pattern: "*" + ending, name: "body", values: values, width: .folder)
      : Rule(
        pattern: "\(folder.text)/*\(ending)", name: folder.text, values: values,
        width: .folder)
  }

  private static func areAlike(_ values: [ValueID], _ table: ValueTable) -> Bool {
    let keys = values.map { table.rootKeys(of: $0) }
    guard let most = keys.max(by: { $0.count < $1.count }), !most.isEmpty else { return false }
    let kinds = Set(values.map { KindSet(table[$0].kinds) })
    // Of the largest, nothing says that it is like itself.
    let sum = keys.reduce(-1.0) { $0 + ValueTable.overlap(most, $1) }
    return kinds.count == 1 && sum / Double(keys.count - 1) >= leastAlike
  }

  /// A file's name without its endings.
  private static func stem(_ name: String) -> String {
    if name == CaptureInput.standardInput.name { return "payload" }
    var name = name[...]
    for ending in [".gz", ".json", ".ndjson", ".jsonl"] where name.hasSuffix(ending) {
      name = name.dropLast(ending.count)
    }
    return String(name)
  }
}
