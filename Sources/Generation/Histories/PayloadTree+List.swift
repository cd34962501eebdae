package import JSONParsing

extension PayloadTree {
  package init(list elements: [PayloadTree]) {
    self.init()
    begin(.array)
    end()
    for element in elements { insert(element, name: [], at: Int(nodes[0].end), in: 0) }
  }

  package init(members: [(name: String, value: PayloadTree)]) {
    self.init()
    begin(.object)
    end()
    for member in members {
      let name = JSONWriter.text(of: member.name).utf8
      insert(member.value, name: name, at: Int(nodes[0].end), in: 0)
    }
  }
}
