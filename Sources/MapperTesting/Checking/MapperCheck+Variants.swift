import ContractModel
import JSONParsing

extension MapperCheck {
  /// Looks which names the app has for objects of the cases of mappings.
  ///
  /// - Parameter payloads: Valid ones, one for each case.
  /// - Returns: A sentence on each mapping whose cases no names tell apart.
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
}
