import ContractModel

/// A pattern as a flat tree that texts are drawn from.
struct DrawPattern: Sendable {
  var pattern: TextPattern
  /// The root of its parts.
  var part: Int32
  /// The simplest text that it is found in, of an admitted length.
  var simplest: [UInt32]
  /// Whether a text that is drawn may fail, and has to be looked at.
  var isChecked: Bool
}

struct PatternPart: Sendable {
  enum Kind: UInt8, Sendable { case scalar, sequence, alternatives, repeated, nothing }
  var kind: Kind
  /// Children, which lie in a row; of a set, its ranges.
  var parts: DrawRange = .empty
  var least: Int32 = 0
  var most: Int32 = 0
}

struct ScalarRange: Sendable {
  var first: UInt32
  var last: UInt32
}

extension DrawPlanBuilder {
  /// How often a part without a bound is repeated at most, beyond the least.
  private static let openRepeat: Int32 = 6

  mutating func pattern(_ pattern: TextPattern, _ lengths: ClosedRange<Int>) -> Int32? {
    guard let simplest = pattern.simplestText(lengths: lengths) else { return nil }
    let root = part(pattern.tree)
    let isAnchoredPlainly = pattern.tree.hasAnchorsAtEndsOnly
    tables.patterns.append(
      DrawPattern(
        pattern: pattern, part: root, simplest: simplest.unicodeScalars.map(\.value),
        isChecked: !isAnchoredPlainly))
    return Int32(tables.patterns.count - 1)
  }

  private mutating func part(_ node: TextPattern.Node) -> Int32 {
    let part = made(node)
    tables.patternParts.append(part)
    return Int32(tables.patternParts.count - 1)
  }

  private mutating func made(_ node: TextPattern.Node) -> PatternPart {
    switch node {
    case .start, .end: return PatternPart(kind: .nothing)
    case .scalar(let set): return PatternPart(kind: .scalar, parts: ranges(set))
    case .sequence(let nodes): return PatternPart(kind: .sequence, parts: row(nodes))
    case .alternatives(let nodes): return PatternPart(kind: .alternatives, parts: row(nodes))
    case .repeated(let node, let least, let most):
      let most = most.map(Int32.init) ?? Int32(least) + Self.openRepeat
      return PatternPart(
        kind: .repeated, parts: row([node]), least: Int32(least), most: most)
    }
  }

  /// The parts are put in a row after those that are in them.
  private mutating func row(_ nodes: [TextPattern.Node]) -> DrawRange {
    let parts = nodes.map { made($0) }
    let start = tables.patternParts.count
    tables.patternParts += parts
    return DrawRange(start..<tables.patternParts.count)
  }

  private mutating func ranges(_ set: ScalarSet) -> DrawRange {
    let start = tables.patternRanges.count
    for range in set.ranges {
      // Surrogates are no scalars.
      for part in [range.clamped(to: 0...0xd7ff), range.clamped(to: 0xe000...0x10ffff)]
      where range.overlaps(part) {
        tables.patternRanges.append(ScalarRange(first: part.lowerBound, last: part.upperBound))
      }
    }
    return DrawRange(start..<tables.patternRanges.count)
  }
}

extension TextPattern.Node {
  /// Whether a text along the tree is one that the pattern is found in: anchors stand where the
  /// text starts and ends, and nowhere else.
  fileprivate var hasAnchorsAtEndsOnly: Bool {
    guard case .sequence(let nodes) = self else {
      return !hasAnchor || self == .start || self == .end
    }
    return nodes.indices.allSatisfy { index in
      !nodes[index].hasAnchor || (nodes[index] == .start && index == 0)
        || (nodes[index] == .end && index == nodes.count - 1)
    }
  }

  private var hasAnchor: Bool {
    switch self {
    case .start, .end: true
    case .scalar: false
    case .sequence(let nodes), .alternatives(let nodes): nodes.contains(where: \.hasAnchor)
    case .repeated(let node, _, _): node.hasAnchor
    }
  }
}
