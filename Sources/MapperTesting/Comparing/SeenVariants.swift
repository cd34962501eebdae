import JSONParsing

/// The names that an app has for objects of the cases of mappings, as it makes them of valid payloads:
/// a prefix or suffix that they have in common is no part of a name.
///
/// A class: all comparisons of a run refer to it. The names of types are found once, before the run.
final class SeenVariants {
  /// Whether comparisons add what they see.
  private var isOpen = false
  /// By the contract's types, in the order in which they were seen.
  private var seen: [(type: MemberName, names: [String])] = []
  private var affixes: [NameAffix] = []
  /// The names of the properties that the app's objects have, by the contract's types.
  private(set) var labels: [MemberName: Set<MemberName>] = [:]
  /// Whether comparisons add the names of properties: those of valid payloads say enough.
  var addsLabels = false
  /// The types of which a store shows objects, and of which never.
  var shown: Set<MemberName> = []
  var unshown: Set<MemberName> = []

  /// Adds the names of an object of the app, from the outside in, if names are looked for.
  func add(_ names: @autoclosure () -> [String], of type: MemberName) {
    guard isOpen else { return }
    let index = seen.firstIndex { $0.type == type } ?? seen.count
    if index == seen.count { seen.append((type, [])) }
    for name in names() where !seen[index].names.contains(where: { MemberName.isSame($0, name) }) {
      seen[index].names.append(name)
    }
  }

  /// Adds the names of the properties of an object of the app, if they are looked for.
  func add(labels: @autoclosure () -> [String], of type: MemberName) {
    if addsLabels { self.labels[type, default: []].formUnion(labels().map { MemberName($0) }) }
  }

  /// Looks at what comparisons see.
  ///
  /// - Parameters:
  ///   - variants: The types of the cases of each mapping.
  ///   - appName: The name that the app has for a type, as far as anybody says it.
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
      // One name alone may be that of all cases.
      return Set(found.map(\.affix)).filter { affix in
        let uses = found.filter { $0.affix == affix }
        return Set(uses.map(\.type)).count > 1 && Set(uses.map { MemberName($0.name) }).count > 1
      }
    }
  }

  /// Whether a name is the app's of a type, with what its names have in common around it.
  func isName(_ name: String, around text: String) -> Bool {
    !affixes.isEmpty && NameAffix.all(of: name, around: text).contains { affixes.contains($0) }
  }

  /// The types that were seen, and the names of which none tells which case it is.
  func untold(where isName: (String) -> Bool) -> [(type: MemberName, names: [String])] {
    seen.filter { !$0.names.contains(where: isName) }
  }
}
