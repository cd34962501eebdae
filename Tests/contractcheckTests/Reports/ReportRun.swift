import Foundation
import Reporting
import TestSupport

@testable import contractcheck

/// A run of `check` that writes every report, each to a file.
struct ReportRun {
  static let names = CheckReporter.all.map(\.name)

  let exitCode: ExitCode
  let errors: String
  private let texts: [String: String]

  subscript(name: String) -> String { texts[name] ?? "" }

  /// - Parameters:
  ///   - words: Inputs and options.
  ///   - folder: The prefix of every path, which is removed from the texts.
  ///   - environment: Variables besides the folder of the checkout.
  init(_ words: [String], in folder: String, environment: [String: String] = [:]) throws {
    let reports = FileManager.default.temporaryDirectory.appending(path: "reports-\(UUID())")
    defer { try? FileManager.default.removeItem(at: reports) }
    let options = Self.names.flatMap { name in ["--report", "\(name)=\(reports.path)/a/b/\(name)"] }
    let result = CommandRun(
      ["check"] + words + options,
      environment: environment.merging(["GITHUB_WORKSPACE": folder]) { $1 })
    (exitCode, errors) = (result.exitCode, result.errors)
    var texts: [String: String] = [:]
    for name in Self.names {
      let file = reports.appending(path: "a/b/\(name)")
      guard let text = try? String(contentsOf: file, encoding: .utf8) else { continue }
      texts[name] = text.replacingOccurrences(of: folder + "/", with: "")
        .replacingOccurrences(of: folder.replacing("/", with: "&#47;") + "&#47;", with: "")
    }
    self.texts = texts
  }
}
