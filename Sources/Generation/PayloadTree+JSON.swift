import ContractModel
package import JSONParsing

extension PayloadTree {
  /// A document as it is written, without its white space; `source` is the number of the value in
  /// the document.
  package init(_ document: JSONDocument) { self.init(document.root) }

  /// A value of a document, in the same way.
  package init(_ value: JSONValue) {
    self.init()
    append(value, name: 0..<0)
  }

  /// A piece of JSON. Other text is one scalar.
  package init(json text: String) { self.init(read: Array(text.utf8)) }

  /// A payload as it came, without its white space; one that is no JSON is one scalar.
  package init(read bytes: [UInt8]) {
    if let document = try? JSONDocument(parsing: bytes), !document.hasByteOrderMark {
      self.init(document)
    } else {
      self.init(verbatim: bytes)
    }
  }

  /// Bytes as they came, white space and all, whether they are JSON or not.
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

  /// A value as it is written.
  ///
  /// - Parameter replacing: What is written for some of the nodes.
  package func text(of node: Int, replacing: [Int32: String] = [:]) -> String {
    var bytes: [UInt8] = []
    write(node, replacing: replacing, into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
