import Foundation

/// A page of documentation: README.md, or a guide.
public struct Guide: Sendable, CustomStringConvertible {
  /// The path from the root of the package.
  public let path: String
  public let text: String

  public var description: String { path }

  /// The text without its blocks of code.
  public var prose: String {
    text.components(separatedBy: "```").enumerated().filter { $0.offset.isMultiple(of: 2) }
      .map(\.element).joined()
  }

  /// The folder of the guides.
  public static let folder = "Sources/ContractTesting/Documentation.docc"

  /// README.md and all guides, in the order of their paths.
  public static let all: [Guide] = {
    let names = try? FileManager.default.contentsOfDirectory(
      atPath: PackageFolder.root.appending(path: folder).path)
    let guides = (names ?? []).filter { $0.hasSuffix(".md") }.sorted().map { "\(folder)/\($0)" }
    return (["README.md"] + guides).map(Guide.init(path:))
  }()

  /// What coding agents read.
  public static let ofAgents = Guide(path: ".agents/SKILL.md")

  /// Returns the guide with a name, without the folder and `.md`.
  public static func named(_ name: String) -> Guide { Guide(path: "\(folder)/\(name).md") }

  /// Whether a block of the guide is this text.
  public func shows(_ text: String) -> Bool {
    blocks.contains { $0.text == text + "\n" }
  }

  init(path: String) {
    self.path = path
    let file = PackageFolder.root.appending(path: path)
    text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
  }

  /// The fenced blocks, in order.
  public var blocks: [Block] {
    var blocks: [Block] = []
    var open: Block?
    for (index, line) in text.components(separatedBy: "\n").enumerated() {
      if let block = open, line.trimmingCharacters(in: .whitespaces) == "```" {
        blocks.append(block)
        open = nil
      } else if open != nil {
        open?.lines.append(line)
      } else if let fence = line.firstMatch(of: /^ *```/) {
        let language = String(line[fence.range.upperBound...])
        open = Block(guide: path, line: index + 1, language: language, lines: [])
      }
    }
    return blocks
  }

  /// A fenced block of a page.
  public struct Block: Sendable, CustomStringConvertible {
    public let guide: String
    /// The one-based line of the opening fence.
    public let line: Int
    /// The text behind the opening fence.
    public let language: String
    public var lines: [String]

    public var text: String { lines.map { $0 + "\n" }.joined() }
    public var description: String { "\(guide):\(line)" }

    /// The parts between the lines that stand for omissions.
    public var parts: [[String]] {
      lines.split { ["…", "// …"].contains($0.trimmingCharacters(in: .whitespaces)) }
        .map(Array.init)
    }
  }
}
