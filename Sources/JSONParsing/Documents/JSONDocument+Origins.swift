extension JSONDocument {
  /// Returns where a part of a string's content is written in the text; an escape is included as a
  /// whole.
  ///
  /// - Parameter content: A range of the string's UTF-8 bytes, escapes resolved.
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
  /// Returns where a part of a string, a range of the UTF-8 bytes of `string`, is written in the
  /// text; an escape is included as a whole.
  package func origin(of content: Range<Int>) -> Range<Int> {
    document.origin(of: content, in: node)
  }
}

extension JSONMember {
  /// Like `JSONValue.origin(of:)`, for a part of the member's name.
  package func origin(ofName content: Range<Int>) -> Range<Int> {
    document.origin(of: content, in: node)
  }
}
