import ContractModel
import JSONParsing
import MappingEngine

/// The values that properties may have where one payload mentions an object at several key paths:
/// an app may apply these mentions in any order, but within one list the later mention wins (§ 29).
///
/// This is a class, so that the values, which most comparisons never need, are computed once and
/// only on demand.
final class EitherOrder {
  private let result: MappingResult?
  private lazy var values = result.map(Self.values) ?? [:]

  /// - Parameter result: The contract's result for the payload; `nil` if the last mention has to
  ///   win.
  init(_ result: MappingResult?) { self.result = result }

  private static func values(in result: MappingResult) -> [ObjectProperty: [MappedValue]] {
    let repeated = result.events.repeatedObjects
    guard !repeated.isEmpty else { return [:] }
    var last: [ObjectProperty: [[InstancePath.Step]: MappedValue]] = [:]
    result.events.forEachValue(of: repeated) { object, property, source, value in
      last[ObjectProperty(object: object, property: property), default: [:]][source.template] =
        value
    }
    return last.mapValues { Array($0.values) }.filter { Set($0.value).count > 1 }
  }

  /// Whether each property has only one possible value.
  var isEmpty: Bool { values.isEmpty }

  /// Returns the values that a property may have, in no order; empty if there is only one.
  func values(of property: PropertyPath, of object: ObjectID) -> [MappedValue] {
    values[ObjectProperty(object: object, property: property)] ?? []
  }
}

struct ObjectProperty: Hashable {
  var object: ObjectID
  var property: PropertyPath
}
