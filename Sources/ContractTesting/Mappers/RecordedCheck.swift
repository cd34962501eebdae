package import ContractModel
package import MapperTesting
import MappingEngine

/// A check of a mapper on recorded payloads. Its calls are watched, and an end of the process is
/// reported with the place where the payload was recorded.
package final class RecordedCheck {
  /// The registration of the check, from which an end of the process is reported.
  package let open: OpenCheck
  /// The mapper, whose calls are noted.
  package let mapper: MapperUnderTest
  package let comparison: RecordedComparison?
  /// Whether the exchange of the payloads matters to the contract.
  package let usesExchange: Bool
  /// Whether lines read the body of the request.
  package let usesRequestBody: Bool
  private let watch: CallWatch

  /// The place where the next payload was recorded, safe to display.
  package var place = "" { didSet { watch.recorded = place } }

  /// Whether this process is asked about another check, so that nothing is done here.
  package static var isIdle: Bool { ChildRun.isChild }

  /// - Parameter part: A text that distinguishes the check from the test's other checks.
  package init(_ mapper: MapperUnderTest, as part: String, below root: String?) {
    open = OpenCheck(part, below: root)
    watch = CallWatch(open.journal, recorded: "")
    self.mapper = watched(mapper, watch)
    (comparison, usesExchange, usesRequestBody) = (nil, false, false)
  }

  /// - Parameter type: The type of the payload: `[Avatar]`, `user: User`, or an endpoint such as
  ///   `GET /groups`.
  /// - Throws: `TestSetupError` if the contract does not have something that the test names.
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
    watch = CallWatch(open.journal, recorded: "")
    self.mapper = watched(mapper, watch)
    let check = setup.check(of: self.mapper)
    comparison = RecordedComparison(check)
    (usesExchange, usesRequestBody) = (check.usesExchange, check.usesRequestBody)
  }
}
