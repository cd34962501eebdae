import CaptureSources
import JSONParsing

/// The rules that say which files have bodies of which type.
struct BodyRules {
  struct Rule {
    /// A pattern of file names, as in the configuration's `inputs`.
    var pattern: String
    /// The word that names the type.
    var name: String
    var values: [ValueID]
    var width = Width.file

    /// Whether the pattern matches one file, a numbered series, or a folder.
    enum Width: Comparable { case file, series, folder }
  }

  private(set) var rules: [Rule] = []

  init(_ summary: CaptureSummary) {
    let folders = summary.bodies.folders.sorted { $0.key < $1.key }
    var folderCounts: [MemberName: Int] = [:]
    for file in folders.flatMap(\.value.files.keys) { folderCounts[file, default: 0] += 1 }
    for (folder, contents) in folders {
      if let any = contents.anyFile {
        rules.append(Self.rule(folder, contents, [any]))
        continue
      }
      let files = contents.files.sorted { $0.key < $1.key }.map { name, value in
        File(name: name, value: value, isUnique: folderCounts[name] == 1, summary.table)
      }
      let groups = Self.groups(of: files)
      if groups.count == 1, files.count > 1, !folder.text.isEmpty, Self.areOfOneKind(files) {
        rules.append(Self.rule(folder, contents, Self.values(of: files)))
      } else {
        rules += groups.flatMap { Self.rules(of: $0, in: folder) }
      }
    }
    // More specific rules come first, because the first matching pattern counts.
    let order = { (rule: Rule) in
      let length = rule.width == .series ? rule.pattern.utf8.count : 0
      return (rule.width, -length, MemberName(rule.pattern))
    }
    rules.sort { order($0) < order($1) }
  }

  // MARK: - Groups

  private struct File {
    let name: MemberName
    let value: ValueID
    /// Whether no other folder has a file with the name.
    let isUnique: Bool
    let kinds: KindSet
    let keys: Set<MemberName>

    init(name: MemberName, value: ValueID, isUnique: Bool, _ table: ValueTable) {
      (self.name, self.value, self.isUnique) = (name, value, isUnique)
      (kinds, keys) = (KindSet(table[value].kinds), table.rootKeys(of: value))
    }

    var stem: String { BodyRules.stem(name.text) }
  }

  /// The minimum share of common keys of similar files.
  private static let leastAlike = 0.5
  /// The maximum number of groups that a file is compared with, the largest groups first.
  private static let mostCompared = 64
  /// Objects with at most `fewKeys` keys name a type only if there are at least `fewFiles` such
  /// files.
  private static let (fewKeys, fewFiles) = (3, 3)

  /// Returns groups of files whose objects, or whose arrays' elements, have most of their keys in
  /// common.
  private static func groups(of files: [File]) -> [[File]] {
    var groups = files.filter(\.keys.isEmpty).map { [$0] }
    let byKeys = Dictionary(grouping: files.filter { !$0.keys.isEmpty }, by: \.keys).values
    let leading = groups.count
    for files in byKeys.sorted(by: { ($1.count, $0[0].name) < ($0.count, $1[0].name) }) {
      let index = groups.indices.dropFirst(leading).prefix(mostCompared).first { index in
        ValueTable.overlap(groups[index][0].keys, files[0].keys) >= leastAlike
      }
      if let index { groups[index] += files } else { groups.append(files) }
    }
    return groups
  }

  private static func values(of files: [File]) -> [ValueID] {
    var known: Set<ValueID> = []
    return files.map(\.value).filter { known.insert($0).inserted }
  }

  private static func areOfOneKind(_ files: [File]) -> Bool { Set(files.map(\.kinds)).count == 1 }

  /// Returns the rules of files that are alike: one rule for files whose names differ only in the
  /// number at their end, such as `user-1.json` and `user-2.json`, and one for each other file.
  private static func rules(of group: [File], in folder: MemberName) -> [Rule] {
    let isNamed = group.count >= fewFiles || group.contains { $0.keys.count > fewKeys }
    let name = isNamed ? self.name(of: group) : nil
    let bySeries = Dictionary(grouping: group) { file in
      let ending = file.name.text.dropFirst(file.stem.count)
      return [MemberName(unnumbered(file.stem)), MemberName(String(ending))]
    }
    return bySeries.sorted { $0.key.lexicographicallyPrecedes($1.key) }.flatMap { series, files in
      let own = series[0].text.replacing(/[-_.]+$/, with: "")
      guard files.count > 1, !own.isEmpty, !folder.text.isEmpty, areOfOneKind(files) else {
        return files.map { file in
          Rule(
            pattern: file.isUnique ? file.name.text : "\(folder.text)/\(file.name.text)",
            name: file.isUnique ? name ?? file.stem : folder.text, values: [file.value])
        }
      }
      return [
        Rule(
          pattern: "\(folder.text)/\(series[0].text)*\(series[1].text)", name: name ?? own,
          values: values(of: files), width: .series)
      ]
    }
  }

  /// Returns the common prefix of file names; if that is not a word, the shortest name.
  private static func name(of group: [File]) -> String {
    let stems = Set(group.map { unnumbered($0.stem) }).sorted()
    let words = stems.map { Words.words(of: $0) }
    let common = words[0].indices.prefix { index in
      words.allSatisfy { index < $0.count && $0[index] == words[0][index] }
    }
    let start = words[0][..<common.endIndex].filter { $0.contains(where: \.isLetter) }
    return start.isEmpty
      ? stems.min { ($0.utf8.count, $0) < ($1.utf8.count, $1) } ?? ""
      : start.joined(separator: "_")
  }

  private static func unnumbered(_ name: String) -> String {
    String(name.reversed().drop { $0.isASCII && $0.isNumber }.reversed())
  }

  private static func rule(
    _ folder: MemberName, _ contents: BodyFolders.Folder, _ values: [ValueID]
  ) -> Rule {
    let ending = contents.endings.count == 1 ? contents.endings.first?.text ?? "" : ""
    let (start, name) = folder.text.isEmpty ? ("", "body") : ("\(folder.text)/", folder.text)
    return Rule(pattern: "\(start)*\(ending)", name: name, values: values, width: .folder)
  }

  private static func stem(_ name: String) -> String {
    if name == CaptureInput.standardInput.name { return "payload" }
    var name = name[...]
    for ending in [".gz", ".json", ".ndjson", ".jsonl"] where name.hasSuffix(ending) {
      name = name.dropLast(ending.count)
    }
    return String(name)
  }
}
