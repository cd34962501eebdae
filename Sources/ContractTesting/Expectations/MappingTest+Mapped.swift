import ContractModel
import JSONParsing
public import MapperTesting
public import Testing

extension MappingTest {
  /// Expects that a value of the payload is mapped to a property.
  ///
  /// - Parameters:
  ///   - source: The place of the value in the payload: `article.title`, `comments[1].author`.
  ///   - property: The property of the object that the value belongs to.
  ///   - sourceLocation: The line at which the expectation fails.
  public func expect(
    _ source: String, to property: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    expectMapped(source, property, "", sourceLocation) { _ in nil }
  }

  /// Expects that a value of the payload is mapped to a property, with a given result.
  ///
  /// `nil` is the result of null. Numbers are compared by value, sets in any order. A dictionary
  /// stands for an object, and may name only some of its properties.
  public func expect(
    _ source: String, to property: String, value: Any?,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let expected = "\(ReflectedText(value as Any))"
    expectMapped(source, property, " with the value \(expected)", sourceLocation) { mapping in
      mapping.hasValue(value) ? nil : "the value is \(mapping.valueText)"
    }
  }

  /// Expects that a value of the payload is mapped to a property, which is or is not a collection.
  ///
  /// A collection is an array, a set or a dictionary, whatever its count.
  public func expect(
    _ source: String, to property: String, collection: Bool,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let expected = collection ? " as a collection" : " as no collection"
    expectMapped(source, property, expected, sourceLocation) { mapping in
      (mapping.count != nil) == collection ? nil : "the value is \(mapping.valueText)"
    }
  }

  /// Expects that a collection of the payload is mapped to a property with this number of elements.
  public func expect(
    _ source: String, to property: String, count: Int,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    expectMapped(source, property, " with \(counted(count, "element"))", sourceLocation) {
      mapping in
      guard let found = mapping.count else { return "the value is \(mapping.valueText)" }
      return found == count ? nil : "it has \(found)"
    }
  }

  /// Expects that a value of the payload is mapped to a property, and that a condition holds.
  ///
  /// The condition gets the value in the payload and the value of the property.
  public func expect(
    _ source: String, to property: String, sourceLocation: SourceLocation = #_sourceLocation,
    where condition: @escaping (_ mapping: MappingEvidence.Mapping) -> Bool
  ) {
    expectMapped(source, property, " as the condition says", sourceLocation) { mapping in
      condition(mapping) ? nil : "the value is \(mapping.valueText)"
    }
  }

  private func expectMapped(
    _ source: String, _ property: String, _ manner: String, _ sourceLocation: SourceLocation,
    _ check: @escaping (MappingEvidence.Mapping) -> String?
  ) {
    let phrase = "expected to map \(quoted(source)) to \(quoted(property))\(manner)"
    expect(sourceLocation: sourceLocation) { evidence in
      let problem: String? =
        switch evidence.finding(from: source, to: property) {
        case .mapped(let mapping): check(mapping)
        case .notMapped(let reason): reason
        }
      return problem.map { "\(phrase): \($0)" }
    }
  }
}
