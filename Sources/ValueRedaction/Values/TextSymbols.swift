import ContractModel
import JSONParsing

/// A text split into the parts that stay, and the symbols that are replaced.
struct TextSymbols {
  /// For each Unicode scalar, those that may be in its place: for one that stays, itself alone.
  private var pieces: [[Unicode.Scalar]] = []
  private var digits: [UInt16] = []
  private var radices: [UInt16] = []
  /// Makes a text from all symbols, without the pieces; returns `nil` if no text has the symbols.
  var compose: (([UInt16]) -> String?)?

  var isEmpty: Bool { digits.isEmpty }

  mutating func keep(_ scalar: Unicode.Scalar) { pieces.append([scalar]) }

  mutating func add(_ symbol: Int, of count: Int) {
    digits.append(UInt16(symbol))
    radices.append(UInt16(count))
  }

  /// The maximum number of attempts to find an admitted text; smaller for many symbols.
  private var mostSteps: Int { 640_000 / max(64, digits.count) }

  /// Returns another admitted text. The replacement is a bijection of the admitted texts: the
  /// symbols are permuted until they give an admitted text (cycle walking).
  ///
  /// - Returns: The same text if no other is admitted; `nil` if none was found.
  func replaced(by key: RedactionKey, admits: (String) -> Bool) -> String? {
    var symbols = digits
    for _ in 0..<mostSteps {
      key.permute(&symbols, radices)
      if let text = text(symbols), symbols == digits || admits(text) { return text }
    }
    return nil
  }

  private func text(_ symbols: [UInt16]) -> String? {
    if let compose { return compose(symbols) }
    var (text, rest) = (String.UnicodeScalarView(), symbols[...])
    for piece in pieces {
      text.append(piece[piece.count > 1 ? Int(rest.removeFirst()) : 0])
    }
    return String(text)
  }
}

extension TextSymbols {
  private static func row(_ range: ClosedRange<UInt32>) -> [Unicode.Scalar] {
    range.compactMap { Unicode.Scalar($0) }
  }

  private static let digits = row(0x30...0x39)
  /// The row for letters outside of all other rows.
  private static let otherRow = row(0x4e00...0x9fa5)
  /// The rows of letters; none has surrogates. A scalar is replaced within its row.
  private static let rows =
    [
      0x61...0x7a, 0x41...0x5a, 0xc0...0xd6, 0xd8...0xde, 0xdf...0xf6, 0xf8...0xff, 0x100...0x17f,
      0x391...0x3a1, 0x3a3...0x3a9, 0x3b1...0x3c9, 0x410...0x42f, 0x430...0x44f, 0x5d0...0x5ea,
      0x627...0x63a, 0x905...0x939, 0xe01...0xe2e, 0x3041...0x3096, 0x30a1...0x30fa,
      0xac00...0xd7a3, 0x1f300...0x1f64f,
    ].map(row)
  /// The maximum length of a row whose single scalars are tested.
  private static let longestLookedAt = 200

  /// Adds a text without a format. Letters and digits are replaced by others of the same case and
  /// script; white space and punctuation stay, and so does a zero before other digits.
  ///
  /// - Parameters:
  ///   - keptCount: The number of scalars at the start that stay.
  ///   - classes: For each scalar, the classes with which patterns match it; its replacement is
  ///     also in these classes.
  mutating func take(
    plain text: some Collection<Unicode.Scalar>, keeping keptCount: Int = 0,
    _ classes: [[ScalarSet]] = []
  ) {
    var isInNumber = false
    for (index, scalar) in text.enumerated() {
      let sets = classes.isEmpty ? [] : classes[index]
      switch scalar.value {
      case _ where index < keptCount: keep(scalar)
      case 0x30...0x39:
        take(scalar, isInNumber ? Self.digits : Array(Self.digits.dropFirst()), sets)
      // Punctuation and symbols.
      case ..<0x41, 0x5b...0x60, 0x7b...0xbf, 0x2000...0x2bff, 0x3000...0x303f, 0xfffd:
        keep(scalar)
      default:
        let row = Self.rows.first { $0[0] <= scalar && scalar <= $0[$0.count - 1] }
        take(scalar, row ?? Self.otherRow, sets)
      }
      isInNumber = Self.digits.contains(scalar)
    }
  }

  private mutating func take(
    _ scalar: Unicode.Scalar, _ row: [Unicode.Scalar], _ sets: [ScalarSet]
  ) {
    var (others, symbol) = (row, Int(scalar.value) - Int(row[0].value))
    if !sets.isEmpty {
      guard row.count <= Self.longestLookedAt else { return keep(scalar) }
      others = row.filter { other in sets.allSatisfy { $0.contains(other) } }
      symbol = others.firstIndex(of: scalar) ?? -1
    } else if row == Self.otherRow, !row.indices.contains(symbol) {
      symbol = Int(scalar.value) % row.count
    }
    guard others.count > 1, others.indices.contains(symbol) else { return keep(scalar) }
    pieces.append(others)
    add(symbol, of: others.count)
  }
}
