import JSONParsing

/// The payloads that a mapper was tested on, counted.
public struct MapperCoverage: Sendable, CustomStringConvertible {
  /// The single faults that were tried, and how many there are.
  public var cells = 0
  /// The cells that there are: faults times key paths.
  public var cellCount = 0
  /// Valid payloads and examples.
  public var valid = 0
  /// Payloads with one identity at two places.
  public var pairs = 0
  /// Payloads with many faults that the contract admits, which only small budgets have.
  public var combined = 0
  /// Payloads with members at the edges of what they may be, all pairs of them.
  public var rows = 0
  /// Payloads that were drawn.
  public var drawn = 0
  /// Payloads made of recorded bodies: the bodies themselves, with single faults, and with edges.
  public var recorded = 0
  /// Histories: responses that came one after the other, to a mapper that keeps its objects.
  public var histories = 0
  /// The cells that were not tried, as the mapper refuses the valid payloads that they change.
  package var refusedCells = 0
  /// The names of the payloads of which mappers may make what they want, so that it was only asked
  /// whether this one survives them.
  public var leftOpen: [String] = []
  /// The keys that the mapper reads in another spelling, too, as in `"fileUrl" for "file_url"`, where
  /// that is left open.
  public var otherSpellings: [String] = []

  /// The app's properties that are compared with nothing, since their lines only check the value:
  /// `Order.total`.
  public internal(set) var uncheckedProperties: [String] = []

  /// Sentences on what cannot be tested as things are.
  public internal(set) var notes: [String] = []

  package init(cells: Int = 0, cellCount: Int = 0) {
    (self.cells, self.cellCount) = (cells, cellCount)
  }

  /// Whether every single fault was tried.
  public var isComplete: Bool { cells == cellCount }

  /// All payloads.
  public var payloadCount: Int {
    cells + valid + combined + pairs + rows + drawn + recorded + histories
  }

  /// `412 of 412 cells (fault x key path), 2 valid or examples, 15 identity pairs, 31 pairwise
  /// rows, 57 random`
  public var description: String {
    "\(cells) of \(cellCount) cells (fault x key path), \(valid) valid or examples, "
      + (combined > 0 ? "\(combined) combined, " : "")
      + "\(pairs) identity pairs, \(rows) pairwise rows, \(drawn) random"
      + (recorded > 0 ? ", \(recorded) of recorded bodies" : "")
      + (histories > 0 ? ", \(histories) histories" : "")
  }

  /// The same, and the names of the first payloads that are left open, of the first keys that are
  /// read in another spelling, and the notes, each on a line of its own.
  package var details: String {
    let open =
      leftOpen.isEmpty ? "" : "; \(leftOpen.count) left open: \(listed(leftOpen, most: 20))"
    let spellings =
      otherSpellings.isEmpty
      ? []
      : [
        "the mapper also reads \(listed(otherSpellings, most: 20)), which is left open: "
          + "where either may come, write \"keys\": \"snakeCase\" in the contract"
      ]
    let unchecked = uncheckedSentence.map { [$0] } ?? []
    return ([description + open] + spellings + unchecked + notes).joined(separator: "\n")
  }

  /// That properties of the app are compared with nothing; `nil`, if there is none.
  package var uncheckedSentence: String? {
    guard !uncheckedProperties.isEmpty else { return nil }
    let names = listed(uncheckedProperties, most: 20)
    let count = counted(uncheckedProperties.count, "property", "properties")
    return "\(count) unchecked: \(names); the contract says \"_:\" there, so what the app makes is "
      + "compared with nothing"
  }
}
