extension JSONDocument {
  /// Returns where a part of a string's content is written in the text.
  ///
  /// - Parameters:
  ///   - content: A range of the string's UTF-8 bytes, escapes resolved.
  ///   - node: The string or member name.
  /// - Returns: The bytes of the text for this content; an escape is included as a whole.
  func origin(of content: Range<Int>, in node: Int) -> Range<Int> {
    let written = contentRange(node)
    guard word(node).kind == .escapedString else {
      let start = min(written.lowerBound + content.lowerBound, written.upperBound)
      return start..<min(max(start, written.lowerBound + content.upperBound), written.upperBound)
    }
    let starts = UnescapedUTF8(text[written], keepsStarts: true).starts + [written.upperBound]
    let last = starts.count - 1
    let start = starts[min(content.lowerBound, last)]
    return start..<max(start, starts[min(content.upperBound, last)])
  }
}

extension JSONValue {
  /// Returns where a part of a string is written in the text.
  ///
  /// - Parameter content: A range of the UTF-8 bytes of `string`.
  /// - Returns: The bytes of the text for this content; an escape is included as a whole.
  package func origin(of content: Range<Int>) -> Range<Int> {
    document.origin(of: content, in: node)
  }
}

extension JSONMember {
  /// Returns where a part of the member's name is written in the text, like
  /// `JSONValue.origin(of:)`.
  package func origin(ofName content: Range<Int>) -> Range<Int> {
    document.origin(of: content, in: node)
  }
}
