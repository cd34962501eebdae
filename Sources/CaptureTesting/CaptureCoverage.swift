import JSONParsing

/// The part of captures that a mapper was given.
public struct CaptureCoverage: Sendable, CustomStringConvertible {
  /// The number of bodies that the mapper was given.
  public internal(set) var bodyCount = 0
  /// The number of bodies that the mapper rejected, or mapped to other values than the contract.
  public internal(set) var failedCount = 0
  /// The number of bodies that the contract rejected, if there was one.
  public internal(set) var brokenCount = 0
  /// The number of responses without a body in the capture.
  public internal(set) var bodilessCount = 0
  /// The number of responses with a status that the test does not name, by status.
  public internal(set) var otherStatuses: [Int: Int] = [:]
  /// The number of other records.
  public internal(set) var otherCount = 0
  /// The number of files read.
  public internal(set) var inputCount = 0
  /// A description of the bodies, safe to display.
  let name: String

  init(of name: String) { self.name = name }

  /// `12 bodies of GET /users in 2 files, 1 failed; not judged: status 304 (2), 1 without a body,
  /// 40 other records`
  public var description: String {
    let failed = failedCount > 0 ? ", \(failedCount) failed" : ""
    let broken = brokenCount > 0 ? ", \(brokenCount) against the contract" : ""
    let others = otherCount > 0 ? [counted(otherCount, "other record")] : []
    let leftOut = near + others
    let rest = leftOut.isEmpty ? "" : "; not judged: " + leftOut.joined(separator: ", ")
    return bodies + " in \(counted(inputCount, "file"))" + failed + broken + rest
  }

  /// `12 bodies of GET /users`
  var bodies: String { "\(counted(bodyCount, "body", "bodies")) of \(name)" }

  /// The records of the endpoint that were not judged, as texts.
  var near: [String] {
    let statuses = otherStatuses.sorted { $0.key < $1.key }.map { "status \($0.key) (\($0.value))" }
    return statuses + (bodilessCount > 0 ? ["\(bodilessCount) without a body"] : [])
  }
}
