import JSONParsing

/// The numbers of payloads on which a mapper was tested.
public struct MapperCoverage: Sendable, CustomStringConvertible {
  /// The number of single faults that were tried.
  public var cells = 0
  /// The number of all fault cases: faults times key paths.
  public var cellCount = 0
  /// The number of valid payloads and examples.
  public var valid = 0
  /// The number of payloads with one identity at two places.
  public var pairs = 0
  /// The number of payloads with many faults that the contract admits; only small budgets have
  /// them.
  public var combined = 0
  /// The number of payloads with edge values of members, in pairwise combination.
  public var rows = 0
  /// The number of drawn payloads.
  public var drawn = 0
  /// The number of payloads made from recorded bodies: the bodies themselves, with single faults,
  /// and with edge values.
  public var recorded = 0
  /// The number of histories: responses one after the other, for a mapper that keeps its objects.
  public var histories = 0
  /// The number of fault cases that were not tried, because the mapper rejects the valid payloads
  /// that they change.
  package var refusedCells = 0
  /// The names of the payloads for which the mapper's result is left open; it was only checked that
  /// the mapper survives them.
  public var leftOpen: [String] = []
  /// The keys that the mapper also reads in another spelling, where that is left open, as in
  /// `"fileUrl" for "file_url"`.
  public var otherSpellings: [String] = []

  /// The app's properties that are not compared, because their lines only check the value:
  /// `Order.total`.
  public internal(set) var uncheckedProperties: [String] = []

  /// The contract's properties that are not compared, because the test says `.skipping`:
  /// `Order.total`.
  public internal(set) var skippedProperties: [String] = []

  /// Sentences on things that could not be tested.
  public internal(set) var notes: [String] = []

  package init(cells: Int = 0, cellCount: Int = 0) {
    (self.cells, self.cellCount) = (cells, cellCount)
  }

  /// Whether every single fault was tried.
  public var isComplete: Bool { cells == cellCount }

  /// The number of all payloads.
  public var payloadCount: Int {
    cells + valid + combined + pairs + rows + drawn + recorded + histories
  }

  /// A summary: `412 of 412 cells (fault x key path), 2 valid or examples, 15 identity pairs, 31
  /// pairwise rows, 57 random`
  public var description: String {
    let counts: [(count: Int, text: String, isOptional: Bool)] = [
      (cellCount, "\(cells) of \(cellCount) cells (fault x key path)", true),
      (valid, "\(valid) valid or examples", false), (combined, "\(combined) combined", true),
      (pairs, "\(pairs) identity pairs", false), (rows, "\(rows) pairwise rows", false),
      (drawn, "\(drawn) random", false), (recorded, "\(recorded) of recorded bodies", true),
      (histories, "\(histories) histories", true),
    ]
    // Without single faults, for histories alone, only what was tried is listed.
    let isAll = cellCount > 0 || payloadCount == 0
    return counts.filter { $0.count > 0 || isAll && !$0.isOptional }.map(\.text)
      .joined(separator: ", ")
  }

  /// The summary with the names of the first payloads that are left open and of the first keys that
  /// are read in another spelling, and with the notes, each on its own line.
  package var details: String {
    var lines = [description]
    if !leftOpen.isEmpty {
      lines[0] += "; \(leftOpen.count) left open: \(listed(leftOpen, most: 20))"
    }
    if !otherSpellings.isEmpty {
      lines.append(
        "the mapper also reads \(listed(otherSpellings, most: 20)), which is left open: "
          + "where either may come, write \"keys\": \"snakeCase\" in the contract")
    }
    if let uncheckedSentence { lines.append(uncheckedSentence) }
    if !skippedProperties.isEmpty {
      lines.append(
        "\(counted(skippedProperties.count, "property", "properties")) skipped: "
          + "\(listed(skippedProperties, most: 20)); the test says .skipping there")
    }
    return (lines + notes).joined(separator: "\n")
  }

  /// A sentence on properties of the app that are not compared; `nil` if there are none.
  package var uncheckedSentence: String? {
    guard !uncheckedProperties.isEmpty else { return nil }
    let names = listed(uncheckedProperties, most: 20)
    let count = counted(uncheckedProperties.count, "property", "properties")
    return "\(count) unchecked: \(names); the contract says \"_:\" there, so what the app makes is "
      + "compared with nothing"
  }
}
