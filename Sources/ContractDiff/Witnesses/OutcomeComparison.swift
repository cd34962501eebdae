import ContractModel
import JSONParsing
import MappingEngine

/// Finds the places of a payload that both sides accept with different results.
///
/// A value that only one side reads does not count: reading more or less does not change the other
/// side's results.
enum OutcomeComparison {
  static func paths(_ old: PayloadReading, _ new: PayloadReading) -> [InstancePath] {
    let values = old.outcomes.keys.filter { path in
      guard let after = new.outcomes[path], let before = old.outcomes[path] else { return false }
      return differ(before, after)
    }
    return (values + objects(old, new)).sorted { one, other in
      (one.steps.count, MemberName(one.description)) < (
        other.steps.count, MemberName(other.description)
      )
    }
  }

  /// Returns whether a property that both sides set has different values, or the sides have no
  /// property in common.
  private static func differ(
    _ old: [PayloadReading.Outcome], _ new: [PayloadReading.Outcome]
  ) -> Bool {
    let shared = old.flatMap { before in
      new.filter { $0.property == before.property }.map { (before.value, $0.value) }
    }
    // An absent key sets nothing, whatever the property is called.
    if shared.isEmpty { return (old + new).contains { !$0.value.text.isEmpty } }
    return shared.contains { $0 != $1 }
  }

  /// Returns the objects that have another type, or that are the same object as others on only one
  /// side.
  private static func objects(_ old: PayloadReading, _ new: PayloadReading) -> [InstancePath] {
    var after: [InstancePath: ObjectID] = [:]
    for object in new.objects { after[object.path] = object.id }
    var (first, other): ([ObjectID: ObjectID], [ObjectID: ObjectID]) = ([:], [:])
    return old.objects.compactMap { object in
      guard let match = after[object.path] else { return nil }
      let isSame = first[object.id].map { $0 == match } ?? (other[match] == nil)
      (first[object.id], other[match]) = (match, object.id)
      return isSame && old.type(of: object.id) == new.type(of: match) ? nil : object.path
    }
  }
}
