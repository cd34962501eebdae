import ContractModel
import JSONParsing
import MapperTesting
import MappingEngine

/// The target of the payloads that a test names: `[Avatar]`, `user: User`, `GET /groups`.
struct TestTarget {
  let contract: Contract
  let stated: ContractExample.Target

  var target: MappingTarget { MappingTarget(stated) }

  init(_ stated: ContractExample.Target, in contract: Contract) {
    (self.stated, self.contract) = (stated, contract)
  }

  /// - Throws: `TestSetupError` if the text is not a target, or the contract does not have it.
  init(_ text: String, in contract: Contract) throws {
    do {
      stated = try TargetText(text).target
    } catch {
      throw TestSetupError(
        "as \(quoted(text)): \(error.message)", notes: error.hint.map { [$0] } ?? [])
    }
    self.contract = contract
    guard !contract.hasNoBody(stated) else {
      throw TestSetupError(
        "the endpoint \(quoted(text)) of the contract \(quoted(contract.name.text)) has no body, "
          + "so no payload that a mapper could map")
    }
    let missing = contract.missingNames(of: stated)
    guard let name = missing.first else { return }
    throw TestSetupError(
      "the contract \(quoted(contract.name.text)) has no \(quoted(name))",
      notes: [
        contract.suggestion(for: stated)
          ?? nearestOrFirst(name, among: contract.names(like: stated))
      ])
  }
}

extension Contract {
  /// - Throws: `TestSetupError` if there is a tolerance for a property that no line maps.
  func check(_ tolerances: Tolerances) throws {
    let index = MappingIndex(self)
    let own = index.mappingsInOrder.flatMap { mapping in
      index.allLines(of: mapping).compactMap(\.property).flatMap { property in
        ["\(property)", "\(mapping.name).\(property)"]
      }
    }
    let outer = endpoints.flatMap { endpoint -> [String] in
      guard case .map(let lines) = endpoint.body else { return [] }
      return lines.compactMap { $0.property?.description }
    }
    let names = own + outer
    for name in tolerances.propertyNames where !names.contains(where: { MemberName($0) == name }) {
      throw TestSetupError(
        "tolerating: the contract \(quoted(self.name.text)) maps no property \(quoted(name.text))",
        notes: didYouMean(name.text, among: names).map { [$0] } ?? [])
    }
  }

  /// - Parameter names: The names of the properties that a mapper reads.
  /// - Throws: `TestSetupError` if the options name a property or a type that the contract does not
  ///   have.
  func check(
    _ options: ComparisonOptions, reading names: [String], as targets: [ContractExample.Target]
  ) throws {
    guard options.saysAnything || !names.isEmpty else { return }
    do {
      try options.check(ContractNames(self, as: targets), reading: names)
    } catch {
      let what = error.parameter == "named" ? "property and no type" : "property"
      throw TestSetupError(
        "\(error.parameter): the contract \(quoted(self.name.text)) has no \(what) "
          + quoted(error.name),
        notes: didYouMean(error.name, among: error.known).map { [$0] } ?? [])
    }
  }
}

extension TestTarget {
  /// Returns the part of the payload that a mapper returns.
  ///
  /// - Parameter keyPath: The key path from the root of the payload; `nil` for the whole payload.
  /// - Throws: `TestSetupError` if no line makes a property of the key path, or if the mapper
  ///   returns nothing.
  func part(_ keyPath: String?, of mapper: MapperUnderTest) throws -> ReturnedPart? {
    guard let keyPath else { return nil }
    guard !mapper.keepsObjects else {
      throw TestSetupError(
        "returning \(quoted(keyPath)): the mapper returns nothing, it writes to a store")
    }
    if let part = ReturnedPart(keyPath, of: target, in: contract) { return part }
    let keyPaths = ReturnedPart.keyPaths(of: target, in: contract)
    throw TestSetupError(
      "returning: the contract \(quoted(contract.name.text)) makes no property of the key path "
        + quoted(keyPath),
      notes: keyPaths.isEmpty ? [] : [nearestOrFirst(keyPath, among: keyPaths)])
  }

  private func isTarget(_ target: ContractExample.Target) -> Bool {
    resolved(stated) == resolved(target)
  }

  /// Returns the type of an endpoint's payload, if it has one.
  private func resolved(_ target: ContractExample.Target) -> ContractExample.Target {
    guard case .endpoint(let selector) = target,
      let endpoint = contract.endpoints.first(where: { $0.selector == selector.value }),
      case .value(let value) = endpoint.body
    else { return target }
    return .type(root: .representation, value)
  }

  /// - Throws: An error if a fixture is missing or cannot be read.
  func examples() throws -> [MapperCase] {
    // A mapper of this target can map only this type, so the earlier payloads have to have it, too.
    let examples = contract.statedExamples.filter { example in
      isTarget(example.target) && example.given.allSatisfy { isTarget($0.target ?? example.target) }
    }
    guard !examples.isEmpty else { return [] }
    let run = try ExampleRun(contract)
    return try examples.map { example in
      MapperCase(
        name: "the example \(quoted(example.name))", payloads: try run.payloads(of: example))
    }
  }
}
