package import ContractModel
package import FaultTolerance
package import JSONParsing

/// One side of a comparison: the contracts in their old or in their new state.
package struct DiffSide: Sendable {
  /// The contracts in the order of their paths.
  package let contracts: [Contract]
  /// The measured answers of the side's app to faults that its contracts reject.
  let tolerance: VersionTolerance

  package init(_ contracts: [Contract], tolerances: [MeasuredTolerance] = []) {
    self.contracts = contracts.sorted { MemberName($0.path) < MemberName($1.path) }
    tolerance = VersionTolerance(of: self.contracts, tolerances)
  }

  /// Returns the text of a place, safe to display: `Contracts/shop.contract.json:22:9`.
  package func text(of origin: Origin) -> String {
    displayed(shownPath(origin.path)) + (position(of: origin).map { ":\($0)" } ?? "")
  }

  /// Returns the line and column of a place; `nil` if the text is not known.
  package func position(of origin: Origin) -> TextPosition? {
    text(ofFile: origin.path).map { TextPosition(offset: origin.range.lowerBound, in: $0) }
  }

  /// Returns the contract's text at a place, as one line without comments.
  func words(at origin: Origin) -> String? {
    guard let text = text(ofFile: origin.path), origin.range.upperBound <= text.count,
      !origin.range.isEmpty,
      let document = try? JSONDocument(
        parsing: Array(text.dropFirst(origin.range.lowerBound).prefix(origin.range.count)),
        options: .tolerant)
    else { return nil }
    return document.root.text()
  }

  /// Returns the path of a file of the side as reports show it; not yet safe to display.
  package func shownPath(_ path: String) -> String { texts(with: path)?.shownPath(path) ?? path }

  private func text(ofFile path: String) -> ArraySlice<UInt8>? { texts(with: path)?[path] }

  private func texts(with path: String) -> ContractTexts? {
    contracts.lazy.map(\.texts).first { $0[path] != nil }
  }
}
