public import ContractModel
import ContractReporting
import JSONParsing
import MapperTesting
import MappingEngine
public import Testing

/// A check that an app encodes values as a contract says; `expect(_:keeps:as:)` is the short form.
package struct EncodingTest {
  private let encoded: EncodedValues
  private let target: TestTarget
  private let mapper: Mapper

  /// - Parameter type: The type of each encoded value: `NewSubscription`, or
  ///   `request POST /subscriptions.json`.
  /// - Throws: `TestSetupError` if the contract does not have the type, or there are no values.
  package init(_ values: EncodedValues, keeps contract: Contract, as type: String) throws {
    guard !values.values.isEmpty else {
      throw TestSetupError("there is no \(values.name) to encode, so nothing would be checked")
    }
    encoded = values
    target = try TestTarget(type, in: contract)
    mapper = Mapper(contract, as: target.target)
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
    // In the order in which the causes are found.
    var found: [Finding] = []
    for finding in encoded.values.flatMap(findings(of:)) {
      if let index = found.firstIndex(where: { $0.cause.utf8.elementsEqual(finding.cause.utf8) }) {
        found[index].count += 1
      } else {
        found.append(finding)
      }
    }
    return found.map { finding in
      let more = finding.count - 1
      let also = more > 0 ? [("also", "of \(counted(more, "other value"))")] : []
      return MapperViolation(
        "\(displayed(encoded.name)) \(finding.cause)", finding.rows + also,
        payload: finding.payload)
    }
  }

  /// Encodes all values, and records an issue for each of `violations()`.
  package func verify(sourceLocation: SourceLocation = #_sourceLocation) {
    violations(warningAt: sourceLocation).record(at: sourceLocation)
  }

  private struct Finding {
    let cause: String
    let payload: [UInt8]
    let rows: [(String, String)]
    var count = 1
  }

  private func findings(of item: EncodedValues.Item) -> [Finding] {
    let value = ("value", item.text)
    let bytes: [UInt8]
    let document: JSONDocument
    do {
      bytes = try item.encode()
      document = try JSONDocument(parsing: bytes)
    } catch {
      let reason = Refusal(error: error).reason
      return [Finding(cause: "cannot be encoded: \(reason)", payload: [], rows: [value])]
    }
    let payload = ("payload", shownStart(of: bytes))
    var store = ObjectStore()
    let result = mapper.map(document, as: target.target, into: &store)
    var findings = result.violations.filter { $0.severity == .error }.map { violation in
      let line = violation.line.flatMap { ContractLine($0, in: target.contract) }
      let place = line.map { [("in", $0.description)] } ?? []
      return Finding(
        cause: cause(violation), payload: bytes,
        rows: place + [value, payload, ("contract", "\(violation)")])
    }
    guard let encodeAgain = encoded.encodeAgain else { return findings }
    do {
      let again = try encodeAgain(bytes)
      guard try !JSONDocument(parsing: again).isEquivalent(to: document) else { return findings }
      findings.append(
        Finding(
          cause: "does not write again what it was made of", payload: bytes,
          rows: [value, payload, ("again", shownStart(of: again))]))
    } catch {
      findings.append(
        Finding(
          cause: "does not read what it wrote", payload: bytes,
          rows: [value, payload, ("error", Refusal(error: error).reason)]))
    }
    return findings
  }

  private func cause(_ violation: Violation) -> String {
    let names = violation.path.steps.compactMap { step in
      if case .member(let name) = step { name } else { nil }
    }
    let place = displayed(names.map(\.text).joined(separator: "."))
    return "breaks \(violation.rule.rawValue)" + (place.isEmpty ? "" : " at \(place)")
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
/// Each cause is an issue at this line; see `EncodingTest`.
///
/// - Throws: `TestSetupError` if the contract does not have the type, or there are no values.
public func expect(
  _ values: EncodedValues, keeps contract: Contract, as type: String,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  try EncodingTest(values, keeps: contract, as: type).verify(sourceLocation: sourceLocation)
}
