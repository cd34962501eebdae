import Foundation
import TestSupport
import Testing

@Suite("Code in guides is compiled")
struct GuideCodeTests {
  static let blocks = (Guide.all + [.ofAgents]).flatMap(\.blocks).filter {
    $0.language == "swift"
  }

  /// The Swift files of tests, of sources, and of the packages that CI builds, without indentation
  /// and empty lines. Those packages lie in this one; the guides name it as an app beside it does.
  private static let files: [String] = {
    let roots = ["Tests", "Sources", "Fixtures/consumer", "Fixtures/client", "Fixtures/recorded"]
    return roots.flatMap { root in
      let folder = PackageFolder.root.appending(path: root)
      let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
      return names.filter { $0.hasSuffix(".swift") && !$0.contains(".build/") }.compactMap { name in
        (try? String(contentsOf: folder.appending(path: name), encoding: .utf8))
          .map {
            let text =
              name == "Package.swift"
              ? $0.replacing("path: \"../..\"", with: "path: \"../ContractCheck\"") : $0
            return "\n\(squeezed(text.components(separatedBy: "\n")))\n"
          }
      }
    }
  }()

  @Test(
    "The lines of a block follow each other in a compiled file", arguments: blocks)
  func block(block: Guide.Block) {
    for part in block.parts {
      let text = "\n\(Self.squeezed(part))\n"
      #expect(Self.files.contains { $0.range(of: text, options: .literal) != nil }, "\(text)")
    }
  }

  private static func squeezed(_ lines: [String]) -> String {
    lines.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
      .joined(separator: "\n")
  }
}
