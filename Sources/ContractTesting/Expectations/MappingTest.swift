public import ContractModel
import ContractReporting
import JSONParsing
public import MapperTesting
public import MappingEngine
public import Testing

/// Expectations on the result of a payload, line by line, or of several payloads in a row.
///
///     @Test("The title is mapped")
///     func title() throws {
///       let test = try MappingTest(Contract("articles"), as: "Article", fixture: "article.json")
///       test.expect("article.title", to: "title", value: "RestKit Unit Testing")
///       test.verify()
///     }
///
/// Without a mapper, the contract's own mapping is tested, with its events. With the app's mapper,
/// the test finds out where a property's value comes from: it changes the payload and maps it
/// again.
///
/// After `then(_:)`, expectations are about a further response, which is mapped into the same
/// objects.
///
/// An expectation fails at its own line. A test that forgets `verify()` fails at its first
/// expectation. If nothing was mapped, or the payload is rejected, that is the only issue.
public final class MappingTest {
  struct Expectation {
    let sourceLocation: SourceLocation
    /// Returns what is wrong; `nil` if the expectation is met.
    let check: (MappingEvidence) -> String?
  }

  private final class Response {
    let document: JSONDocument
    private let makeEvidence: () -> MappingEvidence
    lazy var evidence: MappingEvidence = makeEvidence()
    var expectations: [Expectation] = []
    var expectedViolations: [ExpectedViolation] = []

    init(_ document: JSONDocument, makeEvidence: @escaping () -> MappingEvidence) {
      (self.document, self.makeEvidence) = (document, makeEvidence)
    }
  }

  private let contract: Contract
  private let makeEvidence: (_ document: JSONDocument, _ given: [JSONDocument]) -> MappingEvidence
  private let isOntoObject: Bool
  private let filePath: String
  private let verifiesOnExpect: Bool
  /// The responses in their order; the first is the payload.
  private var responses: [Response] = []
  private var isVerified = false

  private var last: Response { responses[responses.count - 1] }

  /// The violations that expectations on the last response name.
  var expectedViolations: [ExpectedViolation] {
    get { last.expectedViolations }
    set { last.expectedViolations = newValue }
  }

  /// The evidence of mapping the payload, or the last of several responses; each is mapped once.
  public var evidence: MappingEvidence { last.evidence }

  /// - Parameters:
  ///   - contract: The contract of the payload.
  ///   - type: The payload's type: `[Avatar]`, `user: User`, or an endpoint such as `GET /groups`.
  ///   - fixture: The payload.
  ///   - given: Fixtures that are mapped first, into the same objects.
  ///   - object: The object to map onto, instead of the one with the payload's identity.
  ///   - mapper: The app's mapper; without one, the contract's own mapping is tested.
  ///   - properties: Properties of the app that are compared in a special way.
  ///   - names: The app's names of properties, by the contract's names, where they differ.
  ///   - request: The request that the payload answers, for key paths at `@path` and `@request`.
  ///   - response: The response with the payload, for key paths at `@header`.
  ///   - verifiesOnExpect: Whether each expectation is verified at once; then no `verify()` is
  ///     needed.
  ///   - filePath: The test's source file.
  /// - Throws: `TestSetupError` if a fixture is missing or is not JSON, or if the contract does not
  ///   have the type, or a property that the test names.
  public convenience init(
    _ contract: Contract, as type: String, fixture: String, given: [String] = [],
    onto object: MappedObject? = nil, mapper: MapperUnderTest? = nil,
    comparing properties: [PropertyComparison] = [], named names: [String: String] = [:],
    request: MappingRequest? = nil, response: MappingResponse? = nil,
    verifiesOnExpect: Bool = false, filePath: String = #filePath
  ) throws {
    try self.init(
      contract, as: type, document: Fixture(fixture, filePath: filePath).json,
      given: given, onto: object, mapper: mapper,
      options: ComparisonOptions(comparing: properties, named: names),
      exchange: MappingExchange(request: request, response: response),
      verifiesOnExpect: verifiesOnExpect, filePath: filePath)
  }

  /// Creates a test in the same way as with a fixture, but with the payload given as JSON.
  public convenience init(
    _ contract: Contract, as type: String, payload: String, given: [String] = [],
    onto object: MappedObject? = nil, mapper: MapperUnderTest? = nil,
    comparing properties: [PropertyComparison] = [], named names: [String: String] = [:],
    request: MappingRequest? = nil, response: MappingResponse? = nil,
    verifiesOnExpect: Bool = false, filePath: String = #filePath
  ) throws {
    try self.init(
      contract, as: type, document: Self.document(payload), given: given, onto: object,
      mapper: mapper,
      options: ComparisonOptions(comparing: properties, named: names),
      exchange: MappingExchange(request: request, response: response),
      verifiesOnExpect: verifiesOnExpect, filePath: filePath)
  }

  private init(
    _ contract: Contract, as type: String, document: JSONDocument, given: [String],
    onto object: MappedObject?, mapper: MapperUnderTest?, options: ComparisonOptions,
    exchange: MappingExchange, verifiesOnExpect: Bool, filePath: String
  ) throws {
    self.contract = contract
    (self.verifiesOnExpect, self.filePath) = (verifiesOnExpect, filePath)
    isOntoObject = object != nil
    let stated = try TestTarget(type, in: contract)
    try contract.check(options, reading: mapper?.readNames ?? [], as: [stated.stated])
    let target = stated.target
    let given = try given.map { try Fixture($0, filePath: filePath).json }
    let mapper = mapper.map { watched($0) }
    makeEvidence = { document, earlier in
      MappingEvidence(
        document, by: Mapper(contract, as: target), as: target, mapper: mapper, options: options,
        given: given + earlier, into: object?.store ?? ObjectStore(), onto: object?.id,
        exchange: exchange)
    }
    add(document)
  }

