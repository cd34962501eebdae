import ContractModel
import JSONParsing
import MappingEngine

/// The values that properties may have where one payload mentions an object at several key paths: an
/// app may apply these in any order, and within one list the later mention stands (§ 29).
///
/// A class, so that what most comparisons never ask for is looked for once, where it is asked for.
final class EitherOrder {
  private struct Key: Hashable {
    var object: ObjectID
    var property: PropertyPath
  }

  private let result: MappingResult?
  private lazy var values = result.map(Self.values) ?? [:]

  /// - Parameter result: What came of the payload; `nil`, where the last mention has to stand.
  init(_ result: MappingResult?) { self.result = result }

  private static func values(in result: MappingResult) -> [Key: [MappedValue]] {
    let repeated = result.events.repeatedObjects
    guard !repeated.isEmpty else { return [:] }
    var last: [Key: [[InstancePath.Step]: MappedValue]] = [:]
    result.events.forEachValue(of: repeated) { object, property, source, value in
      last[Key(object: object, property: property), default: [:]][source.template] = value
    }
    return last.mapValues { Array($0.values) }.filter { Set($0.value).count > 1 }
  }

  /// Whether each property has but one value that it may have.
  var isEmpty: Bool { values.isEmpty }

  /// The values that a property may have, in no order; none, where it may have but one.
  func values(of property: PropertyPath, of object: ObjectID) -> [MappedValue] {
    values[Key(object: object, property: property)] ?? []
  }
}
