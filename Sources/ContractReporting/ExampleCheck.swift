package import ContractModel
import JSONParsing
package import MappingEngine

/// Compares the result of mapping an example's payload with the example's expectations.
struct ExampleCheck {
  let example: ContractExample
  let result: MappingResult
  /// Whether the payload is empty, so that nothing can be mapped.
  let isEmpty: Bool
  /// The first names of the properties that lines of the contract set.
  let properties: Set<MemberName>

  func failures() -> [String] {
    violationFailures() + nothingMapped() + countFailures() + valueFailures() + sameFailures()
      + eventFailures()
  }

  // MARK: - Violations

  private func violationFailures() -> [String] {
    let violations = result.violations
    guard let expected = example.violations else {
      return violations.filter { $0.severity == .error }.map { "\($0)" }
    }
    let found = Set(violations.map(\.expected))
    let missing = expected.filter { !found.contains($0) }.map { expectation in
      let other = violations.first { $0.rule == expectation.rule }?.expected.description
      return "expected the violation \(quoted(expectation.description)), which there is not"
        + (other.map { "; did you mean \(quoted($0))?" } ?? "")
    }
    var seen: Set<ExpectedViolation> = []
    let unexpected = violations.filter { violation in
      !expected.contains(violation.expected) && seen.insert(violation.expected).inserted
    }
    return missing + unexpected.map { "not expected: \($0)" }
  }

  /// Fails an example that maps nothing of its payload, since it tests nothing.
  private func nothingMapped() -> [String] {
    guard example.violations?.isEmpty ?? true, !isEmpty, !result.isAnythingMapped,
      result.isAdmitted
    else { return [] }
    return ["nothing of the payload was mapped"]
  }

  // MARK: - Counts

  private func countFailures() -> [String] {
    let counts = result.counts
    return (example.expectations?.counts ?? []).compactMap { expectation in
      let count = counts[expectation.type.value] ?? ObjectCounts()
      let found = count[expectation.counted]
      guard found != expectation.count else { return nil }
      let what = expectation.counted == .objects ? "" : " \(expectation.counted.rawValue)"
      return "expected \(expectation.count) \(displayed(expectation.type.value.text))\(what), "
        + "found \(found)"
    }
  }

  // MARK: - Values

  private func valueFailures() -> [String] {
    (example.expectations?.values ?? []).compactMap { expectation in
      let path = displayed(expectation.path.description)
      guard let value = result.value(at: expectation.path) else {
        if expectation.value.value.isNull, mayBeNothing(at: expectation.path) { return nil }
        return "there is no value at \(path)\(nearestPath(expectation.path))"
      }
      guard !value.matches(expectation.value.value, in: result.store) else { return nil }
      let expected = displayed(expectation.value.value.text())
      return "expected \(path) to be \(expected), found \(displayed(result.store.json(value)))"
    }
  }

  /// Returns the last value on a path that ends without a value, and the step that this value
  /// lacks.
  private func end(of path: InstancePath) -> (value: MappedValue, step: InstancePath.Step)? {
    for count in path.steps.indices.reversed() {
      let start = InstancePath(Array(path.steps.prefix(count)))
      if let value = result.value(at: start) { return (value, path.steps[count]) }
    }
    return nil
  }

  /// Whether a place without a value could have one. It could not if it is a property that the
  /// object's mapping lacks, an element after the last one, or a place inside a text.
  private func mayBeNothing(at path: InstancePath) -> Bool {
    switch end(of: path) {
    case nil, (.null, _)?, (.dictionary, _)?, (.json, _)?: return true
    case (.object(let id), .member(let name))?:
      // An example may state that an object lacks a property of another case.
      return properties.contains(name)
        || result.events.contains { $0.object == id && $0.property?.names.first == name }
    case (.array, .member)?: return true
    default: return false
    }
  }

  private func nearestPath(_ path: InstancePath) -> String {
    guard case (.object(let id), .member(let name))? = end(of: path) else { return "" }
    let names = result.store[id].properties.map(\.name.description)
    return didYouMean(name.text, among: names).map { "; \($0)" } ?? ""
  }

  // MARK: - Identities

  /// Returns a failure for each path that leads to another object than the first path of its group.
  private func sameFailures() -> [String] {
    (example.expectations?.same ?? []).flatMap { paths -> [String] in
      let objects = paths.map { result.value(at: $0)?.objectID }
      if let index = objects.firstIndex(of: nil) {
        return ["there is no object at \(displayed(paths[index].description))"]
      }
      return zip(paths, objects).dropFirst().compactMap { path, object in
        guard object != objects[0] else { return nil }
        let places = [paths[0], path].map { displayed($0.description) }.joined(separator: " and ")
        let found = [objects[0], object].map { label($0) }.joined(separator: " and ")
        return "expected \(places) to be one object, found \(found)"
      }
    }
  }

  private func label(_ object: ObjectID?) -> String {
    object.map { displayed(result.store[$0].label) } ?? "nothing"
  }

  // MARK: - Events

  private func eventFailures() -> [String] {
    (example.expectations?.events ?? []).compactMap { expectation in
      if result.events.contains(where: { $0.fits(expectation) }) { return nil }
      let here = result.events.filter { $0.path == expectation.path }.map(\.description)
      let found =
        here.isEmpty
        ? "nothing was read at \(displayed(expectation.path.description))"
        : "there is \(here.map { quoted($0) }.joined(separator: ", "))"
      return "expected the event \(quoted(expectation.description)); \(found)"
    }
  }
}

extension MappingEvent {
  fileprivate func fits(_ expectation: ExpectedEvent) -> Bool {
    guard path == expectation.path else { return false }
    switch expectation.what {
    case .event(let name): return self.name == name
    case .mapped(let property):
      return (name == .set || name == .unchanged) && self.property == property
    }
  }
}

extension ObjectCounts {
  package subscript(counted: ContractExample.Counted) -> Int {
    switch counted {
    case .objects: distinct
    case .created: created
    case .updated: updated
    case .untouched: untouched
    case .deleted: deleted
    }
  }
}
