// The contents of strings and member names. They are compared as UTF-8 bytes, never as `String`,
// whose equality is canonical equivalence: "é" as one scalar and as two are different names.

extension JSONDocument {
  /// Returns the text of a string or member name; each unpaired surrogate becomes U+FFFD.
  package func string(_ node: Int) -> String {
    guard word(node).kind == .escapedString else {
      return String(decoding: text[contentRange(node)], as: UTF8.self)
    }
    return String(decoding: UnescapedUTF8(text[contentRange(node)]).replaced, as: UTF8.self)
  }

  /// Returns the unescaped bytes of a string or member name. An unpaired surrogate becomes the
  /// three bytes that UTF-8 would use if it permitted surrogates ("WTF-8"), so that different
  /// strings have different bytes.
  package func contentBytes(_ node: Int) -> ArraySlice<UInt8> {
    let content = text[contentRange(node)]
    return word(node).kind == .escapedString ? UnescapedUTF8(content).bytes[...] : content
  }

  /// Returns whether a string or member name, unescaped, equals the given UTF-8 bytes.
  package func string(_ node: Int, equals bytes: some Collection<UInt8>) -> Bool {
    guard word(node).kind == .escapedString else {
      let range = contentRange(node)
      return range.count == bytes.count && text[range].elementsEqual(bytes)
    }
    return UnescapedUTF8(text[contentRange(node)]).bytes.elementsEqual(bytes)
  }

  /// Returns whether a string or member name equals a name. The function is not generic, so that
  /// loops over members in other modules are fast.
  package func string(_ node: Int, equals name: MemberName) -> Bool {
    let length = word(node).length - 2
    guard word(node).kind == .escapedString || length == name.text.utf8.count else { return false }
    return string(node, equals: name.text.utf8)
  }

  /// Returns whether a string or member name has the same text as one of another document.
  package func string(_ node: Int, equals other: Int, in document: JSONDocument) -> Bool {
    if document.word(other).kind == .plainString {
      return string(node, equals: document.text[document.contentRange(other)])
    }
    return string(node, equals: document.contentBytes(other))
  }
}
