import ContractModel
import JSONParsing
import MappingEngine

/// A text split into the parts that stay, and the symbols that are replaced.
struct TextSymbols {
  private enum Piece {
    case literal(Unicode.Scalar)
    /// A Unicode scalar of a row, which starts at the value.
    case row(UInt32)
    case listed([Unicode.Scalar])
  }

  private var pieces: [Piece] = []
  private var digits: [UInt16] = []
  private var radices: [UInt16] = []
  /// Makes a text from all symbols, without the pieces; returns `nil` if no text has the symbols.
  var compose: (([UInt16]) -> String?)?

  var isEmpty: Bool { digits.isEmpty }

  mutating func keep(_ scalar: Unicode.Scalar) { pieces.append(.literal(scalar)) }

  init() {}

  /// Makes the symbols of a number's position in a range, in decimal digits.
  init(_ number: Int64, in range: ClosedRange<Int64>) {
    let count = range.upperBound - range.lowerBound + 1
    guard count > 1 else { return }
    var scale: Int64 = 1
    while count > 1_000, (count - 1) / scale >= 10 { scale *= 10 }
    var (rest, size) = (number - range.lowerBound, (count - 1) / scale + 1)
    var sizes: [Int64] = []
    while scale >= 1 {
      add(Int(rest / scale), of: Int(size))
      sizes.append(scale)
      (rest, scale, size) = (rest % scale, scale / 10, 10)
    }
    compose = { symbols in
      let place = zip(symbols, sizes).reduce(0) { $0 + Int64($1.0) * $1.1 }
      return place < count ? String(range.lowerBound + place) : nil
    }
  }

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
    var (text, index) = (String.UnicodeScalarView(), 0)
    for piece in pieces {
      switch piece {
      case .literal(let scalar): text.append(scalar)
      case .row(let first):
        // Rows have no surrogates.
        if let scalar = Unicode.Scalar(first + UInt32(symbols[index])) { text.append(scalar) }
        index += 1
      case .listed(let scalars):
        text.append(scalars[Int(symbols[index])])
        index += 1
      }
    }
    return String(text)
  }
}

extension TextSymbols {
  /// The rows of letters and digits. A scalar is replaced within its row.
  private static let rows: [ClosedRange<UInt32>] = [
    0x61...0x7a, 0x41...0x5a, 0xc0...0xd6, 0xd8...0xde, 0xdf...0xf6, 0xf8...0xff, 0x100...0x17f,
    0x391...0x3a1, 0x3a3...0x3a9, 0x3b1...0x3c9, 0x410...0x42f, 0x430...0x44f, 0x5d0...0x5ea,
    0x627...0x63a, 0x905...0x939, 0xe01...0xe2e, 0x3041...0x3096, 0x30a1...0x30fa,
    0x4e00...0x9fa5, 0xac00...0xd7a3, 0x1f300...0x1f64f,
  ]
  /// The row for letters outside of all other rows.
  private static let otherRow: ClosedRange<UInt32> = 0x4e00...0x9fa5
  /// The maximum length of a row whose single scalars are tested.
  private static let longestLookedAt = 200

  /// Adds a text without a format. Letters and digits are replaced by others of the same case and
  /// script; white space and punctuation stay.
  ///
  /// - Parameter classes: For each scalar, the classes with which patterns match it; its
  ///   replacement is also in these classes.
  mutating func take(plain text: some Collection<Unicode.Scalar>, _ classes: [[ScalarSet]] = []) {
    var isInNumber = false
    for (index, scalar) in text.enumerated() {
      let isDigit = 0x30...0x39 ~= scalar.value
      let sets = classes.isEmpty ? [] : classes[index]
      switch scalar.value {
      case 0x30...0x39:
        if isInNumber { take(scalar, 0x30...0x39, sets) } else { take(scalar, 0x31...0x39, sets) }
      // Punctuation and symbols.
      case ..<0x41, 0x5b...0x60, 0x7b...0xbf, 0x2000...0x2bff, 0x3000...0x303f, 0xfffd:
        keep(scalar)
      default:
        take(scalar, Self.rows.first { $0.contains(scalar.value) } ?? Self.otherRow, sets)
      }
      isInNumber = isDigit
    }
  }

  private mutating func take(
    _ scalar: Unicode.Scalar, _ row: ClosedRange<UInt32>, _ sets: [ScalarSet]
  ) {
    let isInRow = row.contains(scalar.value)
    guard !sets.isEmpty else {
      // A leading 0 of a number stays.
      guard isInRow || row == Self.otherRow else { return keep(scalar) }
      let symbol = (scalar.value - (isInRow ? row.lowerBound : 0)) % UInt32(row.count)
      pieces.append(.row(row.lowerBound))
      return add(Int(symbol), of: row.count)
    }
    guard isInRow, row.count <= Self.longestLookedAt else { return keep(scalar) }
    let others = row.compactMap { Unicode.Scalar($0) }.filter { other in
      sets.allSatisfy { $0.contains(other) }
    }
    guard others.count > 1, let symbol = others.firstIndex(of: scalar) else { return keep(scalar) }
    pieces.append(.listed(others))
    add(symbol, of: others.count)
  }
}
