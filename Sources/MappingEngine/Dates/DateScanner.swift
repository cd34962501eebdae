/// A scanner for the text of a date. A function that returns `nil` or `false` leaves the position
/// where it was, except that of an invalid time or offset a part may have been consumed.
///
/// The scanner works on ASCII bytes in place. Other bytes, such as those of a full-width digit,
/// match nothing.
struct DateScanner {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0

  private init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// Parses a value at the start of a text; returns `nil` if there is none or text follows it.
  static func read<Value>(
    _ text: some Collection<UInt8>, _ read: (inout DateScanner) -> Value?
  ) -> Value? {
    func readAll(_ bytes: UnsafeBufferPointer<UInt8>) -> Value? {
      var scanner = DateScanner(bytes)
      guard let value = read(&scanner), scanner.isAtEnd else { return nil }
      return value
    }
    if let value = text.withContiguousStorageIfAvailable(readAll) { return value }
    return ContiguousArray(text).withUnsafeBufferPointer(readAll)
  }

  var isAtEnd: Bool { position == bytes.count }

  private var nextDigit: Int? {
    guard !isAtEnd else { return nil }
    let digit = bytes[position] &- UInt8(ascii: "0")
    return digit < 10 ? Int(digit) : nil
  }

  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard !isAtEnd, bytes[position] == UInt8(ascii: scalar) else { return false }
    position += 1
    return true
  }

  mutating func digit() -> Int? {
    guard let digit = nextDigit else { return nil }
    position += 1
    return digit
  }

  /// Takes exactly this many digits, at most 18, even if more follow.
  mutating func digits(_ count: Int) -> Int? {
    guard bytes.count - position >= count else { return nil }
    var value = 0
    for byte in bytes[position..<position + count] {
      let digit = byte &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      value = value * 10 + Int(digit)
    }
    position += count
    return value
  }

  /// Takes as many digits as there are, within bounds, which are at most 18.
  mutating func digits(_ counts: ClosedRange<Int>) -> (value: Int, count: Int)? {
    let start = position
    var value = 0
    while position - start < counts.upperBound, let digit = digit() { value = value * 10 + digit }
    let count = position - start
    guard count >= counts.lowerBound else {
      position = start
      return nil
    }
    return (value, count)
  }

  mutating func take(_ literal: some Collection<UInt8>) -> Bool {
    take(literal) { $0 == $1 }
  }

  /// Takes one of several names and returns its index.
  ///
  /// - Parameter names: Names of ASCII letters; none is the prefix of a later one.
  mutating func name(of names: [String], ignoresCase: Bool = false) -> Int? {
    // This bit is the only difference between a letter's two cases.
    let caseBit: UInt8 = ignoresCase ? 0x20 : 0
    return names.firstIndex { name in
      take(name.utf8) { $0 | caseBit == $1 | caseBit }
    }
  }

  private mutating func take(
    _ literal: some Collection<UInt8>, where isSame: (UInt8, UInt8) -> Bool
  ) -> Bool {
    var end = position
    for byte in literal {
      guard end < bytes.count, isSame(bytes[end], byte) else { return false }
      end += 1
    }
    position = end
    return true
  }
}

// MARK: - Times and zones

extension DateScanner {
  /// Takes `hh:mm:ss`.
  mutating func clockTime() -> TimeOfDay? {
    guard let hour = digits(2), take(":"), let minute = digits(2), take(":"),
      let second = digits(2)
    else { return nil }
    return TimeOfDay(hour: hour, minute: minute, second: second)
  }

  /// Takes this many digits, at most 9, of a fraction after the decimal point; returns nanoseconds.
  mutating func fraction(_ counts: ClosedRange<Int>) -> Int? {
    guard let (value, count) = digits(counts) else { return nil }
    return (count..<9).reduce(value) { value, _ in value * 10 }
  }

  /// Takes an offset in one of the forms; returns seconds ahead of UTC, less than a day either way.
  mutating func offset(_ forms: OffsetForms) -> Int? {
    if forms.contains(.letter), take("Z") { return 0 }
    let isAhead = take("+")
    guard isAhead || take("-"), let hours = digits(2), hours < 24,
      let minutes = offsetMinutes(forms), minutes < 60
    else { return nil }
    let seconds = (hours * 60 + minutes) * 60
    return isAhead ? seconds : -seconds
  }

  private mutating func offsetMinutes(_ forms: OffsetForms) -> Int? {
    if forms.contains(.extended), take(":") { return digits(2) }
    if forms.contains(.basic), let minutes = digits(2) { return minutes }
    return forms.contains(.hours) ? 0 : nil
  }
}

/// The ways to write an offset from UTC, all of them from ISO 8601.
struct OffsetForms: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  /// `Z`, for no offset.
  static let letter = OffsetForms(rawValue: 1)
  /// `+02`.
  static let hours = OffsetForms(rawValue: 2)
  /// `+0200`.
  static let basic = OffsetForms(rawValue: 4)
  /// `+02:00`.
  static let extended = OffsetForms(rawValue: 8)
}
