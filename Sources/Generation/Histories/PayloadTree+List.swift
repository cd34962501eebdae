import JSONParsing

extension PayloadTree {
  /// A list of values.
  package init(list elements: [PayloadTree]) {
    self.init()
    begin(.array)
    end()
    for element in elements { insert(element, name: [], at: Int(nodes[0].end), in: 0) }
  }

  /// An object of one member.
  package init(_ value: PayloadTree, called name: String) {
    self.init()
    begin(.object)
    end()
    insert(value, name: JSONWriter.text(of: name).utf8, at: 1, in: 0)
  }
}
