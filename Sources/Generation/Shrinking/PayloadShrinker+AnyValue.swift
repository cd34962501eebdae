package import JSONParsing

extension PayloadShrinker {
  /// The number of other values that are tried at a place.
  private static var otherValueCount: Int { 10 }

  /// Tries the values of other payloads in place of each scalar that differs from the canonical
  /// one. If the payload fails with ten values, it is assumed to fail with any value. Returns the
  /// paths in the minimal payload of the scalars for which this is so.
  package mutating func placesThatMayBeAnything(_ others: [PayloadTree]) -> [InstancePath] {
    let paths = current.places.paths
    let values = scalars(of: others)
    return changedScalars.filter { node in
      let own = Array(current.scalarToken(of: node))
      let known = values[names(in: paths[node])] ?? []
      let tokens = known.filter { $0 != own }.prefix(Self.otherValueCount)
      return tokens.count == Self.otherValueCount
        && tokens.allSatisfy { fails(with: $0, at: node) }
    }.map { paths[$0] }
  }
}

/// Returns the scalars that payloads have at the names of a path, ignoring the positions in it; null
/// is not counted.
private func scalars(of payloads: [PayloadTree]) -> [[InstancePath.Step]: [[UInt8]]] {
  var tokens: [[InstancePath.Step]: [[UInt8]]] = [:]
  for payload in payloads {
    let paths = payload.places.paths
    for node in payload.nodes.indices where payload.nodes[node].kind == .scalar {
      let token = Array(payload.scalarToken(of: node))
      let names = names(in: paths[node])
      if token != Array("null".utf8), tokens[names]?.contains(token) != true {
        tokens[names, default: []].append(token)
      }
    }
  }
  return tokens
}

private func names(in path: InstancePath) -> [InstancePath.Step] {
  path.steps.filter { if case .member = $0 { true } else { false } }
}
