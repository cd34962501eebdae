import CaptureSources
import ContractModel
import JSONParsing
import MappingEngine

/// The bodies that the contract refuses, by what is wrong with them: they are the server's fault, or the
/// contract's, and not the mapper's.
struct ServerFaults {
  private struct Cause: Hashable {
    var path: RecordedPath
    /// `nil`: the body is no JSON.
    var rule: RuleID?
  }

  private var groups: [(message: String, place: String, count: Int)] = []
  private var places: [Cause: Int] = [:]

  /// - Parameter violation: The body's first; `nil`: it is no JSON.
  mutating func note(_ violation: Violation?, _ body: [UInt8], _ record: CaptureRecord) {
    let path = RecordedPath(violation?.path ?? InstancePath())
    let cause = Cause(path: path, rule: violation?.rule)
    if let known = places[cause] {
      groups[known].count += 1
      return
    }
    places[cause] = groups.count
    let isHidden = violation?.line?.options.isSensitive == true
    let message = violation.map { isHidden ? "\($0.rule.rawValue)" : $0.message }
    let inBody = TextPosition(offset: violation?.byteRange.lowerBound ?? 0, in: body)
    let start = path.steps.isEmpty ? "" : "\(path): "
    groups.append(
      (
        start + (message ?? "the body is not JSON"),
        record.placeText(record.bodyStart?.position(of: inBody) ?? inBody), 1
      ))
  }

  private static let mostTold = 10

  /// A line for each of the first causes.
  var rows: [String] {
    let told = groups.prefix(Self.mostTold).map { group in
      "  refuses   \(counted(group.count, "body", "bodies")): \(group.message), first \(group.place)"
    }
    let rest = groups.count - told.count
    return told + (rest > 0 ? ["  more      \(counted(rest, "other cause"))"] : [])
  }

  /// What there is to warn of; `nil`, if the contract admits some of the bodies, and refuses none.
  func text(_ coverage: CaptureCoverage) -> String? {
    guard !groups.isEmpty, coverage.brokenCount < coverage.bodyCount else { return nil }
    let lines = [
      "the server broke the contract in \(coverage.brokenCount) of \(coverage.bodies): that is not "
        + "the mapper's fault, and it is not held to them"
    ]
    return (lines + rows).joined(separator: "\n")
  }
}
