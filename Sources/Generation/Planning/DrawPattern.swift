import ContractModel

/// A pattern from which texts are drawn, along its tree.
struct DrawPattern: Sendable {
  var pattern: TextPattern
  /// The simplest text of an admitted length that matches the pattern.
  var simplest: [UInt32]
  /// Whether a drawn text may fail to match, and has to be checked.
  var isChecked: Bool
}

extension DrawPlanBuilder {
  mutating func pattern(_ pattern: TextPattern, _ lengths: ClosedRange<Int>) -> Int32? {
    guard let simplest = pattern.simplestText(lengths: lengths) else { return nil }
    return tables.patterns.add(
      DrawPattern(
        pattern: pattern, simplest: simplest.unicodeScalars.map(\.value),
        isChecked: !pattern.tree.hasAnchorsAtEndsOnly))
  }
}

extension TextPattern.Node {
  /// Whether every text along the tree matches the pattern: anchors are only at the text's ends.
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
