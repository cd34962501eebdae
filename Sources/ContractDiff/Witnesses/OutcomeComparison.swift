import ContractModel
import JSONParsing
import MappingEngine

/// The places of a payload that two sides take and make different things of.
///
/// A value that one side alone reads is none of them: to read more, or less, changes nothing of what
/// the other gets.
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

  /// Whether a property that both set has another value, or no property is that of both.
  private static func differ(
    _ old: [PayloadReading.Outcome], _ new: [PayloadReading.Outcome]
  ) -> Bool {
    let shared = old.flatMap { before in
      new.filter { $0.property == before.property }.map { (before.value, $0.value) }
    }
    // A key that is absent sets nothing, whatever the property is called.
    if shared.isEmpty { return (old + new).contains { !$0.value.text.isEmpty } }
    return shared.contains { $0 != $1 }
  }

  /// The objects that are of another type, or are one with others than on the other side.
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
