import CaptureChecking
import ContractModel
import ContractReporting
import JSONParsing
import MappingEngine

/// The lines of contracts for reports. Each is looked up once, since line-by-line reports need the
/// line of every violation.
final class ContractLines: Sendable {
  private let set: ContractSet
  private let known = Mutex<[Origin.Place: ContractLine]>([:])
  /// By file: a contract has many lines, and its text is walked once for all of them.
  private let positions = Mutex<[MemberName: TextPositions]>([:])

  init(_ set: ContractSet) { self.set = set }

  /// The number of scalars that were passed to find positions, as a measure of the work.
  var stepCount: Int { positions.withLock { $0.values.reduce(0) { $0 + $1.stepCount } } }

  /// - Parameters:
  ///   - line: The line; `nil` for the cases of a mapping.
  ///   - origin: The place of the line or cases.
  /// - Returns: `nil`, if no file has the line.
  subscript(line: PropertyLine?, origin: Origin) -> ContractLine? {
    if let found = known.withLock({ $0[origin.place] }) { return found }
    let (text, path) = (set.text(of: origin.path), set.shownPath(origin.path))
    let found = ContractLine(line, origin, in: text, path) { [positions] text in
      positions.withLock {
        $0[MemberName(origin.path), default: TextPositions(in: text)]
          .position(at: origin.range.lowerBound)
      }
    }
    known.withLock { $0[origin.place] = found }
    return found
  }
}

extension CheckReport {
  /// Returns the contract's line, or cases, that a violation breaks; `nil`, if no file has it.
  func contractLine(of found: CheckViolation) -> ContractLine? {
    let violation = found.violation
    let origin = violation.line?.origin ?? violation.origin
    guard origin.range.isEmpty else { return lines[violation.line, origin] }
    // Violations from a part do not store their lines.
    let line = check.line(of: found.group)
    let cases = check.mappers[found.endpoint.contract].caseOrigin(of: found.group)
    return (line?.origin ?? cases).flatMap { lines[line, $0] }
  }
}
