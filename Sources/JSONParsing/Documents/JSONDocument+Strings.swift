// What strings and member names say. They are compared as UTF-8 bytes, never as `String`, whose
// equality is canonical equivalence: "é" in one scalar and in two are two names.

extension JSONDocument {
  /// The text of a string or member name; each unpaired surrogate reads as U+FFFD.
  package func string(_ node: Int) -> String {
    guard word(node).kind == .escapedString else {
      return String(decoding: text[contentRange(node)], as: UTF8.self)
    }
    return String(decoding: UnescapedUTF8(text[contentRange(node)]).replaced, as: UTF8.self)
  }

  /// The bytes that a string or member name stands for; an unpaired surrogate is the three bytes
  /// UTF-8 would use for it if it could ("WTF-8"), so that different strings are different bytes.
  package func contentBytes(_ node: Int) -> ArraySlice<UInt8> {
    let content = text[contentRange(node)]
    return word(node).kind == .escapedString ? UnescapedUTF8(content).bytes[...] : content
  }

  /// Whether a string or member name stands for the given UTF-8 bytes.
  package func string(_ node: Int, equals bytes: some Collection<UInt8>) -> Bool {
    guard word(node).kind == .escapedString else {
      let range = contentRange(node)
      return range.count == bytes.count && text[range].elementsEqual(bytes)
    }
    return UnescapedUTF8(text[contentRange(node)]).bytes.elementsEqual(bytes)
  }

  /// Whether a string or member name is a name. It is not generic, so that other modules' loops over
  /// members are fast.
  package func string(_ node: Int, equals name: MemberName) -> Bool {
    let length = word(node).length - 2
    guard word(node).kind == .escapedString || length == name.text.utf8.count else { return false }
    return string(node, equals: name.text.utf8)
  }

  /// Whether two strings or member names stand for the same text, of this document and of another.
  package func string(_ node: Int, equals other: Int, in document: JSONDocument) -> Bool {
    if document.word(other).kind == .plainString {
      return string(node, equals: document.text[document.contentRange(other)])
    }
    return string(node, equals: document.contentBytes(other))
  }
}
