extension PayloadTree {
  /// Creates the tree of a document as it is written, without white space; `source` is the number
  /// of the value in the document.
  package init(_ document: JSONDocument) { self.init(document.root) }

  /// Creates the tree of a document's value, in the same way.
  package init(_ value: JSONValue) {
    self.init()
    append(value, name: 0..<0)
  }

  /// Creates the tree of a piece of JSON. Other text becomes one scalar.
  package init(json text: String) { self.init(read: Array(text.utf8)) }

  /// Creates the tree of a payload without its white space; other text becomes one scalar.
  package init(read bytes: [UInt8]) {
    if let document = try? JSONDocument(parsing: bytes), !document.hasByteOrderMark {
      self.init(document)
    } else {
      self.init(verbatim: bytes)
    }
  }

  /// Creates a tree of verbatim bytes, including white space, whether they are JSON or not.
  package init(verbatim bytes: some Sequence<UInt8>) {
    self.init()
    scalar(token(bytes))
  }

  private mutating func append(_ value: JSONValue, name: Range<Int32>) {
    let source = Int32(truncatingIfNeeded: value.node)
    switch value.kind {
    case .object:
      begin(.object, name: name, source: source)
      for member in value.members {
        append(member.value, name: token(value.document.bytes[member.nameRange]))
      }
      end()
    case .array:
      begin(.array, name: name, source: source)
      for element in value.elements { append(element, name: 0..<0) }
      end()
    default: scalar(token(value.rawBytes), name: name, source: source)
    }
  }

  /// Returns a value as it is written, except for the nodes that have a text to write instead.
  package func text(of node: Int, replacing: [Int32: String] = [:]) -> String {
    var bytes: [UInt8] = []
    write(node, replacing: replacing, into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
