import MappingEngine

/// Dates and times in figures: `2024-02-29T12:30:00.250Z`, `29.02.2024`, `12:30`.
///
/// The century stays, and so does the zone; a day is one of its month.
enum DateSymbols {
  /// - Returns: `nil`, if the text is no date or time.
  static func symbols(of bytes: UnsafeBufferPointer<UInt8>, isNarrow: Bool) -> TextSymbols? {
    var scan = Scan(bytes: bytes, isNarrow: isNarrow)
    return scan.date() ? scan.symbols : nil
  }

  private struct Scan {
    let bytes: UnsafeBufferPointer<UInt8>
    let isNarrow: Bool
    var position = 0
    var symbols = TextSymbols()

    var isAtEnd: Bool { position == bytes.count }

    mutating func date() -> Bool {
      switch (bytes.firstIndex { !KeyName.isDigit($0) } ?? 0, bytes.count) {
      case (4, 10...): isoDate()
      case (1...2, 4...): byte(at: 2) == ":" ? time() && isAtEnd : ordinaryDate()
      default: false
      }
    }

    /// `2024-02-29`, and a time behind `T` or a space.
    private mutating func isoDate() -> Bool {
      guard let year = number(4), keep("-"), let month = number(2), byte(at: position) == "-",
        let day = number(at: position + 1, 2), 1...12 ~= month,
        1...CivilDate.dayCount(ofMonth: month, year: year) ~= day
      else { return false }
      symbols = TextSymbols()
      take(year: year)
      symbols.keep("-".utf8)
      symbols.replace(month, in: 1...12, width: 2)
      symbols.keep("-".utf8)
      symbols.replace(day, in: 1...31, width: 2)
      position += 3
      guard !isAtEnd else { return true }
      guard keep("T") || keep(" ") || keep("t") else { return false }
      return time() && zone() && isAtEnd
    }

    private mutating func take(year: Int) {
      symbols.keep(year / 100, width: 2)
      symbols.take(yearOfCentury: year % 100, isNarrow: isNarrow)
    }

    /// `29.02.2024`, `2/29/24`: which number is the month nobody knows.
    private mutating func ordinaryDate() -> Bool {
      for _ in 0..<2 {
        let width = KeyName.isDigit(bytes[safe: position + 1] ?? 0) ? 2 : 1
        guard let number = number(width), 1...31 ~= number else { return false }
        let range = number <= 12 ? 1...(width == 1 ? 9 : 12) : 13...28
        symbols.replace(number, in: range, width: width)
        guard keep(".") || keep("/") || keep("-") else { return false }
      }
      let rest = bytes.count - position
      guard rest == 4 || rest == 2, let year = number(rest) else { return false }
      if rest == 4 {
        take(year: year)
      } else {
        symbols.take(yearOfCentury: year, isNarrow: isNarrow)
      }
      return true
    }

    private mutating func time() -> Bool {
      guard let hour = number(2), keep(":", behind: (hour, 23)), let minute = number(2) else {
        return false
      }
      guard 0...59 ~= minute, hour <= 24 else { return false }
      symbols.replace(minute, in: 0...59, width: 2)
      guard byte(at: position) == ":" else { return true }
      _ = keep(":")
      guard let second = number(2), second <= 60 else { return false }
      symbols.replace(second, in: 0...59, width: 2)
      guard byte(at: position) == "." || byte(at: position) == "," else { return true }
      symbols.keep(CollectionOfOne(bytes[position]))
      position += 1
      let start = position
      while let digit = bytes[safe: position], KeyName.isDigit(digit) {
        symbols.replace(UInt16(digit - 0x30), of: .digit)
        position += 1
      }
      return position > start
    }

    /// Nothing, `Z`, `+02:00` or `+0200`, which stays.
    private mutating func zone() -> Bool {
      let rest = bytes[position...]
      let isZone =
        rest.isEmpty || rest.count == 1 && rest.first.map { $0 | 0x20 } == UInt8(ascii: "z")
        || [5, 6].contains(rest.count) && [0x2b, 0x2d].contains(rest.first)
          && rest.dropFirst().allSatisfy { KeyName.isDigit($0) || $0 == UInt8(ascii: ":") }
      guard isZone else { return false }
      symbols.keep(rest)
      position = bytes.count
      return true
    }

