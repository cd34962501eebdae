import ContractModel
import Foundation
import JSONParsing

/// The contracts of a revision of the repository around the working folder, which are read without
/// a checkout.
package struct GitFiles: ContractFiles, Sendable {
  /// The reason why a revision cannot be read, in git's own words.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// The name of the revision, as given.
  package let revision: String
  /// The contracts at or below the requested path, relative to the repository's root, in byte
  /// order.
  package let paths: [String]
  /// The Git objects of all JSON files of the revision, by path.
  private let objects: [MemberName: String]

  /// - Parameters:
  ///   - revision: A commit, tag or branch.
  ///   - path: A contract or a folder, from the repository's root; empty for all of it.
  /// - Throws: `Failure`.
  package init(revision: String, path: String) throws {
    guard !revision.isEmpty, !revision.hasPrefix("-") else {
      throw Failure(description: "\(quoted(revision)) is no revision")
    }
    self.revision = revision
    let listing = try Self.git(["ls-tree", "-r", "-z", "--full-tree", revision])
    var objects: [MemberName: String] = [:]
    for entry in listing.split(separator: 0) {
      // `100644 blob 0123…<tab>path`
      let parts = entry.split(separator: UInt8(ascii: "\t"), maxSplits: 1)
      guard parts.count == 2 else { continue }
      let words = String(decoding: parts[0], as: UTF8.self).split(separator: " ")
      let file = String(decoding: parts[1], as: UTF8.self)
      guard words.count == 3, words[0].hasPrefix("100"), file.hasSuffix(".json") else {
        continue
      }
      objects[MemberName(file)] = String(words[2])
    }
    self.objects = objects
    let folder = path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
    paths = objects.keys.sorted().map(\.text).filter { file in
      guard file.hasSuffix(Contract.fileSuffix) else { return false }
      return folder.isEmpty || file.utf8.elementsEqual(folder.utf8)
        || file.utf8.starts(with: (folder + "/").utf8)
    }
  }

  package func contract(at path: String) throws -> [UInt8]? { try bytes(at: path) }

  /// Returns the bytes of a JSON file; `nil` if there is none.
  package func bytes(at path: String) throws -> [UInt8]? {
    try objects[MemberName(path)].map { try Self.git(["cat-file", "blob", $0]) }
  }

  /// Fixtures are not checked, because examples are not run.
  package func hasFixture(_ name: String, forContractAt path: String) -> Bool { true }

  package func fixture(_ name: String, forContractAt path: String) throws -> [UInt8]? { nil }

  package func shownPath(_ path: String) -> String { "\(revision):\(path)" }

  #if os(Linux) || os(macOS)
    /// Runs git, and returns its standard output.
    private static func git(_ arguments: [String]) throws -> [UInt8] {
      let (process, output, errors) = (Process(), Pipe(), Pipe())
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = ["git"] + arguments
      process.environment = ProcessInfo.processInfo.environment.merging(["LC_ALL": "C"]) { $1 }
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = output
      process.standardError = errors
      do {
        try process.run()
      } catch {
        throw Failure(description: "git cannot be started: \(SystemReason.sentence(error))")
      }
      let bytes = output.fileHandleForReading.readDataToEndOfFile()
      let words = errors.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      guard process.terminationStatus == 0 else {
        let lines = String(decoding: words, as: UTF8.self).split(separator: "\n")
        throw Failure(description: "git says: \(displayed(lines.joined(separator: "; ")))")
      }
      return Array(bytes)
    }
  #else
    private static func git(_ arguments: [String]) throws -> [UInt8] {
      throw Failure(description: "git cannot be started on this system")
    }
  #endif
}
