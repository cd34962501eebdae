package import JSONParsing
import MappingEngine

/// Writes a value of JSON with other scalars in it: keys, their order and the nesting stay, and so
/// do the value that says what kind of object one is, true, false and null.
package struct BodyRedactor {
  let values: ValueRedactor
  /// The keys that stay, whatever they look like.
  let keys: Set<MemberName>
  /// The keys whose objects have any keys, which are data.
  let dictionaries: Set<MemberName>
  /// The keys whose values the contract keeps out of reports.
  let sensitive: Set<MemberName>
  /// How much of a value is replaced, by its distance from the node that is written first; of all
  /// others, all.
  var depths: [Int: RedactionDepth] = [:]
  /// How much of the others is replaced; of secrets, all.
  var usualDepth = RedactionDepth.whole

  package init(
    values: ValueRedactor, keys: Set<MemberName>, dictionaries: Set<MemberName>,
    sensitive: Set<MemberName>, depths: [Int: RedactionDepth] = [:],
    usualDepth: RedactionDepth = .whole
  ) {
    (self.values, self.keys, self.dictionaries) = (values, keys, dictionaries)
    (self.sensitive, self.depths, self.usualDepth) = (sensitive, depths, usualDepth)
  }

  /// How many members an object has whose keys are words; of one with more, keys are data.
  private static let mostWords = 200

  /// An object or array that is being written.
  private struct Container {
    var end: Int
    var isObject: Bool
    var hasDataKeys = false
    /// The node of the value that says of what kind it is, which stays.
    var tag: Int?
    var isSecret: Bool
  }

  /// Writes a value.
  ///
  /// - Complexity: O(*n*); depth costs no stack.
  package func write(_ value: JSONValue, isSecret: Bool = false, to writer: inout JSONWriter) {
    let (document, start) = (value.document, value.node)
    let end = document.next(start)
    var open: [Container] = []
    var node = start
    var (isSecret, isDictionary) = (isSecret, false)
    while node < end {
      if let container = open.last, container.isObject {
        let name = document.string(node)
        write(name: name, container, depth(node - start), to: &writer)
        isSecret =
          container.isSecret || CredentialNames.isSecret(name)
          || sensitive.contains(MemberName(name))
        isDictionary = dictionaries.contains(MemberName(name))
        node += 1
      } else if let container = open.last {
        isSecret = container.isSecret
      }
      let kind = document.word(node).kind
      if kind.isContainer {
        open.append(begin(node, of: document, isSecret, isDictionary, &writer))
        node += 2
      } else {
        let isTag = open.last?.tag == node
        let depth = isSecret ? .whole : isTag ? .none : depth(node - start)
        write(scalar: JSONValue(document: document, node: node), depth, to: &writer)
        node += 1
      }
      while let container = open.last, container.end == node {
        if container.isObject { writer.endObject() } else { writer.endArray() }
        open.removeLast()
      }
    }
  }

  private func depth(_ distance: Int) -> RedactionDepth {
    depths.isEmpty ? usualDepth : depths[distance] ?? usualDepth
  }

  private func begin(
    _ node: Int, of document: JSONDocument, _ isSecret: Bool, _ isDictionary: Bool,
    _ writer: inout JSONWriter
  ) -> Container {
    let isObject = document.word(node).kind == .object
    var container = Container(end: document.next(node), isObject: isObject, isSecret: isSecret)
    guard isObject else {
      writer.beginArray()
      return container
    }
    writer.beginObject()
    container.hasDataKeys = isDictionary || document.word(node).length > Self.mostWords
    container.tag = ObjectTag.node(of: node, in: document)
    return container
  }

  private func write(
    name: String, _ container: Container, _ depth: RedactionDepth, to writer: inout JSONWriter
  ) {
    let isWord = !container.hasDataKeys && KeyName.isWord(name)
    let stays = isWord || depth > .whole || name.isEmpty || keys.contains(MemberName(name))
    writer.name(stays ? name : values.scalar(name))
  }

  private func write(
    scalar value: JSONValue, _ depth: RedactionDepth, to writer: inout JSONWriter
  ) {
    switch value.kind {
    case .string:
      guard let text = value.string else { return }
      let replaced = values.text(text, depth)
      value.hasUnpairedSurrogate ? writer.unpaired(replaced) : writer.string(replaced)
    case .number:
      let number = value.number.map { values.scalar($0.text, depth) }.flatMap { JSONNumber($0) }
      if let number { writer.number(number) } else { writer.null() }
    case .bool, .null, .array, .object: writer.value(value)
    }
  }
}

extension JSONWriter {
  /// Writes a text with half of a surrogate pair wherever it has U+FFFD.
  fileprivate mutating func unpaired(_ text: String) {
    var writer = JSONWriter()
    writer.string(text)
    let token = writer.text.replacing("\u{fffd}", with: "\\ud800")
    // A string of JSON with an escape of JSON in it.
    if let document = try? JSONDocument(parsing: token) { value(document.root) }
  }
}
