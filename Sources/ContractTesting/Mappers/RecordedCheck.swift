package import ContractModel
package import MapperTesting
import MappingEngine

/// A check of a mapper on payloads that somebody recorded: its calls are watched, and what ends the
/// process is reported with where its payload was recorded.
package final class RecordedCheck {
  /// The check as the end of the process and the next run know it.
  package let open: OpenCheck
  /// The mapper, whose calls are noted.
  package let mapper: MapperUnderTest
  /// Holds it against a contract, where there is one.
  package let comparison: RecordedComparison?
  /// Whether what payloads are of matters to the contract.
  package let usesExchange: Bool
  /// Whether lines read what the request sends as its body.
  package let usesRequestBody: Bool
  private let recorded = RecordedPlace()

  /// Where the payload that is mapped next was recorded, safe to display.
  package var place: String {
    get { recorded.text }
    set { recorded.text = newValue }
  }

  /// Whether this process is asked about one payload of another check, so that nothing is done here.
  package static var isIdle: Bool { ChildRun.isChild }

  /// - Parameters:
  ///   - part: What tells the check from the test's other ones.
  ///   - root: The package's folder, if there is one.
  package init(_ mapper: MapperUnderTest, as part: String, below root: String?) {
    open = OpenCheck(part, below: root)
    var watch = CallWatch(open.journal)
    watch.recorded = recorded
    self.mapper = watched(mapper, watch)
    (comparison, usesExchange, usesRequestBody) = (nil, false, false)
  }

  /// - Parameters:
  ///   - contract: What the mapper has to keep.
  ///   - type: What the payload is: `[Avatar]`, `user: User`, or an endpoint such as `GET /groups`.
  ///   - part: The key path of the payload that the mapper returns what becomes of.
  /// - Throws: `TestSetupError`, if the contract does not have something that the test names.
  package init(
    _ mapper: MapperUnderTest, keeps contract: Contract, as type: String, returning part: String?,
    _ options: ComparisonOptions, tolerating: Tolerances
  ) throws {
    try contract.check(tolerating)
    var setup = MapperTestSetup(
      mapper: mapper, target: try TestTarget(type, in: contract), as: type, part: " recorded",
      options: options, settings: .current, tolerating: tolerating)
    try setup.check(returning: part)
    open = setup.open
    var watch = CallWatch(open.journal)
    watch.recorded = recorded
    self.mapper = watched(mapper, watch)
    let check = setup.check(of: self.mapper)
    comparison = RecordedComparison(check)
    (usesExchange, usesRequestBody) = (check.usesExchange, check.usesRequestBody)
  }
}
