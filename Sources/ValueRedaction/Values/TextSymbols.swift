import MappingEngine

/// The signs that one of them may be replaced by.
enum Alphabet {
  /// Unicode scalars in a row.
  case scalars(first: UInt32, count: UInt16)
  /// Hexadecimal digits.
  case hexadecimal(isUpper: Bool)
  /// A number of a fixed width: a day, an hour.
  case number(first: Int, count: UInt16, width: Int)
  /// The English months in three letters.
  case month

  static let digit = Alphabet.scalars(first: 0x30, count: 10)
  /// The first digit of a number.
  static let leadingDigit = Alphabet.scalars(first: 0x31, count: 9)

  var count: UInt16 {
    switch self {
    case .scalars(_, let count), .number(_, let count, _): count
    case .hexadecimal: 16
    case .month: 12
    }
  }

  func write(_ symbol: UInt16, to bytes: inout [UInt8]) {
    switch self {
    case .scalars(let first, _):
      // Every alphabet is a row of scalars without surrogates.
      bytes += Unicode.Scalar(first + UInt32(symbol))?.utf8.map { $0 } ?? []
    case .hexadecimal(let isUpper):
      let letter = UInt8(ascii: isUpper ? "A" : "a")
      bytes.append(symbol < 10 ? 0x30 + UInt8(symbol) : letter + UInt8(symbol) - 10)
    case .number(let first, _, let width):
      let text = String(first + Int(symbol))
      bytes += repeatElement(0x30, count: max(0, width - text.utf8.count))
      bytes += text.utf8
    case .month: bytes += EnglishDateNames.shortMonths[Int(symbol)].utf8
    }
  }
}

/// A text taken apart: what stays, and the symbols that are replaced.
struct TextSymbols {
  private enum Piece {
    case literal(UInt8)
    case symbol(Alphabet)
  }

  private var pieces: [Piece] = []
  private var digits: [UInt16] = []
  private var radices: [UInt16] = []

  var isEmpty: Bool { digits.isEmpty }

  mutating func keep(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { pieces.append(.literal(byte)) }
  }

  mutating func replace(_ symbol: UInt16, of alphabet: Alphabet) {
    pieces.append(.symbol(alphabet))
    digits.append(symbol)
    radices.append(alphabet.count)
  }

  /// A number that is replaced by another one of a range, or stays if it is outside of it.
  mutating func replace(_ number: Int, in range: ClosedRange<Int>, width: Int) {
    guard range.contains(number) else { return keep(number, width: width) }
    let alphabet = Alphabet.number(
      first: range.lowerBound, count: UInt16(range.count), width: width)
    replace(UInt16(number - range.lowerBound), of: alphabet)
  }

  mutating func keep(_ number: Int, width: Int) {
    let text = String(number)
    keep(repeatElement(0x30, count: max(0, width - text.utf8.count)))
    keep(text.utf8)
  }

  /// A year in its century, of two figures.
  mutating func take(yearOfCentury year: Int, isNarrow: Bool) {
    if isNarrow { keep(year, width: 2) } else { replace(year, in: 0...99, width: 2) }
  }

  /// How often a text is replaced that has become something it may not be.
  private static let mostSteps = 200

  /// Returns another text, one to one among those that may be: it goes on from one to the next
  /// until it meets one.
  func replaced(by key: RedactionKey, admits: (String) -> Bool) -> String {
    var symbols = digits
    for _ in 0..<Self.mostSteps {
      key.permute(&symbols, radices)
      let text = text(symbols)
      if admits(text) { return text }
    }
    return text(symbols)
  }

  private func text(_ symbols: [UInt16]) -> String {
    var (bytes, index) = ([UInt8](), 0)
    bytes.reserveCapacity(pieces.count)
    for piece in pieces {
      switch piece {
      case .literal(let byte): bytes.append(byte)
      case .symbol(let alphabet):
        alphabet.write(symbols[index], to: &bytes)
        index += 1
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension TextSymbols {
  /// The rows of letters that a letter outside of ASCII is replaced within.
  private static let rows: [ClosedRange<UInt32>] = [
    0xc0...0xd6, 0xd8...0xde, 0xdf...0xf6, 0xf8...0xff, 0x100...0x17f, 0x391...0x3a1,
    0x3a3...0x3a9, 0x3b1...0x3c9, 0x410...0x42f, 0x430...0x44f, 0x5d0...0x5ea, 0x627...0x63a,
    0x905...0x939, 0xe01...0xe2e, 0x3041...0x3096, 0x30a1...0x30fa, 0x4e00...0x9fa5,
    0xac00...0xd7a3, 0x1f300...0x1f64f,
  ]
  /// The row for letters of no other.
  private static let otherRow: ClosedRange<UInt32> = 0x4e00...0x9fa5

  /// Takes in text of no format: letters and digits are replaced by such, the case and script
  /// stays, and so do white space and punctuation.
  ///
  /// - Parameter isNarrow: Whether letters, and the first digit of each number, stay.
  mutating func take(plain text: some Sequence<Unicode.Scalar>, isNarrow: Bool) {
    var isInNumber = false
    for scalar in text {
      let isDigit = 0x30...0x39 ~= scalar.value
      switch scalar.value {
      case 0x30...0x39 where isInNumber: replace(UInt16(scalar.value - 0x30), of: .digit)
      case 0x31...0x39 where !isNarrow: replace(UInt16(scalar.value - 0x31), of: .leadingDigit)
      case 0x61...0x7a where !isNarrow:
        replace(UInt16(scalar.value - 0x61), of: .scalars(first: 0x61, count: 26))
      case 0x41...0x5a where !isNarrow:
        replace(UInt16(scalar.value - 0x41), of: .scalars(first: 0x41, count: 26))
      // Punctuation and symbols.
      case 0x80...0xbf, 0x2000...0x2bff, 0x3000...0x303f, 0xfffd: keep(scalar.utf8)
      case 0xc0... where !isNarrow: take(letter: scalar)
      default: keep(scalar.utf8)
      }
      isInNumber = isDigit
    }
  }

  private mutating func take(letter scalar: Unicode.Scalar) {
    let row = Self.rows.first { $0.contains(scalar.value) } ?? Self.otherRow
    let count = row.upperBound - row.lowerBound + 1
    let symbol = row.contains(scalar.value) ? scalar.value - row.lowerBound : scalar.value % count
    replace(UInt16(symbol), of: .scalars(first: row.lowerBound, count: UInt16(count)))
  }
}
