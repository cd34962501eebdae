import JSONParsing
import MappingEngine

/// The objects that a store of the app had before a payload, with their values.
///
/// Objects with the same identity are one, whether the store changes or replaces them. Without an
/// identity, references are identified by themselves, and values are not distinguished: a removed
/// and a new value count as one that was updated.
struct EarlierObjects {
  private let identities: StoreComparison
  private let texts: [MemberName: [MemberName: [String]]]
  /// The objects, kept alive because references are identified by their addresses.
  private let objects: StoredObjects?

  init(_ objects: StoredObjects?, _ identities: StoreComparison) {
    (self.objects, self.identities) = (objects, identities)
    let byType = objects?.byType ?? [:]
    texts = Dictionary(
      uniqueKeysWithValues: byType.map { ($0, Self.texts(of: $1, $0, identities)) })
  }

  /// Returns how many objects of a type were created, updated and so on.
  func counts(ofType type: MemberName, in objects: StoredObjects) -> ObjectCounts {
    let found = objects.byType[type] ?? []
    let (before, after) = (texts[type] ?? [:], Self.texts(of: found, type, identities))
    var counts = ObjectCounts()
    counts.distinct = found.count
    for key in Set(before.keys).union(after.keys) {
      let (old, new) = (before[key] ?? [], after[key] ?? [])
      let kept = min(old.count, new.count)
      var rest = old
      let same = new.count { text in rest.take { MemberName.isSame($0, text) } != nil }
      counts.created += new.count - kept
      counts.deleted += old.count - kept
      counts.untouched += same
      counts.updated += kept - same
    }
    return counts
  }

  /// Returns the texts of objects by their identities. Referenced objects are not part of a text.
  private static func texts(
    of objects: [Any], _ type: MemberName, _ identities: StoreComparison
  ) -> [MemberName: [String]] {
    var texts: [MemberName: [String]] = [:]
    for case let object? in objects.map({ ReflectedValue($0) }) {
      let reference = object.reference.map { MemberName("\($0)") }
      let key = identities.identityText(of: object, type) ?? reference ?? ""
      texts[key, default: []].append(ReflectedText(own: object.readable).description)
    }
    return texts
  }
}
