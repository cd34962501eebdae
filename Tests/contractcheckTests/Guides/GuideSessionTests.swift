import Foundation
import TestSupport
import Testing

@Suite("Commands in guides print the output shown", .enabled(if: BuiltCommand.isBuilt))
struct GuideSessionTests {
  /// Runs the `console` blocks, which have commands after `$ ` and their output.
  @Test("Each command of a guide prints the lines below it", arguments: Guide.all)
  func commands(guide: Guide) async throws {
    let sessions = guide.blocks.filter { $0.language == "console" }.map(GuideSession.init(block:))
    try await withFolder(try files(of: guide)) { folder in
      for session in sessions {
        for step in session.steps {
          let output = try await BuiltCommand.run(
            "cd '\(folder)' && PATH=\"$(dirname \"$COMMAND\"):/usr/bin:/bin\" && { \(step.command)\n}",
            environment: ["COLUMNS": "120"]
          ).output
          #expect(
            step.isShown(in: output),
            "\(session.block.description): \(step.command)\n\(output)")
        }
      }
    }
  }

  @Test("Commands with an output are in console blocks", arguments: Guide.all)
  func languages(guide: Guide) {
    for block in guide.blocks where block.language == "console" {
      #expect(block.lines.first?.hasPrefix("$ ") == true, "\(block.description)")
    }
    for block in guide.blocks where block.language != "console" {
      #expect(!block.lines.contains { $0.hasPrefix("$ ") }, "\(block.description)")
    }
  }

  /// Returns the package's contracts and fixtures, and the named contracts of the guide.
  private func files(of guide: Guide) throws -> [String: String] {
    var files = ["Package.swift": ""]
    for folder in ["Contracts", "Fixtures"] {
      let names = try FileManager.default.subpathsOfDirectory(
        atPath: PackageFolder.root.appending(path: folder).path)
      for name in names {
        let file = PackageFolder.root.appending(path: "\(folder)/\(name)")
        // Guides use no files other than texts.
        guard let text = try? String(contentsOf: file, encoding: .utf8) else { continue }
        files["\(folder)/\(name)"] = text
      }
    }
    for block in guide.blocks {
      if let name = block.lines.first?.wholeMatch(of: /\/\/ (\S+\.contract\.json)/)?.1 {
        files[String(name)] = block.text
      }
    }
    return files
  }
}
