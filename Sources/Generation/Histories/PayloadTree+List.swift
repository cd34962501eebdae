extension PayloadTree {
  /// A list of payloads; one that has a name is the only member of an object.
  package init(list payloads: [(payload: PayloadTree, name: String?)]) {
    self.init()
    begin(.array)
    end()
    for (payload, name) in payloads {
      var element = payload
      if let name {
        element = PayloadTree()
        element.begin(.object)
        element.end()
        element.insert(payload, name: quoted(name).utf8, at: 1, in: 0)
      }
      insert(element, name: [], at: Int(nodes[0].end), in: 0)
    }
  }
}