  // MARK: - Further responses

  /// Adds a further response, which is mapped into the same objects. Later expectations are about
  /// it.
  ///
  ///     test.expectCreated("Avatar", count: 2)
  ///     try test.then("avatars-page-2.json")
  ///     test.expectUpdated("Avatar", count: 1)
  ///
  /// - Parameter fixture: The response, of the same type.
  /// - Throws: `TestSetupError` if the fixture is missing or is not JSON, or if the first response
  ///   is mapped onto an object.
  public func then(_ fixture: String) throws {
    try addNext(Fixture(fixture, filePath: filePath).json)
  }

  /// Adds a further response in the same way as with a fixture, but given as JSON.
  ///
  /// - Parameter payload: The response as JSON.
  public func then(payload: String) throws { try addNext(Self.document(payload)) }

  private func addNext(_ document: JSONDocument) throws {
    guard !isOntoObject else {
      throw TestSetupError("then: what is mapped onto an object has no response behind it")
    }
    add(document)
  }

  private func add(_ document: JSONDocument) {
    let earlier = responses.map(\.document)
    responses.append(
      Response(document) { [makeEvidence] in makeEvidence(document, earlier) })
  }

  private static func document(_ payload: String) throws -> JSONDocument {
    do {
      return try JSONDocument(parsing: payload)
    } catch {
      throw TestSetupError("the payload \(error.verdict): \(error)")
    }
  }

  // MARK: - Expecting

  /// Adds an expectation of any kind, such as one that a test defines itself.
  ///
  ///     extension MappingTest {
  ///       func expectTrimmed(
  ///         _ source: String, to property: String,
  ///         sourceLocation: SourceLocation = #_sourceLocation
  ///       ) {
  ///         expect(sourceLocation: sourceLocation) { evidence in … }
  ///       }
  ///     }
  ///
  /// - Parameters:
  ///   - sourceLocation: The line at which the issue is recorded.
  ///   - check: Returns what is wrong, or `nil` if the expectation is met.
  public func expect(
    sourceLocation: SourceLocation = #_sourceLocation,
    _ check: @escaping (_ evidence: MappingEvidence) -> String?
  ) {
    let expectation = Expectation(sourceLocation: sourceLocation, check: check)
    guard verifiesOnExpect else { return last.expectations.append(expectation) }
    isVerified = true
    for failure in failures(of: last, [expectation], at: sourceLocation) { record(failure) }
  }

  // MARK: - Verifying

  /// Maps the payload, and records an issue for each expectation that is not met, at the
  /// expectation's line.
  public func verify(sourceLocation: SourceLocation = #_sourceLocation) {
    isVerified = true
    for (number, response) in responses.enumerated() {
      let failures = failures(of: response, response.expectations, at: sourceLocation)
      for failure in failures { record(failure) }
      guard !failures.isEmpty else { continue }
      let events = response.evidence.result.events.map { displayed($0.description) }
      TestIssue.attach(
        Array("\(events.joined(separator: "\n"))\n".utf8),
        named: number == 0 ? "mapping-events.txt" : "mapping-events-\(number + 1).txt",
        at: sourceLocation)
    }
  }

  /// Maps the payload, and returns the expectations that are not met, for tests without Swift
  /// Testing.
  public func violations(sourceLocation: SourceLocation = #_sourceLocation) -> [MappingFailure] {
    isVerified = true
    return responses.flatMap { failures(of: $0, $0.expectations, at: sourceLocation) }
  }

  /// Maps the payload, for tests without Swift Testing.
  ///
  /// - Throws: `MappingFailures` if an expectation is not met.
  public func check(sourceLocation: SourceLocation = #_sourceLocation) throws {
    let failures = violations(sourceLocation: sourceLocation)
    if !failures.isEmpty { throw MappingFailures(failures: failures) }
  }

  deinit {
    let expectations = responses.flatMap(\.expectations)
    guard !isVerified, let first = expectations.first else { return }
    let count = counted(expectations.count, "expectation")
    record(
      MappingFailure(
        message: "verify() was never called: \(count) never checked",
        sourceLocation: first.sourceLocation))
  }

  private func failures(
    of response: Response, _ expectations: [Expectation], at sourceLocation: SourceLocation
  ) -> [MappingFailure] {
    let isForNothing =
      expectations.isEmpty && response === last && responses.allSatisfy(\.expectations.isEmpty)
    if let problem = problem(of: response)
      ?? (isForNothing ? "nothing is expected of the mapping" : nil)
    {
      return [MappingFailure(message: problem, sourceLocation: sourceLocation)]
    }
    return expectations.compactMap { expectation in
      expectation.check(response.evidence).map {
        MappingFailure(message: $0, sourceLocation: expectation.sourceLocation)
      }
    }
  }

  /// Returns why there is no mapping that expectations could be about.
  private func problem(of response: Response) -> String? {
    let evidence = response.evidence
    let errors = evidence.result.violations.filter { violation in
      violation.severity == .error
        && !response.expectedViolations.contains(violation.expected)
    }
    if let first = errors.first {
      let line = first.line.flatMap { ContractLine($0, in: contract) }.map {
        "\n  in \($0)"
      }
      let more = errors.count > 1 ? "\n  and \(counted(errors.count - 1, "more error"))" : ""
      return "the payload breaks the contract: \(first)\(line ?? "")\(more)"
    }
    return response.expectedViolations.isEmpty ? evidence.refusal : nil
  }

  private func record(_ failure: MappingFailure) {
    TestIssue.record(failure.message, at: failure.sourceLocation)
  }
}
