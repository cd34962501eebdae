import ContractModel
import JSONParsing

/// The order in which cells are tried if not all of them are: in rounds, each of which has one cell
/// of each kind.
///
/// In the first round, each line is missing, null, and of the wrong type that is nearest to its
/// own; each other fault occurs once for each type of value.
enum CellOrder {
  /// The variants of wrong types that mappers accept most often.
  private static let nearest = [
    "quoted", "digits", "unwrapped", "in-array", "one", "zero", "bool", "unquoted", "string",
  ]
  /// Classes that find few faults that others do not find. They come two rounds later, as do the
  /// contract's bounds and patterns, which bind only the server.
  private static let late: Set<FaultClass> = [
    .keyCase, .depth, .emptyKey, .unknownKey, .dottedKey, .decimal,
  ]

  private static func isLate(_ cell: FaultCell, _ keyPath: FaultedKeyPath?) -> Bool {
    late.contains(cell.faultClass)
      || cell.faultClass == .text && keyPath?.reads.values.contains { $0.pattern != nil } ?? false
      || ["range-", "length-", "count-"].contains { cell.variant.hasPrefix($0) }
  }

  private struct Kind: Hashable {
    var faultClass: FaultClass
    /// The line that reads the value, or else the variant and the type of the value.
    var line: MemberName?
    var variant: MemberName?
    var type: String?

    init(_ cell: FaultCell, _ keyPath: FaultedKeyPath?) {
      faultClass = cell.faultClass == .object ? .wrongType : cell.faultClass
      switch faultClass {
      case .missing, .null, .wrongType: line = MemberName(keyPath?.reads.signature ?? "")
      default: (variant, type) = (MemberName(cell.variant), keyPath?.kind)
      }
    }
  }

  /// - Parameter combined: The ids of cells that are also combined with others. They come last,
  ///   together with cells that say nothing about a mapper.
  /// - Returns: The numbers of the cells in the sweep.
  static func numbers(
    of sweep: FaultSweep, behind combined: Set<MemberName>, _ seed: Seed
  ) -> [Int32] {
    let cells: [(cell: FaultCell, keyPath: FaultedKeyPath?)] =
      sweep.keyPaths.flatMap { keyPath in keyPath.cells.map { ($0, keyPath) } }
      + sweep.rootCells.map { ($0, nil) }
    // In the order of the sweep, neighbouring key paths would wait for each other, and a budget that
    // ends early would never reach the last ones.
    var shuffled = Array(0..<Int32(cells.count))
    var random = seed.random(ofCase: -1)
    random.shuffle(&shuffled)
    let distances = cells.map { cell, _ in
      nearest.firstIndex { $0.utf8.elementsEqual(cell.variant.utf8) } ?? nearest.count
    }
    var rounds = Array(repeating: Int.max, count: cells.count)
    var counts: [Kind: Int] = [:]
    let nearestFirst = shuffled.sorted { distances[Int($0)] < distances[Int($1)] }
    for number in nearestFirst.map(Int.init) {
      let (cell, keyPath) = cells[number]
      if cell.isUnspecified || combined.contains(MemberName(cell.id)) { continue }
      let count = counts[Kind(cell, keyPath), default: 0]
      rounds[number] = count + (isLate(cell, keyPath) ? 2 : 0)
      counts[Kind(cell, keyPath)] = count + 1
    }
    return shuffled.sorted { rounds[Int($0)] < rounds[Int($1)] }
  }
}

extension FaultedKeyPath {
  /// The kind of the value in a word; `nil` if no line reads it.
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
