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
  package func violations() -> [MapperViolation] { violations(open: openCheck) }

  private var openCheck: OpenCheck {
    OpenCheck("encoding \(encoded.name) \(target.contract.name.text)", of: target.contract)
  }

  private func violations(open: OpenCheck) -> [MapperViolation] {
    open.begin()
    defer { open.close() }
    var found = Findings()
    for item in encoded.values { check(item, &found) }
    return found.list.map { cause, finding in
      let more = finding.count - 1
      let also = more > 0 ? ["also      of \(counted(more, "other value"))"] : []
      let rows = (finding.rows + also).map { "\n  \($0)" }.joined()
      return MapperViolation(
        description: "\(displayed(encoded.name)) \(cause)\(rows)", payload: finding.payload)
    }
  }

  /// Encodes all values, and records an issue for each of `violations()`.
  package func verify(sourceLocation: SourceLocation = #_sourceLocation) {
    let open = openCheck
    open.tellBeginning(at: sourceLocation)
    violations(open: open).record(at: sourceLocation)
  }

  private struct Findings {
    struct Finding {
      var rows: [String]
      var payload: [UInt8]
      var count = 1
    }

    /// The findings by their causes, in the order in which they were found.
    private(set) var list: [(cause: String, finding: Finding)] = []

    mutating func note(_ cause: String, _ payload: [UInt8], _ rows: @autoclosure () -> [String]) {
      if let index = list.firstIndex(where: { $0.cause.utf8.elementsEqual(cause.utf8) }) {
        list[index].finding.count += 1
      } else {
        list.append((cause, Finding(rows: rows(), payload: payload)))
      }
    }
  }

  private func check(_ item: EncodedValues.Item, _ found: inout Findings) {
    let value = "value     \(item.text)"
    let bytes: [UInt8]
    let document: JSONDocument
    do {
      bytes = try item.encode()
      document = try JSONDocument(parsing: bytes)
    } catch {
      let reason = Refusal(error: error).reason
      return found.note("cannot be encoded: \(reason)", [], [value])
    }
    let payload =
      "payload   \(truncated(displayed(String(decoding: bytes, as: UTF8.self)), after: 400))"
    var store = ObjectStore()
    let result = mapper.map(document, as: target.target, into: &store)
    for violation in result.violations where violation.severity == .error {
      let line = violation.line.flatMap { ContractLine($0, in: target.contract) }.map {
        "in        \($0)"
      }
      found.note(
        cause(violation), bytes,
        (line.map { [$0] } ?? []) + [value, payload, "contract  \(violation)"])
    }
    guard let encodeAgain = item.encodeAgain else { return }
    do {
      let again = try encodeAgain(bytes)
      guard try !JSONDocument(parsing: again).isEquivalent(to: document) else { return }
      let text = truncated(displayed(String(decoding: again, as: UTF8.self)), after: 400)
      found.note(
        "does not write again what it was made of", bytes, [value, payload, "again     \(text)"])
    } catch {
      let reason = Refusal(error: error).reason
      found.note("does not read what it wrote", bytes, [value, payload, "error     \(reason)"])
    }
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
