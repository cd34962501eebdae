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

  func member(_ name: String) throws(PartError) -> PartValue {
    guard let member = optional(name) else { throw error("\(quoted(name)) is missing") }
    return member
  }

  func optional(_ name: String) -> PartValue? { value[name].map(with) }

  func members() throws(PartError) -> [(name: MemberName, value: PartValue)] {
    guard value.kind == .object else { throw error("expected an object") }
    return value.members.map { ($0.name, with($0.value)) }
  }

  func elements() throws(PartError) -> [PartValue] {
    guard value.kind == .array else { throw error("expected a list") }
    return value.elements.map(with)
  }

  /// The elements of a list of a known length.
  func elements(_ count: Int) throws(PartError) -> [PartValue] {
    let elements = try elements()
    guard elements.count == count else {
      throw error("expected \(count) elements, found \(elements.count)")
    }
    return elements
  }

  // MARK: - Scalars

  func string() throws(PartError) -> String {
    guard let string = value.string else { throw error("expected a text") }
    return string
  }

  /// A text that was made safe to display by whoever wrote it, which nobody has to believe.
  func safeString() throws(PartError) -> String { displayed(try string()) }

  func bool() throws(PartError) -> Bool {
    guard let bool = value.bool else { throw error("expected true or false") }
    return bool
  }

  /// A whole number, from −1 for what is none up to what a place in a file can be.
  func number(from least: Int = 0) throws(PartError) -> Int {
    guard let number = value.number?.int64.exactValue, Int64(least)...(1 << 50) ~= number else {
      throw error("expected a whole number of \(least) or more")
    }
    return Int(number)
  }

  /// - Parameter limit: How much it may be, of all parts in sum.
  func count(
    _ budget: inout CountBudget, _ limit: WritableKeyPath<CountBudget, Int> = \.records
  ) throws(PartError) -> Int {
    let count = try number()
    guard count <= budget[keyPath: limit] else {
      throw error("the counts are more than a capture has")
    }
    budget[keyPath: limit] -= count
    return count
  }

  func fingerprint() throws(PartError) -> UInt64 {
    let text = try string()
    guard text.utf8.count == 16, let number = UInt64(text, radix: 16), text.utf8.first != 0x2b
    else { throw error("expected 16 hexadecimal digits") }
    return number
  }
}
