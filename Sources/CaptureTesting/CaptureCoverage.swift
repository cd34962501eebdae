import JSONParsing

/// What part of captures a mapper was given.
public struct CaptureCoverage: Sendable, CustomStringConvertible {
  /// How many bodies the mapper was given.
  public internal(set) var bodyCount = 0
  /// How many of them it rejected, or mapped to other values than the contract.
  public internal(set) var failedCount = 0
  /// How many of them the contract rejected, if there was one.
  public internal(set) var brokenCount = 0
  /// How many responses had no body in the capture.
  public internal(set) var bodilessCount = 0
  /// How many responses had another status than the test names, by the status.
  public internal(set) var otherStatuses: [Int: Int] = [:]
  /// How many records were of something else.
  public internal(set) var otherCount = 0
  /// How many files were read.
  public internal(set) var inputCount = 0
  /// What the bodies are of, safe to display.
  let name: String

  init(of name: String) { self.name = name }

  /// `12 bodies of GET /users in 2 files, 1 failed; not judged: status 304 (2), 1 without a body, 40
  /// other records`
  public var description: String {
    let failed = failedCount > 0 ? ", \(failedCount) failed" : ""
    let broken = brokenCount > 0 ? ", \(brokenCount) against the contract" : ""
    let rest = leftOut.isEmpty ? "" : "; not judged: " + leftOut.joined(separator: ", ")
    return bodies + " in \(counted(inputCount, "file"))" + failed + broken + rest
  }

  /// `12 bodies of GET /users`
  var bodies: String { "\(counted(bodyCount, "body", "bodies")) of \(name)" }

  /// What was read and not judged, in words.
  private var leftOut: [String] {
    let others = otherCount > 0 ? [counted(otherCount, "other record")] : []
    return near + others
  }

  /// What is of the endpoint and not judged, in words.
  var near: [String] {
    let statuses = otherStatuses.sorted { $0.key < $1.key }.map { "status \($0.key) (\($0.value))" }
    return statuses + (bodilessCount > 0 ? ["\(bodilessCount) without a body"] : [])
  }
}
