import Foundation
import TestSupport
import Testing

/// Checks which folders of a module use each other's types. Within a module, Swift has no imports
/// that show it.
///
/// A folder is directly in a module, with all files in and below it. It uses another folder if its
/// code names a type that only the other folder of the module declares at top level. Uses of
/// functions and members are not found, nor is code outside of folders.
@Suite("Folders of a module")
struct FolderCycleTests {
  @Test("Folders do not depend on each other in a cycle", .enabled(if: TestDepth.isFull))
  func cycles() throws {
    let sources = PackageFolder.root.appending(path: "Sources")
    var found: Set<String> = []
    for module in try folders(in: sources) {
      var names: [String: TypeNames] = [:]
      for folder in try folders(in: module) { names[folder.lastPathComponent] = try read(folder) }
      found.formUnion(TypeNames.circles(names).map { "\(module.lastPathComponent): \($0)" })
    }
    #expect(found.sorted() == [])
  }

  @Test("A cycle of any length is found, without the folders that lead to it")
  func lengths() {
    var folders: [String: TypeNames] = [:]
    for (name, uses) in [
      ("A", ["B"]), ("B", ["C"]), ("C", ["A", "D"]), ("D", []), ("E", ["A", "F"]), ("F", ["E"]),
      ("G", ["A", "G"]),
    ] {
      var names = TypeNames()
      names.read("struct In\(name) {}\n\(uses.map { "let a: In\($0)" }.joined(separator: "\n"))\n")
      folders[name] = names
    }
    #expect(TypeNames.circles(folders) == ["A, B, C", "E, F"])
  }

  @Test("Uses count in code, not in comments, texts and members")
  func uses() {
    var one = TypeNames()
    one.read("struct Box {}\nextension Cup {}\n")
    for (text, isUse) in [
      ("let box: Box", true), ("f(Box.self, 1)", true), ("[Cup: [Box]]", true),
      ("// Box", false), ("f(\"Box\")", false), ("f(.Box, a.Box)", false), ("Boxes()", false),
      ("let a = \"\"\"\n  Box\n  \"\"\"", false), ("let a = \"\"\"\n  \"\"\"\nlet b: Box", true),
    ] {
      var other = TypeNames()
      other.read("package final class Cup {}\n  struct Inner {}\n\(text)\n")
      let circles = TypeNames.circles(["A": one, "B": other])
      #expect(circles == (isUse ? ["A, B"] : []), "\(text)")
    }
  }

  private func folders(in folder: URL) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: [.isDirectoryKey]
    ).filter { try $0.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true }
  }

  private func read(_ folder: URL) throws -> TypeNames {
    var names = TypeNames()
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    for case let file as URL in try #require(files) where file.pathExtension == "swift" {
      names.read(try String(contentsOf: file, encoding: .utf8))
    }
    return names
  }
}

/// The types that a folder declares at top level, and all names of types in its code.
///
/// Lines are read word by word, so a name in an interpolation may be missed.
private struct TypeNames {
  private(set) var declared: Set<Substring> = []
  private(set) var used: Set<Substring> = []
  private static let keywords: Set<Substring> = [
    "struct", "class", "enum", "protocol", "actor", "typealias",
  ]

  mutating func read(_ text: String) {
    var isInText = false
    for line in text.split(separator: "\n") {
      if line.contains("\"\"\"") {
        isInText.toggle()
      } else if !isInText {
        read(line)
      }
    }
  }

  private mutating func read(_ line: Substring) {
    var isKeyword = false
    for (number, part) in line.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
    where number.isMultiple(of: 2) {
      let comment = part.firstRange(of: "//")
      let code = part[..<(comment?.lowerBound ?? part.endIndex)]
      let words = code.split { !$0.isLetter && !$0.isNumber && !"_.".contains($0) }
      for word in words {
        let name = word.prefix { $0 != "." }
        if isKeyword, line.first != " " { declared.insert(name) }
        if name.first?.isUppercase == true { used.insert(name) }
        isKeyword = Self.keywords.contains(word)
      }
      if comment != nil { return }
    }
  }

  /// Returns the groups of folders that use each other in a cycle, each as its sorted names.
  ///
  /// The groups are the strongly connected components of the folders' uses, without those of one
  /// folder.
  static func circles(_ folders: [String: TypeNames]) -> [String] {
    let edges = Self.uses(of: folders)
    var reach: [String: Set<String>] = [:]
    for name in folders.keys { reach[name] = Self.reached(from: name, over: edges) }
    var circles: Set<String> = []
    for (name, others) in reach {
      let circle = others.filter { reach[$0]?.contains(name) == true }
      if circle.count > 1 { circles.insert(circle.sorted().joined(separator: ", ")) }
    }
    return circles.sorted()
  }

  /// Returns the folders whose types each folder names; a folder may name its own.
  private static func uses(of folders: [String: TypeNames]) -> [String: Set<String>] {
    var owners: [Substring: [String]] = [:]
    for (name, folder) in folders {
      for type in folder.declared { owners[type, default: []].append(name) }
    }
    return folders.mapValues { folder in
      Set(folder.used.compactMap { owners[$0]?.count == 1 ? owners[$0]?.first : nil })
    }
  }

  /// Returns the folders that a folder uses, directly or through others.
  private static func reached(from start: String, over uses: [String: Set<String>]) -> Set<String> {
    var reached: Set<String> = []
    var open = [start]
    while let folder = open.popLast() {
      for other in uses[folder, default: []] where reached.insert(other).inserted {
        open.append(other)
      }
    }
    return reached
  }
}
