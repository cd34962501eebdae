import JSONParsing

extension PayloadShrinker {
  mutating func runPasses() {
    dropBytesAround()
    takeBack()
    removeChildren()
    removeWithPositions()
    hoist()
    joinArrays()
    makePlain()
    lowerPairs()
    minimiseScalars()
    sortElements()
  }

  private mutating func dropBytesAround() {
    for keyPath in [\PayloadTree.prefix, \PayloadTree.suffix] {
      guard !current[keyPath: keyPath].isEmpty else { continue }
      var candidate = current
      candidate[keyPath: keyPath] = []
      _ = consider(candidate)
    }
  }

  /// Undoes the deviations from the canonical payload: all, halves, single pieces.
  private mutating func takeBack() {
    byHalves(
      countingBy: { $0.deviations?.count ?? 0 },
      attempt: { shrinker, chunk in
        guard let deviations = shrinker.deviations else { return false }
        let kept = Set(0..<deviations.count).subtracting(chunk)
        return shrinker.consider(deviations.payload(keeping: kept))
      })
  }

  /// Removes members and elements, from the outside in, by halves.
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

  /// Removes an element from a list of whole numbers, and lowers the numbers that may be positions
  /// after it (Hypothesis, issue 1187).
  private mutating func removeWithPositions() {
    var node = 0
    while node < current.nodes.count, !isExhausted {
      let elements = current.nodes[node].kind == .array ? current.children(of: node) : []
      let isRemoved = elements.indices.contains { position in
        removing(elements, at: position).map { consider($0) } ?? false
      }
      if !isRemoved { node += 1 }
    }
  }

  /// - Returns: `nil` if no number may be a position after the element.
  private func removing(_ elements: [Int], at position: Int) -> PayloadTree? {
    var candidate: PayloadTree?
    for element in elements {
      let number = wholeNumber(at: element).flatMap(Int.init(exactly:))
      guard let number, number > position, number < elements.count else { continue }
      candidate = (candidate ?? current).replacing("\(number - 1)".utf8, at: [element])
    }
    candidate?.remove(elements[position])
    return candidate
  }

  /// Replaces a container by one of the same kind inside it: first by the deepest container of a
  /// chain of nested ones that still fails, then by each of the nearest inner ones.
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
      let isHoisted = nearest(in: node).dropFirst().contains { consider(hoisting($0, to: node)) }
      if !isHoisted { node += 1 }
    }
  }

  /// Returns the containers of a value's kind inside it, without those nested in another.
  private func nearest(in node: Int) -> [Int] {
    guard current.nodes[node].kind != .scalar else { return [] }
    var nearest: [Int] = []
    var inner = node + 1
    while inner < Int(current.nodes[node].end) {
      let isAlike = current.nodes[inner].kind == current.nodes[node].kind
      if isAlike { nearest.append(inner) }
      inner = isAlike ? Int(current.nodes[inner].end) : inner + 1
    }
    return nearest
  }

  /// Joins adjacent arrays in an array.
  private mutating func joinArrays() {
    var node = 0
    while node < current.nodes.count, !isExhausted {
      let isJoined = neighbours(in: node).contains { left, right in
        guard current.nodes[left].kind == .array, current.nodes[right].kind == .array else {
          return false
        }
        return consider(joining(left, right))
      }
      if !isJoined { node += 1 }
    }
  }

  private func joining(_ left: Int, _ right: Int) -> PayloadTree {
    var candidate = current
    candidate.remove(right)
    for element in current.children(of: right) {
      candidate.insert(
        current.subtree(element), name: [], at: Int(candidate.nodes[left].end), in: left)
    }
    return candidate
  }

  /// Sorts the elements of arrays, the simplest first, where the payload still fails.
  private mutating func sortElements() {
    // The order of a history is not part of a payload.
    guard hasCanonical else { return }
    for node in current.nodes.indices where !isExhausted {
      var position = 0
      while position < neighbours(in: node).count {
        let (left, right) = neighbours(in: node)[position]
        var candidate = current
        candidate.replace(right, with: current.subtree(left))
        candidate.replace(left, with: current.subtree(right))
        position = consider(candidate) ? max(0, position - 1) : position + 1
      }
    }
  }

  /// Returns each two adjacent elements of an array; empty for another value.
  private func neighbours(in node: Int) -> [(Int, Int)] {
    guard node < current.nodes.count, current.nodes[node].kind == .array else { return [] }
    let elements = current.children(of: node)
    return Array(zip(elements, elements.dropFirst()))
  }

  private func hoisting(_ inner: Int, to node: Int) -> PayloadTree {
    var candidate = current
    candidate.replace(node, with: current.subtree(inner))
    return candidate
  }

  /// Returns the first containers of a value's kind inside it, each nested in the one before.
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
