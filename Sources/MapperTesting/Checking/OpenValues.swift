import JSONParsing

extension JSONDocument {
  /// Whether there is something in the document that mappers may read otherwise, or refuse, by right.
  ///
  /// A whole number beyond 2⁵³ that is written with a point or an exponent, as in
  /// `9007199254740993.0`: Foundation's readers go through `Double` there, or refuse it for a type of
  /// whole numbers. Two names of an object, or two texts of an array, that are canonically equivalent
  /// and not the same: `String` takes the composed and the decomposed é for one, so a `Set<String>`
  /// or `[String: Int]` of the app keeps one of the two.
  var leavesValuesOpen: Bool {
    var node = 0
    let end = next(node)
    while node < end {
      let kind = word(node).kind
      if kind == .real, isOpenNumber(byteRange(node)) { return true }
      if kind.isContainer, hasEquivalentTexts(JSONValue(document: self, node: node)) { return true }
      node += kind.isContainer ? 2 : 1
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

  private func hasEquivalentTexts(_ value: JSONValue) -> Bool {
    let texts = value.members.map(\.name.text) + value.elements.compactMap(\.string)
    // Canonical equivalence is how strings are compared.
    var known: [String: String] = [:]
    return texts.contains { text in
      guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return false }
      return known.updateValue(text, forKey: text).map { !MemberName.isSame($0, text) } ?? false
    }
  }
}
