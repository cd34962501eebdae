extension PayloadShrinker {
  mutating func runPasses() {
    dropBytesAround()
    takeBack()
    removeChildren()
    hoist()
    makePlain()
    minimiseScalars()
  }

  private mutating func dropBytesAround() {
    for keyPath in [\PayloadTree.prefix, \PayloadTree.suffix] {
      guard !current[keyPath: keyPath].isEmpty else { continue }
      var candidate = current
      candidate[keyPath: keyPath] = []
      _ = consider(candidate)
    }
  }

  /// Makes what differs from the canonical payload as it is there: all, halves, single pieces.
  private mutating func takeBack() {
    byHalves(
      countingBy: { $0.deviations?.count ?? 0 },
      attempt: { shrinker, chunk in
        guard let deviations = shrinker.deviations else { return false }
        let kept = Set(0..<deviations.count).subtracting(chunk)
        return shrinker.consider(deviations.payload(keeping: kept))
      })
  }

  /// Takes members and elements out, from the outside in, by halves.
  private mutating func removeChildren() {
    var node = 0
    while node < current.nodes.count, !isExhausted {
      var size = current.children(of: node).count
      while size > 0 {
        var end = current.children(of: node).count
        while end > 0, !isExhausted {
          let start = max(0, end - size)
          var candidate = current
          for child in current.children(of: node)[start..<end].reversed() {
            candidate.remove(child)
          }
          _ = consider(candidate)
          end = start
        }
        size /= 2
      }
      node += 1
    }
  }

  /// Puts a value in the place of one of its kind that it is in; of those inside each other, one as
  /// far inside as still fails.
  private mutating func hoist() {
    var node = 0
    while node < current.nodes.count, !isExhausted {
      var inner = chain(of: node)
      var count = inner.count
      while count > 0 {
        if consider(hoisting(inner[count / 2], to: node)) {
          inner = chain(of: node)
          count = inner.count
        } else {
          count /= 2
        }
      }
      node += 1
    }
  }

  private func hoisting(_ inner: Int, to node: Int) -> PayloadTree {
    var candidate = current
    candidate.replace(node, with: current.subtree(inner))
    return candidate
  }

  /// The first containers of a value's kind, each in the one before it.
  private func chain(of node: Int) -> [Int] {
    guard current.nodes[node].kind != .scalar else { return [] }
    var chain: [Int] = []
    for inner in node + 1..<max(node + 1, Int(current.nodes[node].end))
    where current.nodes[inner].kind == current.nodes[node].kind {
      if let last = chain.last, inner >= Int(current.nodes[last].end) { break }
      chain.append(inner)
    }
    return chain
  }
}
