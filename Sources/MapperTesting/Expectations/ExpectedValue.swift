import ContractModel
import JSONParsing
import MappingEngine

/// A value that a test expects, compared with what the engine or the app has.
struct ExpectedValue {
  private let expected: Any

  init(_ expected: Any) { self.expected = expected }

  /// Returns whether a value of the engine is the expected one. A dictionary names some of an
  /// object's properties. Dates, addresses and identifiers may be given as texts, as in examples.
  func matches(_ value: MappedValue?, in store: ObjectStore) -> Bool {
    guard let reflected = ReflectedValue(expected) else { return value?.isNull ?? true }
    guard let value, !value.isNull else { return false }
    if let mapped = reflected.value as? MappedValue { return mapped == value }
    switch value {
    case .object(let id):
      guard reflected.isDictionary else { return false }
      return reflected.entries.allSatisfy { name, expected in
        let path = PropertyPath(name.split(separator: ".").map { MemberName(String($0)) })
        return ExpectedValue(expected).matches(store[id][path], in: store)
      }
    case .array(let collection), .set(let collection):
      guard let elements = reflected.elements, elements.count == collection.elements.count else {
        return false
      }
      let agrees = { ExpectedValue($0).matches($1, in: store) }
      if case .array = value { return zip(elements, collection.elements).allSatisfy(agrees) }
      return Self.isOneSet(elements, collection.elements, agrees)
    case .dictionary(let entries):
      return reflected.isDictionary && reflected.entries.count == entries.count
        && reflected.entries.allSatisfy { name, expected in
          entries.contains {
            $0.name == MemberName(name) && ExpectedValue(expected).matches($0.value, in: store)
          }
        }
    case .json(let fragment): return JSONComparison.areEqual(fragment.value, reflected)
    case .date(let instant) where reflected.value is String:
      return reflected.value as? String == instant.description
    default: return ScalarComparison.agrees(value, reflected)
    }
  }

  func matches(_ found: Any) -> Bool {
    guard let expected = ReflectedValue(expected) else { return ReflectedValue(found) == nil }
    guard let found = ReflectedValue(found) else { return false }
    // Foundation treats Booleans as numbers, and numbers as Booleans.
    let isTruth = [expected, found].contains { AppBool($0.value) != nil }
    if !isTruth, let equal = expected.value as? any Equatable, Self.isEqual(equal, found.value) {
      return true
    }
    if let scalar = expected.scalar { return ScalarComparison.agrees(scalar, found) }
    if let elements = expected.elements, let others = found.layeredElements {
      guard elements.count == others.count else { return false }
      let agrees = { ExpectedValue($0).matches($1) }
      return expected.isSet || found.isSet
        ? Self.isOneSet(elements, others, agrees) : zip(elements, others).allSatisfy(agrees)
    }
    if expected.isDictionary { return matchesMembers(expected, found) }
    return ReflectedText(complete: expected.value).description
      == ReflectedText(complete: found.readable).description
  }

  private func matchesMembers(_ expected: ReflectedValue, _ found: ReflectedValue) -> Bool {
    if found.isDictionary, found.entries.count != expected.entries.count { return false }
    return expected.entries.allSatisfy { name, value in
      let labels = name.split(separator: ".").map(String.init)
      return ReflectedPath.value(of: labels, in: found.readable)
        .map { ExpectedValue(value).matches($0) } ?? false
    }
  }

  /// Returns whether each element of either list is one of the other.
  private static func isOneSet<Element>(
    _ expected: [Any], _ found: [Element], _ agrees: (Any, Element) -> Bool
  ) -> Bool {
    expected.allSatisfy { value in found.contains { agrees(value, $0) } }
      && found.allSatisfy { value in expected.contains { agrees($0, value) } }
  }

  private static func isEqual<Value: Equatable>(_ value: Value, _ other: Any) -> Bool {
    // Two canonically equivalent texts are equal in Swift, but their bytes differ.
    if let text = value as? String {
      return (other as? String)?.utf8.elementsEqual(text.utf8) ?? false
    }
    return other as? Value == value
  }
}
