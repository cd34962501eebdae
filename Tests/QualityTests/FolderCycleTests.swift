import Foundation
import TestSupport
import Testing

/// Folders of a module that use each other's types; Swift has no imports between them that say so.
@Suite("Folders of a module")
struct FolderCycleTests {
  @Test("No two folders use each other")
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

  @Test("A use counts in code, and not in comments, texts and members")
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
      #expect(circles == (isUse ? ["A and B"] : []), "\(text)")
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

/// The types that a folder declares outside of others, and all names of types in its code.
///
/// Lines are read word by word, so a name in the interpolation of a text may be missed.
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

  /// The pairs of folders of which each names a type that only the other declares.
  static func circles(_ folders: [String: TypeNames]) -> [String] {
    let names = folders.keys.sorted()
    let declarations = folders.values.flatMap(\.declared)
    let counts = Dictionary(declarations.map { ($0, 1) }, uniquingKeysWith: +)
    let isUsing = { (folder: String, other: String) in
      guard let folder = folders[folder], let other = folders[other] else { return false }
      return !folder.used.intersection(other.declared).filter { counts[$0] == 1 }.isEmpty
    }
    return names.enumerated().flatMap { number, folder in
      names[(number + 1)...].filter { isUsing(folder, $0) && isUsing($0, folder) }
        .map { "\(folder) and \($0)" }
    }
  }
}
