import JSONParsing

extension ContractChecker {
  mutating func checkExamples() {
    let endpoints = contract.endpoints.map(\.selector)
    let mappings = contract.mappings + contract.includedMappings
    let types = Set(mappings.flatMap { index.typeNames(of: $0) })
    var names: Set<MemberName> = []
    for example in contract.statedExamples {
      if !names.insert(MemberName(example.name)).inserted {
        log.error("two examples are named \(quoted(example.name))", at: example.origin)
      }
      checkFixtures(of: example)
      let targets = [example.target] + example.given.compactMap(\.target)
      for target in targets { check(target, of: example, endpoints) }
      for count in example.expectations?.counts ?? [] { checkType(count.type, types) }
    }
  }

  private mutating func checkFixtures(of example: ContractExample) {
    var fixtures = example.given.map(\.fixture)
    if case .fixture(let name) = example.payload { fixtures.append(name) }
    for fixture in fixtures
    where !files.hasFixture(fixture.value, forContractAt: contract.path) {
      log.error(
        "there is no fixture \(quoted(fixture.value))",
        hint: "fixtures are looked for in the nearest Fixtures folder above the contract",
        at: fixture.origin)
    }
  }

  private mutating func check(
    _ target: ContractExample.Target, of example: ContractExample,
    _ endpoints: [Endpoint.Selector]
  ) {
    switch target {
    case .type(_, let value): check(value, contract.settings, at: example.origin)
    case .endpoint(let selector):
      if contract.hasNoBody(target) {
        log.error(
          "the endpoint \(quoted(selector.value.description)) has no body, so no example",
          at: selector.origin)
      }
      guard !endpoints.contains(selector.value) else { return }
      log.error(
        "unknown endpoint \(quoted(selector.value.description))",
        hint: didYouMean(selector.value.description, among: endpoints.map(\.description)),
        at: selector.origin)
    }
  }

  /// Checks the type of a count. Counts are by type, and cases may name types without a mapping.
  private mutating func checkType(_ type: Located<MemberName>, _ types: Set<MemberName>) {
    guard !types.contains(type.value) else { return }
    let hint = didYouMean(type.value.text, among: types.sorted().map(\.text))
    log.error("unknown type of object \(quoted(type.value.text))", hint: hint, at: type.origin)
  }
}
