import ContractModel
package import JSONParsing

extension PartCoder {
  /// How many of something there are, of all that parts may have in sum.
  package mutating func count(_ count: inout Int) throws(PartError) {
    if let source { count = try source.count(&budget) } else { writer.number(count) }
  }

  package mutating func number(_ number: inout Int, from least: Int = 0) throws(PartError) {
    if let source { number = try source.number(from: least) } else { writer.number(number) }
  }

  /// A line of a plan, or a mapping; −1 for none.
  mutating func number(_ number: inout Int32) throws(PartError) {
    var whole = Int(number)
    try self.number(&whole, from: -1)
    number = Int32(clamping: whole)
  }

  /// The place of an input among those of all parts.
  mutating func input(_ number: inout Int) throws(PartError) {
    try self.number(&number)
    if isReading { number += firstInput }
  }

  /// As many numbers as there are.
  mutating func numbers(_ numbers: inout [Int]) throws(PartError) {
    try elements(numbers.count) { number, part throws(PartError) in
      try part.number(&numbers[number])
    }
  }

  mutating func bool(_ bool: inout Bool) throws(PartError) {
    if let source { bool = try source.bool() } else { writer.bool(bool) }
  }

  package mutating func text(_ text: inout String) throws(PartError) {
    if let source { text = try source.string() } else { writer.string(text) }
  }

  package mutating func text(_ name: inout MemberName) throws(PartError) {
    var text = name.text
    try self.text(&text)
    if isReading { name = MemberName(text) }
  }

  /// A text that was made safe to display by whoever wrote it, which nobody has to believe.
  mutating func safeText(_ text: inout String) throws(PartError) {
    if let source { text = try source.safeString() } else { writer.string(text) }
  }

  mutating func texts(_ texts: inout [String]) throws(PartError) {
    try list(&texts, of: "") { text, part throws(PartError) in try part.text(&text) }
  }

  /// A number of which no digit may be lost.
  package mutating func fingerprint(_ number: inout UInt64) throws(PartError) {
    if let source {
      number = try source.fingerprint()
    } else {
      writer.string(hexadecimal(number))
    }
  }

  mutating func figure<Totals>(
    _ figure: SummedFigure<Totals>, of totals: inout Totals
  ) throws(PartError) {
    if let source {
      totals[keyPath: figure.path] = try source.count(&budget, figure.limit)
    } else {
      writer.number(totals[keyPath: figure.path])
    }
  }

  // MARK: - Members

  mutating func figures<Totals: SummedFigures>(of totals: inout Totals) throws(PartError) {
    for figure in Totals.figures {
      try member(figure.name) { part throws(PartError) in try part.figure(figure, of: &totals) }
    }
  }

  package mutating func count(of name: String, _ count: inout Int) throws(PartError) {
    try member(name) { part throws(PartError) in try part.count(&count) }
  }

  package mutating func number<Number>(
    of name: String, _ number: inout Number
  ) throws(PartError) where Number: FixedWidthInteger {
    var whole = Int(number)
    try member(name) { part throws(PartError) in try part.number(&whole) }
    number = Number(clamping: whole)
  }

  mutating func bool(of name: String, _ bool: inout Bool) throws(PartError) {
    try member(name) { part throws(PartError) in try part.bool(&bool) }
  }

  mutating func text(of name: String, _ text: inout String) throws(PartError) {
    try member(name) { part throws(PartError) in try part.text(&text) }
  }

  package mutating func text(of name: String, _ text: inout MemberName) throws(PartError) {
    try member(name) { part throws(PartError) in try part.text(&text) }
  }

  mutating func safeText(of name: String, _ text: inout String) throws(PartError) {
    try member(name) { part throws(PartError) in try part.safeText(&text) }
  }

  /// A text that may be missing.
  mutating func safeText(of name: String, _ text: inout String?) throws(PartError) {
    try optional(name, &text, of: "") { text, part throws(PartError) in
      try part.safeText(&text)
    }
  }

  mutating func fingerprint(of name: String, _ number: inout UInt64) throws(PartError) {
    try member(name) { part throws(PartError) in try part.fingerprint(&number) }
  }

  mutating func numbers(of name: String, _ numbers: inout [Int]) throws(PartError) {
    try member(name) { part throws(PartError) in try part.numbers(&numbers) }
  }

  mutating func range(of name: String, _ range: inout Range<Int>) throws(PartError) {
    var bounds = [range.lowerBound, range.upperBound]
    try numbers(of: name, &bounds)
    try require(bounds[0] <= bounds[1], at: name, "this is no range")
    range = bounds[0]..<bounds[1]
  }

  /// A number that may be missing.
  mutating func number(of name: String, _ number: inout Int?) throws(PartError) {
    try optional(name, &number, of: 0) { number, part throws(PartError) in
      try part.number(&number)
    }
  }

  /// One of some words.
  mutating func word<Word: RawRepresentable>(
    of name: String, _ word: inout Word
  ) throws(PartError) where Word.RawValue == String {
    var text = word.rawValue
    try self.text(of: name, &text)
    guard let found = Word(rawValue: text) else {
      return try require(false, at: name, "\(quoted(text)) is no \(name)")
    }
    word = found
  }

  /// A member that is not there if it is `false`.
  package mutating func flag(_ name: String, _ flag: inout Bool) throws(PartError) {
    if has(name, flag) { try bool(of: name, &flag) }
  }
}