    // MARK: - Bytes

    private func byte(at offset: Int) -> Unicode.Scalar? {
      bytes[safe: offset].map { Unicode.Scalar($0) }
    }

    private func number(at offset: Int, _ width: Int) -> Int? {
      guard offset + width <= bytes.count else { return nil }
      var number = 0
      for byte in bytes[offset..<offset + width] {
        guard KeyName.isDigit(byte) else { return nil }
        number = number * 10 + Int(byte - 0x30)
      }
      return number
    }

    private mutating func number(_ width: Int) -> Int? {
      guard let number = number(at: position, width) else { return nil }
      position += width
      return number
    }

    private mutating func keep(_ scalar: Unicode.Scalar) -> Bool {
      guard byte(at: position) == scalar else { return false }
      symbols.keep(scalar.utf8)
      position += 1
      return true
    }

    /// Takes a colon, and before it the hour.
    private mutating func keep(_ colon: Unicode.Scalar, behind hour: (number: Int, most: Int))
      -> Bool
    {
      guard byte(at: position) == colon else { return false }
      symbols.replace(hour.number, in: 0...hour.most, width: 2)
      return keep(colon)
    }
  }
}

/// `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, section 5.6.7).
struct HTTPDateSymbols {
  let symbols: TextSymbols

  init?(_ bytes: UnsafeBufferPointer<UInt8>, isNarrow: Bool = false) {
    guard bytes.count == 29, bytes[3] == UInt8(ascii: ","), bytes[4] == 0x20, bytes[7] == 0x20,
      bytes[11] == 0x20, bytes[16] == 0x20, bytes[19] == UInt8(ascii: ":"),
      bytes[22] == UInt8(ascii: ":"), bytes[25..<29].elementsEqual(" GMT".utf8),
      EnglishDateNames.shortWeekdays.contains(String(decoding: bytes[..<3], as: UTF8.self)),
      let month = EnglishDateNames.shortMonths.firstIndex(
        of: String(decoding: bytes[8..<11], as: UTF8.self))
    else { return nil }
    let numbers = [5..<7, 12..<16, 17..<19, 20..<22, 23..<25].compactMap {
      Int(String(decoding: bytes[$0], as: UTF8.self))
    }
    guard numbers.count == 5, numbers[1] >= 0,
      1...CivilDate.dayCount(ofMonth: month + 1, year: numbers[1]) ~= numbers[0],
      0...23 ~= numbers[2], 0...59 ~= numbers[3], 0...59 ~= numbers[4]
    else { return nil }
    var symbols = TextSymbols()
    symbols.keep(bytes[..<5])
    symbols.replace(numbers[0], in: 1...31, width: 2)
    symbols.keep(" ".utf8)
    symbols.replace(UInt16(month), of: .month)
    symbols.keep(" ".utf8)
    symbols.keep(bytes[12..<14])
    symbols.take(yearOfCentury: numbers[1] % 100, isNarrow: isNarrow)
    symbols.keep(" ".utf8)
    symbols.replace(numbers[2], in: 0...23, width: 2)
    symbols.keep(":".utf8)
    symbols.replace(numbers[3], in: 0...59, width: 2)
    symbols.keep(":".utf8)
    symbols.replace(numbers[4], in: 0...59, width: 2)
    symbols.keep(bytes[25...])
    self.symbols = symbols
  }

  /// The date with the day of the week that it is.
  static func withDayOfWeek(_ text: String) -> String {
    let bytes = Array(text.utf8)
    let number = { (range: Range<Int>) in Int(String(decoding: bytes[range], as: UTF8.self)) ?? 0 }
    let month = String(decoding: bytes[8..<11], as: UTF8.self)
    let index = EnglishDateNames.shortMonths.firstIndex(of: month) ?? 0
    // A day that the month does not have stays with the day of the week that it came with.
    let date = CivilDate(year: number(12..<16), month: index + 1, day: number(5..<7))
    guard let date else { return text }
    return EnglishDateNames.shortWeekdays[date.weekday]
      + String(decoding: bytes[3...], as: UTF8.self)
  }
}

extension UnsafeBufferPointer<UInt8> {
  fileprivate subscript(safe offset: Int) -> UInt8? { offset < count ? self[offset] : nil }
}
