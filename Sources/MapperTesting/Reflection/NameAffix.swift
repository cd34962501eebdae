import JSONParsing

/// An app's name around the contract's: for `RDAvatar`, the prefix `RD` and an empty suffix.
struct NameAffix: Hashable {
  var prefix: MemberName
  var suffix: MemberName

  private init(_ prefix: ArraySlice<Unicode.Scalar>, _ suffix: ArraySlice<Unicode.Scalar>) {
    self.prefix = MemberName(String(String.UnicodeScalarView(prefix)))
    self.suffix = MemberName(String(String.UnicodeScalarView(suffix)))
  }

  /// Returns the affixes of a name that contains another text; at the start of the name, the text's
  /// first letter may have another case.
  static func all(of name: String, around text: String) -> [NameAffix] {
    let (name, text) = (Array(name.unicodeScalars), Array(text.unicodeScalars))
    guard !text.isEmpty, name.count > text.count else { return [] }
    return (0...name.count - text.count).compactMap { start in
      let part = name[start..<start + text.count]
      let isSame =
        part.dropFirst().elementsEqual(text.dropFirst())
        && (part.first == text.first
          || start == 0
            && part.first?.properties.lowercaseMapping == text.first?.properties.lowercaseMapping)
      return isSame ? NameAffix(name[..<start], name[(start + text.count)...]) : nil
    }
  }
}
