package import JSONParsing

/// The member that distinguishes a server's types of objects, and its value.
package struct ObjectTag: Hashable, Comparable, Codable, Sendable {
  /// The index in `keys`.
  package let key: Int
  package let value: MemberName

  /// The usual names of such members, in the order of preference.
  package static let keys: [MemberName] = [
    "__typename", "@type", "_type", "type", "kind", "event", "event_type", "eventType", "object",
    "action", "Message", "command", "messageType", "message_type",
  ]

  package var name: MemberName { Self.keys[key] }

  package static func < (left: ObjectTag, right: ObjectTag) -> Bool {
    (left.key, left.value) < (right.key, right.value)
  }
}

extension ObjectTag {
  package init?(of node: Int, in document: JSONDocument) {
    guard let found = Self.found(of: node, in: document) else { return nil }
    self.init(key: found.key, value: MemberName(document.string(found.node)))
  }

  /// Returns the node of an object's tag: that of the first key whose value is a token.
  package static func node(of object: Int, in document: JSONDocument) -> Int? {
    found(of: object, in: document)?.node
  }

  private static func found(
    of node: Int, in document: JSONDocument
  ) -> (key: Int, node: Int)? {
    let end = document.next(node)
    var child = document.firstChild(node)
    var best: (key: Int, node: Int)?
    while child < end {
      if let key = key(child, in: document), key <= best?.key ?? .max,
        document.word(child + 1).kind == .plainString,
        Token.isToken(document.contentBytes(child + 1))
      {
        best = (key, child + 1)
      }
      child = document.next(child + 1)
    }
    return best
  }

  private static let lengths = Set(keys.map(\.text.utf8.count))

  private static func key(_ name: Int, in document: JSONDocument) -> Int? {
    // The length of a name excludes most names.
    let length = document.word(name).length - 2
    guard 4...12 ~= length, lengths.contains(length) else { return nil }
    return keys.firstIndex {
      $0.text.utf8.count == length && document.string(name, equals: $0)
    }
  }
}
