package import ContractModel

extension FaultSweep {
  /// A fault at each key path whose value is of one kind.
  package struct Likeness: Sendable {
    /// The kind of the values: `String`, `Int`, `array`, `object`, `case`.
    package var kind: String
    /// The cells of one class and variant, with the lines that read their values.
    package var cells: [(cell: FaultCell, lines: [PropertyRule])]
  }

  /// The same fault wherever a value is of the same kind.
  ///
  /// - Returns: `nil`, if the fault is none of a value that a line reads.
  package func likeness(of fault: FaultCell) -> Likeness? {
    let own = keyPaths.first { $0.base === fault.base && $0.node == fault.node }
    guard let own, let kind = own.kind else { return nil }
    let cells = keyPaths.filter { $0.kind == kind }.compactMap { keyPath in
      keyPath.cells.first { $0.isLike(fault) }.map { (cell: $0, lines: keyPath.lines) }
    }
    return Likeness(kind: kind, cells: cells)
  }
}

extension FaultCell {
  /// Whether it is the fault of another cell, at whatever key path.
  fileprivate func isLike(_ other: FaultCell) -> Bool {
    faultClass == other.faultClass && variant.utf8.elementsEqual(other.variant.utf8)
  }
}

extension FaultedKeyPath {
  /// The kind of the value, in a word; `nil`, if no line reads it.
  fileprivate var kind: String? {
    switch reads.types.first {
    case .scalar(let scalar)?: scalar.name.rawValue
    case .literal?: "case"
    case .array?, .set?: "array"
    case .mapping?, .dictionary?, .keyed?: "object"
    case .union?, nil: nil
    }
  }
}
