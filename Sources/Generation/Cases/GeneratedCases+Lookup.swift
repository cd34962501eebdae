import JSONParsing

extension GeneratedCases {
  /// Returns the case with an id, of any seed; `nil` if the contract's target has no such case.
  ///
  /// - Complexity: O(number of cells, or of pairs).
  package func `case`(id: String) -> GeneratedCase? {
    if let number = cells.firstIndex(where: { MemberName.isSame(id, $0.id) }) {
      return cell(number)
    }
    if let index = sweep.bases.firstIndex(where: { MemberName.isSame(id, "canonical" + $0.label) })
    {
      return self[.canonical, index]
    }
    if let index = pairs.pairs.indices.first(where: { MemberName.isSame(id, pairs.id($0)) }) {
      return self[.identityPair, index]
    }
    return numbered(id)
  }

  private func numbered(_ id: String) -> GeneratedCase? {
    let parts = id.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard let phase = GeneratedCase.Phase(rawValue: parts[0]), let last = parts.last,
      let index = Int(last), index >= 0
    else { return nil }
    var found: GeneratedCase?
    switch (phase, parts.count) {
    case (.pairwise, 2) where index < rows.value.count: found = rows.value[index]
    case (.combined, 2) where index < combined.value.rows.count: found = combined.value[index]
    case (.random, 3), (.valid, 3):
      found = UInt64(parts[1]).map {
        drawn.value.drawn(index, of: Seed($0), isFaulty: phase == .random)
      }
    default: break
    }
    // An id with another spelling of the number, such as `01`, is not valid.
    return found.flatMap { MemberName.isSame($0.id, id) ? $0 : nil }
  }
}
