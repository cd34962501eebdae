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
        rules.append(Self.rule(folder, [any]))
      } else if files.count > 1, !folder.text.isEmpty,
        Self.areAlike(files.map(\.value), summary.table)
      {
        rules.append(Self.rule(folder, files.map(\.value)))
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
      let (isWide, isOtherWide) = (left.pattern.hasSuffix("*"), right.pattern.hasSuffix("*"))
      return isWide != isOtherWide
        ? isOtherWide : MemberName(left.pattern) < MemberName(right.pattern)
    }
  }

  private static func rule(_ folder: MemberName, _ values: [ValueID]) -> Rule {
    folder.text.isEmpty
      ? Rule(pattern: "*", name: "body", values: values)
      : Rule(pattern: folder.text + "/*", name: folder.text, values: values)
  }

  private static func areAlike(_ values: [ValueID], _ table: ValueTable) -> Bool {
    let keys = values.map { table.rootKeys(of: $0) }
    guard let most = keys.max(by: { $0.count < $1.count }), !most.isEmpty else { return false }
    let kinds = Set(values.map { KindSet(table[$0].kinds) })
    let sum = keys.reduce(0.0) { $0 + ValueTable.overlap(most, $1) }
    return kinds.count == 1 && sum / Double(keys.count) >= leastAlike
  }

  /// A file's name without its endings.
  private static func stem(_ name: String) -> String {
    var name = name[...]
    for ending in [".gz", ".json", ".ndjson", ".jsonl"] where name.hasSuffix(ending) {
      name = name.dropLast(ending.count)
    }
    return String(name)
  }
}
