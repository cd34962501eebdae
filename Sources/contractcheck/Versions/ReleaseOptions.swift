import CaptureChecking
import ContractModel
import JSONParsing

/// The released versions of an app to check payloads against, and how requests state their version.
struct ReleaseOptions: CommandOptions {
  /// A version and the place of its contracts.
  struct Release: Sendable {
    var name: String
    var source: String
  }

  let releases: [Release]
  /// Finds the version of a request; `nil` if requests do not state one.
  let versions: AppVersions?

  init(_ options: inout OptionReader) throws(UsageError) {
    releases = try Self.releases(&options)
    let source = try options.last(
      "by", "SOURCE",
      "where requests say the version: @request.header.NAME or @request.query.NAME", .text,
      .counting)
    let pattern = try options.last(
      "version", "PATTERN",
      "with --by: a regular expression whose one group is the version, such as Shop/([0-9.]+)",
      .text, .counting)
    versions = try Self.versions(source, pattern)
    guard releases.isEmpty, source != nil || pattern != nil else { return }
    throw UsageError(
      message: "--by and --version go with --released",
      hint: "write --released 3.1=git:v3.1:Contracts, too")
  }

  /// Reads the versions, each with the place of its contracts.
  static func releases(_ options: inout OptionReader) throws(UsageError) -> [Release] {
    let releases = try options.all(
      "released", "VERSION=PATH",
      "a version of the app in the field, and its contracts: a folder or git:REV:PATH; may be repeated",
      OptionForm<Release>("VERSION=PATH, such as 3.1=git:v3.1:Contracts") { text in
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
        return Release(name: String(parts[0]), source: String(parts[1]))
      }, .counting, path: .behindEquals)
    let names = releases.map { MemberName($0.name) }
    for (number, name) in names.enumerated() where names[..<number].contains(name) {
      throw UsageError(message: "--released has \(quoted(name.text)) twice")
    }
    return releases
  }

  private static func versions(
    _ source: String?, _ pattern: String?
  ) throws(UsageError) -> AppVersions? {
    guard source != nil || pattern != nil else { return nil }
    guard let source, let pattern else {
      throw UsageError(
        message: "--by and --version go together",
        hint: "write --by '@request.header.User-Agent' --version 'Shop/([0-9.]+)'")
    }
    do {
      return try AppVersions(source: SourceKeyPath(text: source), pattern: pattern)
    } catch let failure as AppVersions.Failure {
      throw UsageError(message: "\(failure)")
    } catch {
      throw UsageError(message: "--by \(quoted(source)): is no key path")
    }
  }
}
