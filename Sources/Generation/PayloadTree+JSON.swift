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
  package init(json text: String) {
    if let document = try? JSONDocument(parsing: text), !document.hasByteOrderMark {
      self.init(document)
    } else {
      self.init()
      scalar(text)
    }
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
    write(node, replacing, into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func write(_ node: Int, _ replacing: [Int32: String], into bytes: inout [UInt8]) {
    if let text = replacing[Int32(node)] { return bytes.append(contentsOf: text.utf8) }
    let isObject = nodes[node].kind == .object
    guard nodes[node].kind != .scalar else {
      return bytes.append(contentsOf: scalarToken(of: node))
    }
    bytes.append(UInt8(ascii: isObject ? "{" : "["))
    for (position, child) in children(of: node).enumerated() {
      if position > 0 { bytes.append(UInt8(ascii: ",")) }
      if isObject { bytes.append(contentsOf: nameToken(of: child) + [UInt8(ascii: ":")]) }
      write(child, replacing, into: &bytes)
    }
    bytes.append(UInt8(ascii: isObject ? "}" : "]"))
  }
}
