package import JSONParsing

extension PropertyLine {
  /// The text before the colon.
  package var key: MemberName { MemberName(source.description + (isOptional ? "?" : "")) }

  /// The line after the colon.
  package var line: String {
    (propertyWord.map { "\($0): " } ?? "") + value.description
      + (defaultValue.map { " = \($0)" } ?? "")
  }

  /// The property as a line writes it; `nil` for one that is named by its key alone, as `file-url`
  /// can only be.
  private var propertyWord: String? {
    guard let property else { return "_" }
    let isNameable = property.names.allSatisfy { name in
      name.text.unicodeScalars.first?.startsName == true
        && name.text.unicodeScalars.allSatisfy(\.continuesName)
    }
    return isNameable ? property.description : nil
  }
}
