import JSONParsing

extension ContractChecker {
  /// Reports mappings without a finite payload: every object needs an object of another mapping
  /// without one. Each cycle is reported once, at the line that closes it.
  mutating func checkRecursion() {
    let finite = FiniteMappings(index)
    var reported: Set<MemberName> = []
    for start in contract.mappings where !finite.contains(start.name) {
      var trail: [MemberName] = []
      var next: FiniteMappings.Need? = FiniteMappings.Need(
        mapping: start.name, origin: start.origin)
      var seen: Set<MemberName> = []
      while let need = next, !reported.contains(need.mapping), let mapping = index[need.mapping] {
        if !seen.insert(need.mapping).inserted {
          logRecursion(trail, closedBy: need)
          break
        }
        trail.append(need.mapping)
        // Every option of a mapping that is not finite needs another mapping that is not finite.
        next = finite.firstOption(of: mapping).needs.first { !finite.contains($0.mapping) }
      }
      reported.formUnion(trail)
    }
  }

  private mutating func logRecursion(_ trail: [MemberName], closedBy need: FiniteMappings.Need) {
    let start = trail.firstIndex(of: need.mapping) ?? 0
    let names = trail[start...] + [need.mapping]
    let shown = names.count > 12 ? names.prefix(6) + ["…"] + names.suffix(5) : names
    log.error(
      "the recursion never ends: \(shown.map(\.text).joined(separator: " → "))",
      hint: "let a key be absent (\"key?\"), its value be null (Type?), or the array be empty",
      at: need.origin)
  }
}
