import ContractModel
import JSONParsing

extension MapperCheck {
  /// Learns the app's names for objects of the mappings' cases, from one valid payload for each
  /// case. Returns a sentence on each mapping whose cases have no distinct names.
  func learnVariants(_ payloads: [[UInt8]]) -> [String] {
    let variants = types.variantTypes
    guard !variants.isEmpty else { return [] }
    types.seen.learn(variants.map(\.types), options.appName) {
      for payload in payloads { _ = disagreements(over: [payload]) }
    }
    return variants.compactMap { mapping, types in
      let untold = self.types.seen.untold { name in
        types.contains { type in
          options.isName(name, of: type)
            || self.types.seen.isName(name, around: options.appName(of: type))
        }
      }.filter { types.contains($0.type) }
      guard let first = untold.first, types.count > 1 else { return nil }
      let cases = untold.map { quoted($0.type.text) }.joined(separator: ", ")
      let names = Set(untold.flatMap(\.names).map { MemberName($0) }).sorted()
        .map { displayed($0.text) }.joined(separator: ", ")
      return "the cases \(cases) of \(displayed(mapping.text)) are not told from others by their "
        + "names, which are \(names): if they have types of their own, say named: "
        + "[\(quoted(first.type.text)): …]"
    }
  }

  /// The properties of the app's objects whose lines only check the value, `_:`. Their values are
  /// not compared.
  var uncheckedProperties: [String] {
    let mappings = types.index.mappingsInOrder
    let found = mappings.flatMap { mapping -> [MemberName] in
      let type = mapping.typeName
      let lines = types.index.allLines(of: mapping)
      let compared = lines.compactMap(\.property).compactMap {
        options.labels(of: $0, of: type).first
      }
      return lines.filter { $0.property == nil }.compactMap(\.source.lastName).flatMap { key in
        (types.seen.labels[type] ?? []).filter { label in
          likeness(of: key.text, to: label.text) == .sameLetters
            && !compared.contains { MemberName.isSame($0, label.text) }
        }.map { MemberName("\(type.text).\($0.text)") }
      }
    }
    return Set(found).sorted().map { displayed($0.text) }
  }

  /// A sentence on the lazy properties that were not compared because they were never read.
  var unreadNotes: [String] {
    if types.seen.unread.isEmpty { return [] }
    let names = listed(types.seen.unread.sorted().map { displayed($0.text) }, most: 20)
    return ["lazy and never read, so not compared: \(names); .reading(…) names them"]
  }

  var skippedProperties: [String] {
    let found = types.index.mappingsInOrder.flatMap { mapping in
      let type = mapping.typeName
      return types.index.allLines(of: mapping).compactMap(\.property).filter {
        if case .skipped? = options.way(of: $0, of: type) { true } else { false }
      }.map { MemberName("\(type.text).\($0)") }
    }
    return Set(found).sorted().map { displayed($0.text) }
  }
}
