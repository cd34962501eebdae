package import JSONParsing

extension PropertyLine {
  /// The key of the line, before the colon.
  package var key: MemberName { MemberName(source.description + (isOptional ? "?" : "")) }

  /// The text of the line, after the colon.
  package var line: String {
    (propertyWord.map { "\($0): " } ?? "") + value.description
      + (defaultValue.map { " = \($0)" } ?? "")
  }

  /// The property as a line writes it; `nil` for one that only its key names: `file-url`.
  private var propertyWord: String? {
    guard let property else { return "_" }
    let isNameable = property.names.allSatisfy { name in
      name.text.unicodeScalars.first?.startsName == true
        && name.text.unicodeScalars.allSatisfy(\.continuesName)
    }
    return isNameable ? property.description : nil
  }
}
