public import ContractModel
import ContractReporting
public import JSONParsing
import MapperTesting
import MappingEngine
public import Testing

extension MappingTest {
  /// Expects this number of objects of a type. Each object counts once.
  ///
  /// The type is given by its name in the contract.
  public func expectObjects(
    _ type: MemberName, count: Int, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    expect(.objects, type, count, sourceLocation)
  }

  /// Expects that the payload creates this number of objects of a type.
  ///
  /// The objects of the `given` payloads exist before the payload is mapped. If the app's mapper
  /// has no store, it creates all of its objects.
  public func expectCreated(
    _ type: MemberName, count: Int, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    expect(.created, type, count, sourceLocation)
  }

  /// Expects that the payload changes this number of existing objects of a type.
  public func expectUpdated(
    _ type: MemberName, count: Int, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    expect(.updated, type, count, sourceLocation)
  }

  /// Expects that this number of existing objects of a type is unchanged, whether or not the
  /// payload mentions them.
  public func expectUntouched(
    _ type: MemberName, count: Int, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    expect(.untouched, type, count, sourceLocation)
  }

  /// Expects that this number of existing objects of a type is deleted from the store. In a
  /// contract, `"assign": "replace"` says that a list is complete: objects that it no longer has
  /// are deleted.
  public func expectDeleted(
    _ type: MemberName, count: Int, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    expect(.deleted, type, count, sourceLocation)
  }

  private func expect(
    _ fate: ContractExample.Counted, _ type: MemberName, _ count: Int,
    _ sourceLocation: SourceLocation
  ) {
    expect(sourceLocation: sourceLocation) { evidence in
      let found = evidence.objectCounts(ofType: type)[fate]
      guard found != count else { return nil }
      let name = (fate == .objects ? "" : "\(fate.rawValue) ") + displayed(type.text)
      let expected = counted(count, name + " object")
      return "expected \(expected): there \(found == 1 ? "is" : "are") \(found)"
    }
  }

  /// Expects that no property gets a value of the payload.
  public func expectNothing(
    from source: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let phrase = "expected to map nothing from \(quoted(source))"
    expect(sourceLocation: sourceLocation) { evidence in
      switch evidence.isRead(source) {
      case .unread: return nil
      case .read: return "\(phrase): it is mapped"
      case .notThere(let nearest):
        let hint = nearest.map { "; did you mean \(quoted($0))?" } ?? ""
        return "\(phrase): the payload does not have it, so this says nothing\(hint)"
      }
    }
  }

  /// Expects that a property does not come from a value of the payload.
  public func expect(
    _ source: String, notTo property: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let phrase = "expected not to map \(quoted(source)) to \(quoted(property))"
    expect(sourceLocation: sourceLocation) { evidence in
      if case .notThere = evidence.isRead(source) {
        return "\(phrase): the payload does not have it, so this says nothing"
      }
      guard case .mapped(let mapping) = evidence.finding(from: source, to: property) else {
        return nil
      }
      return "\(phrase): the value is \(mapping.valueText)"
    }
  }

  /// Expects that the payload breaks a rule of the contract, such as `null-value at [0].id`.
  ///
  /// This judges the payload, so mappers of the app are not called.
  public func expectViolation(
    _ rule: RuleID, at path: String = "", sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let parsed = path.isEmpty ? InstancePath() : try? InstancePath(parsing: path)
    let phrase =
      "expected the violation \(rule.rawValue)\(path.isEmpty ? "" : " at \(displayed(path))")"
    guard let parsed else {
      return expect(sourceLocation: sourceLocation) { _ in "\(phrase): this is no path" }
    }
    let expected = ExpectedViolation(rule: rule, path: parsed)
    expectedViolations.append(expected)
    expect(sourceLocation: sourceLocation) { evidence in
      let violations = evidence.result.violations
      guard !violations.contains(where: { $0.expected == expected }) else { return nil }
      guard !violations.isEmpty else { return "\(phrase): there is none" }
      let found = violations.prefix(4).map { displayed($0.expected.description) }
      return "\(phrase): there is \(found.joined(separator: ", "))"
    }
  }

  /// Expects an event of the contract's own mapping: `missing` at `[0].city`.
  public func expectEvent(
    _ name: MappingEventName, at path: String = "",
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let phrase =
      "expected the event \(name.rawValue)\(path.isEmpty ? "" : " at \(displayed(path))")"
    expect(sourceLocation: sourceLocation) { evidence in
      if evidence.isOfApp { return "\(phrase): a mapper of the app has no events" }
      let here = evidence.result.events.filter { $0.path.description.utf8.elementsEqual(path.utf8) }
      guard !here.contains(where: { $0.name == name }) else { return nil }
      let found = here.map(\.name.rawValue).joined(separator: ", ")
      return "\(phrase): there is \(found.isEmpty ? "nothing" : found)"
    }
  }
}
