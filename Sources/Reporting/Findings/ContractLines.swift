import CaptureChecking
import ContractModel
import ContractReporting
import MappingEngine
import Synchronization

/// The lines of contracts as reports tell them: looked up once each, as the reports of a line a
/// violation ask for every one.
final class ContractLines: Sendable {
  /// A line, and its place as programs are told it: `users.contract.json:9:14`.
  typealias Found = (line: ContractLine, place: String)

  private let set: ContractSet
  private let path: @Sendable (String) -> String
  private let known = Mutex<[Origin.Place: Found]>([:])

  init(_ set: ContractSet, path: @escaping @Sendable (String) -> String) {
    (self.set, self.path) = (set, path)
  }

  /// - Parameters:
  ///   - line: The line; `nil` of the cases of a mapping.
  ///   - origin: Where it stands.
  /// - Returns: `nil`, if no file has it.
  subscript(line: PropertyLine?, origin: Origin) -> Found? {
    if let found = known.withLock({ $0[origin.place] }) { return found }
    guard let line = ContractLine(line, origin, in: set, path: path) else { return nil }
    let found = (line, "\(line.path):\(line.position)")
    known.withLock { $0[origin.place] = found }
    return found
  }
}

extension CheckReport {
  /// The line of the contract that a violation breaks, or the cases; `nil`, if no file has it.
  func contractLine(of found: CheckViolation) -> ContractLines.Found? {
    let violation = found.violation
    let origin = violation.line?.origin ?? violation.origin
    guard origin.range.isEmpty else { return lines[violation.line, origin] }
    // What was read from a part does not say it.
    let name = groupNames.name(of: found.group)
    return lines[name.line, name.origin]
  }
}
