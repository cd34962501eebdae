import ContractModel
package import JSONParsing

/// A reason why a part cannot be merged.
package struct PartError: Error, Equatable, CustomStringConvertible {
  /// Where, safe to display: a file, a line and a column.
  package var place: String
  package var message: String
  package var hint: String?

  package init(_ place: String, _ message: String, hint: String? = nil) {
    (self.place, self.message, self.hint) = (place, message, hint)
  }

  package var description: String { "\(place): \(message)" }
}

/// How much the counts of all parts may be in sum: more than any capture has, and so little that no
/// sum or share of them is too large a number.
package struct CountBudget {
  fileprivate var records = 1 << 50
  fileprivate var bytes = 1 << 56

  package init() {}
}

/// A value of a part, from a file that may hold anything.
package struct PartValue {
  package let value: JSONValue
  /// The file's name.
  let file: String
  /// Its bytes.
  let text: [UInt8]

  package func error(_ message: String, hint: String? = nil) -> PartError {
    let position = TextPosition(offset: value.byteRange.lowerBound, in: text)
    return PartError("\(displayed(file)):\(position)", message, hint: hint)
  }

  private func with(_ value: JSONValue) -> PartValue {
    PartValue(value: value, file: file, text: text)
  }

  // MARK: - Members

  package func member(_ name: String) throws(PartError) -> PartValue {
    guard let member = optional(name) else { throw error("\(quoted(name)) is missing") }
    return member
  }

  package func optional(_ name: String) -> PartValue? { value[name].map(with) }

  package func members() throws(PartError) -> [(name: MemberName, value: PartValue)] {
    guard value.kind == .object else { throw error("expected an object") }
    return value.members.map { ($0.name, with($0.value)) }
  }

  package func elements() throws(PartError) -> [PartValue] {
    guard value.kind == .array else { throw error("expected a list") }
    return value.elements.map(with)
  }

  /// The elements of a list of a known length.
  package func elements(_ count: Int) throws(PartError) -> [PartValue] {
    let elements = try elements()
    guard elements.count == count else {
      throw error("expected \(count) elements, found \(elements.count)")
    }
    return elements
  }

  // MARK: - Scalars

  package func string() throws(PartError) -> String {
    guard let string = value.string else { throw error("expected a text") }
    return string
  }

  package func strings() throws(PartError) -> [String] {
    var strings: [String] = []
    for element in try elements() { strings.append(try element.string()) }
    return strings
  }

  /// A text that was made safe to display by whoever wrote it, which nobody has to believe.
  package func safeString() throws(PartError) -> String { displayed(try string()) }

  package func bool() throws(PartError) -> Bool {
    guard let bool = value.bool else { throw error("expected true or false") }
    return bool
  }

  /// A whole number, from −1 for what is none up to what a place in a file can be.
  package func number(from least: Int = 0) throws(PartError) -> Int {
    guard let number = value.number?.int64.exactValue, Int64(least)...(1 << 50) ~= number else {
      throw error("expected a whole number of \(least) or more")
    }
    return Int(number)
  }

  package func count(_ budget: inout CountBudget) throws(PartError) -> Int {
    try count(&budget.records)
  }

  private func count(_ rest: inout Int) throws(PartError) -> Int {
    let count = try number()
    guard count <= rest else { throw error("the counts are more than a capture has") }
    rest -= count
    return count
  }

  /// Reads the members that are figures of totals.
  func readFigures<Totals: SummedFigures>(
    of totals: inout Totals, _ budget: inout CountBudget
  ) throws(PartError) {
    for figure in Totals.figures {
      let value = try member(figure.name)
      switch figure.unit {
      case .records: totals[keyPath: figure.path] = try value.count(&budget.records)
      case .bytes: totals[keyPath: figure.path] = try value.count(&budget.bytes)
      }
    }
  }

  package func numbers(_ count: Int) throws(PartError) -> [Int] {
    var numbers: [Int] = []
    for element in try elements(count) { numbers.append(try element.number()) }
    return numbers
  }

  package func fingerprint() throws(PartError) -> UInt64 {
    let text = try string()
    guard text.utf8.count == 16, let number = UInt64(text, radix: 16), text.utf8.first != 0x2b
    else { throw error("expected 16 hexadecimal digits") }
    return number
  }

  /// One of some words.
  func word<Word: RawRepresentable>(
    _ type: Word.Type, _ what: String
  ) throws(PartError) -> Word where Word.RawValue == String {
    let text = try string()
    guard let word = Word(rawValue: text) else { throw error("\(quoted(text)) is no \(what)") }
    return word
  }
}
