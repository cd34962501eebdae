package import JSONParsing

/// A fault that can be made in any payload of a target, so that a payload may shrink below it.
///
///     fault.apply(to: &payload)      // false, if the payload has no place for it
package struct Fault: Sendable {
  package let faultClass: FaultClass
  package let variant: String
  /// Where it was made first.
  package let path: InstancePath
  /// A member's name and the other spelling of it that the fault is.
  package let spelling: SpelledKey?
  /// The path without what differs from payload to payload.
  private let template: InstancePath
  /// Knows the contract and the target.
  private let base: FaultBase

  init(_ cell: FaultCell, in base: FaultBase) {
    (faultClass, variant, path) = (cell.faultClass, cell.variant, cell.path)
    template = PathTemplates(cell.base)[cell.node]
    spelling = cell.spelling
    self.base = base
  }

  /// `null@[3].file_url`
  package var id: String {
    "\(faultClass.rawValue)\(variant.isEmpty ? "" : ":" + variant)@\(path)"
  }

  /// Makes the fault in a payload of the target, which may have other faults.
  ///
  /// - Returns: Whether the payload has a place for it: the path itself, or else the first that
  ///   differs in nothing but positions and the keys of dictionaries.
  package func apply(to payload: inout PayloadTree) -> Bool {
    guard let cell = cell(in: payload) else { return false }
    payload = cell.payload()
    return true
  }

  private func cell(in payload: PayloadTree) -> FaultCell? {
    guard let own = base.reading(payload) else { return nil }
    if path.steps.isEmpty { return own.cell(faultClass, variant, at: nil) }
    let exact = own.keyPaths.first { own.paths[$0.node] == path }
    if let cell = exact.flatMap({ own.cell(faultClass, variant, at: $0) }) { return cell }
    let templates = PathTemplates(own)
    return own.keyPaths.lazy
      .filter { $0.node > 0 && templates[$0.node] == template }
      .compactMap { own.cell(faultClass, variant, at: $0) }.first
  }
}

extension Fault: Hashable {
  package static func == (left: Fault, right: Fault) -> Bool {
    left.path == right.path && MemberName(left.id) == MemberName(right.id)
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(MemberName(id)) }
}

extension FaultBase {
  /// The cell of a class and variant at a key path of the base, or of the payload itself.
  func cell(
    _ faultClass: FaultClass, _ variant: String, at reads: FaultedKeyPath.Reads?
  ) -> FaultCell? {
    let cells =
      reads.map { FaultCollector.faulted($0, self).cells } ?? FaultCollector.rootCells(self)
    return cells.first {
      $0.faultClass == faultClass && MemberName($0.variant) == MemberName(variant)
    }
  }
}
