import JSONParsing

extension JSONDocument {
  /// Whether an object of the document has two names, or an array two texts, that are canonically
  /// equivalent and not the same: `String` takes the composed and the decomposed é for one, so a
  /// `Set<String>` or `[String: Int]` of the app keeps one of the two.
  var leavesTextsOpen: Bool {
    var node = 0
    let end = next(node)
    while node < end {
      let kind = word(node).kind
      if kind.isContainer, hasEquivalentTexts(JSONValue(document: self, node: node)) { return true }
      node += kind.isContainer ? 2 : 1
    }
    return false
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
