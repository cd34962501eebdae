import JSONParsing

extension JSONDocument {
  /// Whether there is a whole number in the document that mappers may read as another one, or refuse:
  /// beyond 2⁵³, and written with a point or an exponent, as in `9007199254740993.0`. Foundation's
  /// readers go through `Double` there, or refuse it for a type of whole numbers.
  var leavesNumbersOpen: Bool {
    var node = 0
    let end = next(node)
    while node < end {
      let word = word(node)
      if word.kind == .real, isOpenNumber(byteRange(node)) { return true }
      node += word.kind.isContainer ? 2 : 1
    }
    return false
  }

  private func isOpenNumber(_ range: Range<Int>) -> Bool {
    guard let number = JSONNumber(String(decoding: range.map(byte), as: UTF8.self)) else {
      return false
    }
    let magnitude = number.int64.exactValue?.magnitude ?? number.uint64.exactValue ?? 0
    return magnitude > 1 << 53
  }
}
