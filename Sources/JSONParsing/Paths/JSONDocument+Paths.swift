extension JSONDocument {
  /// Returns the path to a node; for a member's name, the path of the member's value.
  fileprivate func path(to node: Int) -> InstancePath {
    InstancePathTable(of: [Int32(node)], in: self).path(of: node)
  }

  /// Returns the path to the innermost value or member that contains a byte of the text.
  ///
  /// A byte of a member's name belongs to the member; a byte between two values belongs to the
  /// value that encloses them.
  ///
  /// - Parameter offset: The offset in bytes from the start of the text, zero-based.
  /// - Complexity: O(*n*), where *n* is the number of values.
  public func path(atOffset offset: Int) -> InstancePath {
    var innermost = 0
    var node = 0
    let end = next(0)
    while node < end, word(node).start <= offset {
      if byteRange(node).contains(offset) {
        innermost = node
        node += word(node).kind.isContainer ? 2 : 1
      } else {
        node = next(node)
      }
    }
    return path(to: innermost)
  }

  /// Returns, for each offset, the last leaf or member name that starts at or before it.
  ///
  /// - Parameter offsets: The offsets in bytes from the start of the text, ascending.
  /// - Complexity: O(*n* + *k*) for *n* values and *k* offsets.
  package func nodes(atOffsets offsets: [Int]) -> [Int] {
    var nodes: [Int] = []
    var (node, last) = (0, 0)
    let end = next(0)
    for offset in offsets {
      while node < end, word(node).start <= offset {
        last = node
        node += word(node).kind.isContainer ? 2 : 1
      }
      nodes.append(last)
    }
    return nodes
  }

  /// Returns the string or member name whose opening quote is at an offset.
  package func string(atOffset offset: Int) -> String? {
    let end = text.withUnsafeBytes { scanString(PaddedText($0), openedAt: offset).end }
    return try? JSONDocument(parsing: Array(text[offset..<end])).root.string
  }
}

extension JSONValue {
  /// The place of the value, for display.
  ///
  /// - Complexity: O(*n*), where *n* is the number of values before this one in the document, whole
  ///   subtrees beside its ancestors counting as one.
  public var path: InstancePath { document.path(to: node) }
}
