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
    /// Whether it is of all files of a folder.
    var isWide = false
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
        rules += files.map { file, value in
          let isUnique = folderCounts[file] == 1
          return Rule(
            pattern: isUnique ? file.text : "\(folder.text)/\(file.text)",
            name: isUnique ? Self.stem(file.text) : folder.text, values: [value])
        }
      }
    }
    // What says more goes first, for the first pattern that fits counts.
    rules.sort { left, right in
      let (isWide, isOtherWide) = (left.isWide, right.isWide)
      return isWide != isOtherWide
        ? isOtherWide : MemberName(left.pattern) < MemberName(right.pattern)
    }
  }

  private static func rule(
    _ folder: MemberName, _ contents: BodyFolders.Folder, _ values: [ValueID]
  ) -> Rule {
    let ending = contents.endings.count == 1 ? contents.endings.first?.text ?? "" : ""
    return folder.text.isEmpty
      ? Rule(pattern: "*" + ending, name: "body", values: values, isWide: true)
      : Rule(pattern: "\(folder.text)/*\(ending)", name: folder.text, values: values, isWide: true)
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
