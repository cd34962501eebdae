import Foundation
import TestSupport
import Testing

@testable import CaptureSources

@Suite("Operands become inputs")
struct SearchTests {
  @Test("Files of a folder are ordered by the bytes of their names, without hidden ones")
  func order() throws {
    try withFolder([
      "c.json": "", "B.json": "", "a/z.json": "", "a/.hidden": "", "a.json": "", ".git/x": "",
      "é.json": "", "a-b/x": "", "a/deep/er/x": "",
    ]) { folder in
      let search = CaptureSearch(operands: [folder])
      #expect(
        names(search, below: folder) == [
          "B.json", "a/deep/er/x", "a/z.json", "a-b/x", "a.json", "c.json", "é.json",
        ])
      #expect(search.problems == [])
      #expect(CaptureSearch(operands: [folder + "/"]).inputs == search.inputs)
    }
  }

  @Test("A file of a folder that is not a capture by name and start is skipped")
  func passedOver() throws {
    let captures = [
      "a.json": "<html>", "b.http": "HTTP/1.1 200 OK\n", "c": " {\"id\":1", "d.body": "[\"x\"]",
      "e.txt": "12\n", "f": "", "g.log": "{}\n{}", "w/mappings/m.json": "{}",
      "w/__files.json": "{}", "__files/y.json": "{}",
    ]
    let others = [
      "LICENSE": "Licence", "README.md": "[![a](b)](c)", "logo.png": "\u{89}PNG\r\n",
      "notes.txt": "12 days\n", "x.html": "<p>", "y.http": "GET https://a/b\n", "z.yaml": "---\n",
      "z.contract.json": "{}",
    ]
    let files = captures.merging(others) { $1 }.merging(["w/__files/z.json": "{}"]) { $1 }
    try withFolder(files) { folder in
      let search = CaptureSearch(operands: [folder])
      #expect(names(search, below: folder) == captures.keys.sorted(by: <))
      #expect(search.passedOver == others.keys.sorted(by: <).map { folder + "/" + $0 })
      #expect(
        search.notice == """
          8 files passed over, which are no captures: \(folder)/LICENSE, \(folder)/README.md, \
          \(folder)/logo.png, …
          """)
      // Naming a file, its pattern or its format states that it is a capture.
      #expect(CaptureSearch(operands: [folder + "/LICENSE"]).inputs.count == 1)
      #expect(CaptureSearch(operands: [folder], include: ["*.png"]).inputs.count == 1)
      let known = CaptureSearch(operands: [folder], known: [Glob("*.html")])
      #expect(known.passedOver.count == 7)
      #expect(CaptureSearch(operands: [folder], format: .json).notice == nil)
      let bodies = CaptureSearch(operands: [folder + "/w"], takesBodyFiles: true)
      #expect(bodies.inputs.count == 3)
    }
  }

  @Test("Operands keep their order and their names, and each input is read once")
  func operands() throws {
    try withFolder(["a": "", "b/.c": "", "b/d": ""]) { folder in
      let operands = ["-", "\(folder)/b/.c", "\(folder)/b/../a", folder, "-", "\(folder)/b"]
      let search = CaptureSearch(operands: operands)
      #expect(
        search.inputs.map(\.name) == [
          "(standard input)", "\(folder)/b/.c", "\(folder)/b/../a", "\(folder)/b/d",
        ])
      #expect(search.inputs[0].source == .standardInput)
    }
  }

  @Test("Patterns choose among the files of folders, not among those that are named")
  func patterns() throws {
    try withFolder(["a.json": "", "a.txt": "", "old/b.json": "", "new/c.json": ""]) { folder in
      func found(_ include: [String], _ exclude: [String] = []) -> [String] {
        let search = CaptureSearch(operands: [folder], include: include, exclude: exclude)
        return names(search, below: folder)
      }
      #expect(found(["*.json"]) == ["a.json", "new/c.json", "old/b.json"])
      #expect(found(["/*.json", "old/**"]) == ["a.json", "old/b.json"])
      #expect(found([], ["*.json"]) == ["a.txt"])
      #expect(found(["*.json"], ["old"]) == ["a.json", "new/c.json"])
      #expect(found(["*.json"], ["/*/"]) == [])
      let named = CaptureSearch(operands: ["\(folder)/a.txt"], include: ["*.json"], exclude: ["a*"])
      #expect(named.inputs.map(\.name) == ["\(folder)/a.txt"])
    }
  }

  @Test("A link is followed if it stays in the folder, and a circle is cut")
  func links() throws {
    try withFolder(["in/a/x": "", "in/.data/y": "", "in/b/z": "", "out/secret": ""]) { folder in
      let links = [
        "in/loop": ".", "in/a/up": "..", "in/a/self": "../a", "in/y": ".data/y",
        "in/data": ".data", "in/outside": "../out", "in/secret": "../out/secret",
        "in/chain": "outside/secret", "in/nowhere": "missing", "in/circle": "circle",
        "in/.hidden": "missing",
      ]
      for (link, target) in links {
        try FileManager.default.createSymbolicLink(
          atPath: "\(folder)/\(link)", withDestinationPath: target)
      }
      let search = CaptureSearch(operands: ["\(folder)/in"])
      #expect(names(search, below: "\(folder)/in") == ["a/x", "b/z", "data/y"])
      #expect(
        search.problems.map(\.description) == [
          "\(folder)/in/circle: cannot be read: Too many levels of symbolic links",
          "\(folder)/in/nowhere: cannot be read: no such file or folder",
        ])
      // A named operand is read, wherever its link leads.
      let named = CaptureSearch(operands: ["\(folder)/in/outside", "\(folder)/in/chain"])
      #expect(named.inputs.map(\.name) == ["\(folder)/in/outside/secret"])
    }
  }

  #if os(Linux)  // where names with different bytes are different files
    @Test("Two names that look the same are different if their bytes differ")
    func names() throws {
      try withFolder(["e\u{301}": "", "\u{301}x": "", ".\u{301}hidden": ""]) { folder in
        try Data().write(to: URL(filePath: "\(folder)/\u{e9}"))
        try FileManager.default.createSymbolicLink(
          atPath: "\(folder)/link", withDestinationPath: "\u{301}x")
        let search = CaptureSearch(operands: [folder])
        #expect(
          names(search, below: folder).map { Array($0.utf8) } == [
            Array("e\u{301}".utf8), Array("link".utf8), Array("\u{e9}".utf8),
          ])
      }
    }
  #endif

  @Test("Links to a folder with links do not multiply")
  func manyLinks() throws {
    let depth = 12
    let files = Dictionary(uniqueKeysWithValues: (0..<depth).map { ("d\($0)/file", "") })
    try withFolder(files) { folder in
      for index in 1..<depth {
        for name in ["l", "m"] {
          try FileManager.default.createSymbolicLink(
            atPath: "\(folder)/d\(index - 1)/\(name)", withDestinationPath: "../d\(index)")
        }
      }
      #expect(mkfifo("\(folder)/d\(depth - 1)/pipe", 0o600) == 0)
      let search = CaptureSearch(operands: [folder])
      #expect(search.inputs.count == depth)
      // One problem for its own name, and one for all links to it.
      #expect(search.problems.count == 2)
    }
  }

  @Test("An operand that is not a file is a problem, and the others are read")
  func noFiles() throws {
    try withFolder(["a": "", "b": ""]) { folder in
      #expect(mkfifo("\(folder)/pipe", 0o600) == 0)
      let search = CaptureSearch(
        operands: [
          "\(folder)/\u{1b}[1m", folder, "/dev/null", "", "\(folder)/a/b", "\(folder)/pipe",
        ])
      #expect(names(search, below: folder) == ["a", "b"])
      #expect(
        search.problems.map(\.description) == [
          "\(folder)/<U+001B>[1m: cannot be read: no such file or folder",
          "\(folder)/pipe: cannot be read: it is no regular file",
          "/dev/null: cannot be read: it is no regular file",
          "\"\": cannot be read: no such file or folder",
          "\(folder)/a/b: cannot be read: Not a directory",
          "\(folder)/pipe: cannot be read: it is no regular file",
        ])
      #expect(CaptureSearch(operands: [folder], exclude: ["pipe"]).problems == [])
      #expect(CaptureSearch(operands: [folder], include: ["a"]).problems == [])
    }
  }

  @Test(
    "Folders and files without permission are problems, each once",
    .enabled(if: geteuid() != 0, "the superuser may read everything"))
  func permission() throws {
    try withFolder(["a": "1", "shut/b": "", "c": "3"]) { folder in
      try setPermissions(0, of: "\(folder)/shut")
      try setPermissions(0, of: "\(folder)/a")
      defer { try? setPermissions(0o700, of: "\(folder)/shut") }
      let search = CaptureSearch(operands: [folder])
      #expect(names(search, below: folder) == ["a", "c"])
      #expect(
        search.problems.map(\.description) == [
          "\(folder)/shut: cannot be read: Permission denied"
        ])
      #expect(
        search.inputs.flatMap { Reading($0).problems } == [
          "\(folder)/a: cannot be read: Permission denied"
        ])
    }
  }

  private func setPermissions(_ permissions: Int, of path: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: path)
  }

  private func names(_ search: CaptureSearch, below folder: String) -> [String] {
    search.inputs.map {
      String(decoding: $0.name.utf8.dropFirst(folder.utf8.count + 1), as: UTF8.self)
    }
  }
}
