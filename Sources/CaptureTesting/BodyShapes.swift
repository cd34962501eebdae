import JSONParsing

/// The shapes of bodies and of elements of their arrays: which kinds of values occur at which
/// places, without regard to indices.
struct BodyShapes {
  private struct Step: Hashable {
    var parent: Int
    /// The name of a member; `nil` for an element.
    var name: MemberName?
  }

  private struct Shape: Hashable {
    var place: Int
    var kind: UInt8
  }

  private var places: [Step: Int] = [:]
  private var seen: Set<Shape> = []

  /// Returns the body without the elements that repeat the shapes of earlier ones; `nil` if the
  /// whole body repeats the shapes of earlier bodies. The first element of an array stays.
  ///
  /// - Complexity: O(length of the body).
  mutating func short(_ body: PayloadTree) -> PayloadTree? {
    let parents = body.parents
    let shapes = shapes(of: body, parents)
    var isNew = Array(repeating: false, count: shapes.count)
    var own: Set<Shape> = []
    for (node, shape) in shapes.enumerated() where own.insert(shape).inserted {
      var holder = node
      while holder >= 0, !isNew[holder] {
        isNew[holder] = true
        holder = Int(parents[holder])
      }
    }
    guard !own.isSubset(of: seen) else { return nil }
    seen.formUnion(own)
    return body.filtered { node in
      let parent = Int(parents[node])
      let isFirst = node == parent + 1
      return parent < 0 || isFirst || isNew[node] || body.nodes[parent].kind == .object
    }
  }

  private mutating func shapes(of body: PayloadTree, _ parents: [Int32]) -> [Shape] {
    var shapes: [Shape] = []
    for node in body.nodes.indices {
      var place = 0
      if node > 0 {
        let parent = Int(parents[node])
        let name = body.nodes[parent].kind == .object ? body.memberName(of: node) : nil
        let step = Step(parent: shapes[parent].place, name: name)
        place = places[step] ?? places.count + 1
        places[step] = place
      }
      shapes.append(Shape(place: place, kind: kind(of: node, body)))
    }
    return shapes
  }

  /// Returns a byte for the kind of a value. An empty object or array is a kind of its own.
  private func kind(of node: Int, _ body: PayloadTree) -> UInt8 {
    let value = body.nodes[node]
    let isEmpty = Int(value.end) == node + 1
    switch value.kind {
    case .object: return UInt8(ascii: isEmpty ? "}" : "{")
    case .array: return UInt8(ascii: isEmpty ? "]" : "[")
    case .scalar:
      return switch body.scalarToken(of: node).first ?? 0 {
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): UInt8(ascii: "0")
      case UInt8(ascii: "f"): UInt8(ascii: "t")
      case let first: first
      }
    }
  }
}
