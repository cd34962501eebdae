public import ContractModel
import ContractReporting
import JSONParsing
public import MapperTesting
import MappingEngine
public import Testing

/// A check that an app encodes values as a contract says; `expect(_:keeps:as:)` is the short form.
package struct EncodingTest {
  private let encoded: EncodedValues
  private let target: TestTarget
  private let mapper: Mapper
  private let comparison: EncodedComparison

  /// - Parameters:
  ///   - type: The type of each encoded value: `NewSubscription`, or
  ///     `request POST /subscriptions.json`.
  ///   - properties: The properties that are compared in a special way.
  ///   - names: The app's names of properties, by the contract's names, where they differ.
  /// - Throws: `TestSetupError` if the contract does not have the type or a property, or there are
  ///   no values.
  package init(
    _ values: EncodedValues, keeps contract: Contract, as type: String,
    comparing properties: [PropertyComparison] = [], named names: [String: String] = [:]
  ) throws {
    guard !values.values.isEmpty else {
      throw TestSetupError("there is no \(values.name) to encode, so nothing would be checked")
    }
    encoded = values
    target = try TestTarget(type, in: contract)
    mapper = Mapper(contract, as: target.target)
    let options = ComparisonOptions(comparing: properties, named: names)
    try contract.check(options, reading: [], as: [target.stated])
    comparison = EncodedComparison(contract, as: target.target, options)
  }

  /// Encodes all values; returns one violation for each cause, for the first value that shows it.
  ///
  /// - Parameter sourceLocation: The line for warnings about earlier runs; `nil` for none.
  package func violations(
    warningAt sourceLocation: SourceLocation? = nil
  ) -> [MapperViolation] {
    let open = OpenCheck(
      "encoding \(encoded.name) \(target.contract.name.text)", below: target.contract.failuresRoot)
    if let sourceLocation { open.tellBeginning(at: sourceLocation) }
    open.begin()
    defer { open.close() }
    var found = EncodingFindings()
    for item in encoded.values { judge(item, &found) }
    return found.violations(of: encoded.name, in: target.contract)
  }

  /// Encodes all values, and records an issue for each of `violations()`.
  package func verify(sourceLocation: SourceLocation = #_sourceLocation) {
    violations(warningAt: sourceLocation).record(at: sourceLocation)
  }

  private func judge(_ item: EncodedValues.Item, _ found: inout EncodingFindings) {
    let bytes: [UInt8]
    let document: JSONDocument
    do {
      bytes = try item.encode()
      document = try JSONDocument(parsing: bytes)
    } catch {
      found.begin(item.value, [])
      return found.add("cannot be encoded: \(Refusal(error: error).reason)")
    }
    found.begin(item.value, bytes)
    var store = ObjectStore()
    let result = mapper.map(document, as: target.target, into: &store)
    found.add(result)
    if result.isAdmitted { found.add(comparison.differences(result, item.value)) }
    guard let encodeAgain = encoded.encodeAgain else { return }
    do {
      let again = try encodeAgain(bytes)
      guard try !JSONDocument(parsing: again).isEquivalent(to: document) else { return }
      found.add("does not write again what it was made of", [("again", shownStart(of: again))])
    } catch {
      found.add("does not read what it wrote", [("error", Refusal(error: error).reason)])
    }
  }
}

/// Expects that an app encodes values as a contract says.
///
///     @Test("A new subscription is sent as the contract says")
///     func subscription() throws {
///       try expect(
///         .encoding([NewSubscription(feedURL: url)]), keeps: Contract("feeds"),
///         as: "NewSubscription")
///     }
///
/// The properties that the contract names have to have the values that it reads of the JSON. What
/// is `nil` or empty may be left out, and properties of other names are not compared. One that is
/// not sent on purpose, or sent as another value, is `comparing: [.skipping("id")]`.
///
/// Each cause is an issue at this line; see `EncodingTest`.
///
/// - Parameters:
///   - values: The values, and how the app encodes them.
///   - contract: The contract.
///   - type: The type of each encoded value: `NewSubscription`, or `request POST /subscriptions.json`.
///   - properties: The properties that are compared in a special way.
///   - names: The app's names of properties, by the contract's names, where they differ.
///   - sourceLocation: The line at which issues are recorded.
/// - Throws: `TestSetupError` if the contract does not have the type or a property, or there are no
///   values.
public func expect(
  _ values: EncodedValues, keeps contract: Contract, as type: String,
  comparing properties: [PropertyComparison] = [], named names: [String: String] = [:],
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  try EncodingTest(values, keeps: contract, as: type, comparing: properties, named: names)
    .verify(sourceLocation: sourceLocation)
}
