import JSONParsing

/// The names that an app has for objects of the mappings' cases, as seen in its results for valid
/// payloads. A prefix or suffix that the names have in common is not part of a name.
///
/// This is a class: all comparisons of a run refer to it. The names of types are learned once,
/// before the run.
final class SeenVariants {
  /// Whether comparisons add the names that they see.
  private var isOpen = false
  /// The names by the contract's types, in the order in which they were seen.
  private var seen: [(type: MemberName, names: [String])] = []
  private var affixes: [NameAffix] = []
  /// The labels of the properties of the app's objects, by the contract's types.
  private(set) var labels: [MemberName: Set<MemberName>] = [:]
  /// Whether comparisons add the labels of properties; those of valid payloads suffice.
  var addsLabels = false
  /// The lazy properties of the app that were never read, so that their values are not known.
  var unread: Set<MemberName> = []
  /// The types whose objects a store shows, and those whose objects it never shows.
  var shown: Set<MemberName> = []
  var unshown: Set<MemberName> = []

  /// Adds the names of an object of the app, from the outside in, while names are learned.
  func add(_ names: @autoclosure () -> [String], of type: MemberName) {
    guard isOpen else { return }
    let index = seen.firstIndex { $0.type == type } ?? seen.count
    if index == seen.count { seen.append((type, [])) }
    for name in names() where !seen[index].names.contains(where: { MemberName.isSame($0, name) }) {
      seen[index].names.append(name)
    }
  }

  /// Adds the labels of an object's properties, while labels are learned.
  func add(labels: @autoclosure () -> [String], of type: MemberName) {
    if addsLabels { self.labels[type, default: []].formUnion(labels().map { MemberName($0) }) }
  }

  /// Learns the names that comparisons see.
  ///
  /// - Parameter appName: Returns the name that the app has for a type, as far as a test states it.
  func learn(
    _ variants: [[MemberName]], _ appName: (MemberName) -> String, from compare: () -> Void
  ) {
    isOpen = true
    compare()
    isOpen = false
    affixes = variants.flatMap { types in
      var found: [(affix: NameAffix, type: MemberName, name: String)] = []
      for (seenType, names) in seen where types.contains(seenType) {
        for name in names {
          for type in types {
            found += NameAffix.all(of: name, around: appName(type)).map { ($0, type, name) }
          }
        }
      }
      // With only one seen name, it may be the name of all cases.
      return Set(found.map(\.affix)).filter { affix in
        let uses = found.filter { $0.affix == affix }
        return Set(uses.map(\.type)).count > 1 && Set(uses.map { MemberName($0.name) }).count > 1
      }
    }
  }

  /// Returns whether a name is the app's name of a type, with an affix that its names share.
  func isName(_ name: String, around text: String) -> Bool {
    !affixes.isEmpty && NameAffix.all(of: name, around: text).contains { affixes.contains($0) }
  }

  /// Returns the types of which no seen name identifies the case, and the names that were seen.
  func untold(where isName: (String) -> Bool) -> [(type: MemberName, names: [String])] {
    seen.filter { !$0.names.contains(where: isName) }
  }
}
