import CaptureSources
import ContractModel
import JSONParsing
import MapperTesting
import MappingEngine

/// The bodies that the contract rejects, by their violations. They are the fault of the server or
/// the contract, and not of the mapper.
struct ServerFaults {
  private struct Cause: Hashable {
    var path: RecordedPath
    var rule: RuleID?
  }

  private var groups: [(message: String, place: String, count: Int)] = []
  private var places: [Cause: Int] = [:]

  /// - Parameter violation: The first violation of the body; `nil` if the body cannot be parsed.
  mutating func note(_ violation: Violation?, _ body: [UInt8], _ record: CaptureRecord) {
    let path = RecordedPath(violation?.path ?? InstancePath())
    let error = violation == nil ? body.parseError : nil
    let cause = Cause(path: path, rule: violation?.rule ?? error.map { RuleID($0) })
    if let known = places[cause] {
      groups[known].count += 1
      return
    }
    places[cause] = groups.count
    let isHidden = violation?.line?.options.isSensitive == true
    let message = violation.map { isHidden ? "\($0.rule.rawValue)" : $0.message }
    let offset = violation?.byteRange.lowerBound ?? error?.offset ?? 0
    let inBody = TextPosition(offset: offset, in: body)
    let start = path.steps.isEmpty ? "" : "\(path): "
    groups.append(
      (
        start + (message ?? error.map { "the body \($0.verdict): \($0)" } ?? ""),
        record.placeText(record.bodyStart?.position(of: inBody) ?? inBody), 1
      ))
  }

  /// A row for each of the first causes.
  var rows: [(String, String)] {
    let reported = groups.prefix(RecordedReading.reportLimit).map { group in
      let bodies = counted(group.count, "body", "bodies")
      return ("refuses", "\(bodies): \(group.message), first \(group.place)")
    }
    let rest = groups.count - reported.count
    return reported + (rest > 0 ? [("more", counted(rest, "other cause"))] : [])
  }

  /// Returns the warning; `nil` if the contract rejects none of the bodies, or all of them.
  func text(_ coverage: CaptureCoverage) -> String? {
    guard !groups.isEmpty, coverage.brokenCount < coverage.bodyCount else { return nil }
    return report(
      "the server broke the contract in \(coverage.brokenCount) of \(coverage.bodies): that is not "
        + "the mapper's fault, and it is not held to them", rows)
  }
}
