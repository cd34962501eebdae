import JSONParsing

enum MappedText {
  /// A text as a JSON string.
  static func json(_ text: String) -> String {
    var writer = JSONWriter()
    writer.string(text)
    return writer.text
  }
}
