package import JSONParsing
import MappingEngine

/// Writes a JSON value with other scalars. Keys, their order and the nesting stay. True, false,
/// null, and the tags of objects, which name their kinds, stay, too.
package struct BodyRedactor {
  private let values: ValueRedactor
  private let contracts: RedactionContracts

  package init(_ values: ValueRedactor, _ contracts: RedactionContracts) {
    (self.values, self.contracts) = (values, contracts)
  }

  /// The maximum number of members of an object whose keys may be words; in larger objects, keys
  /// are data.
  private static let mostWords = 200

  /// An object or array that is being written.
  private struct Container {
    var end: Int
    var isObject: Bool
    var hasDataKeys: Bool
    /// The node of the object's tag, which names its kind and stays.
    var tag: Int?
    var isSecret: Bool
  }

  /// Writes a value.
  ///
  /// - Complexity: O(*n*), without recursion.
  package func write(_ value: JSONValue, isSecret: Bool = false, to writer: inout JSONWriter) {
    let (document, start) = (value.document, value.node)
    let end = document.next(start)
    var open: [Container] = []
    var node = start
    var (isSecret, isDictionary) = (isSecret, false)
    while node < end {
      if let container = open.last, container.isObject {
        let key = MemberName(document.string(node))
        let isWord = !container.hasDataKeys && KeyName.isWord(key.text) || key.text.isEmpty
        let stays = isWord || contracts.keys.contains(key)
        writer.name(stays ? key.text : values.scalar(key.text))
        isSecret =
          container.isSecret || CredentialNames.isSecret(key.text)
          || contracts.sensitive.contains(key)
        isDictionary = contracts.dictionaries.contains(key)
        node += 1
      } else if let container = open.last {
        isSecret = container.isSecret
      }
      let kind = document.word(node).kind
      if kind.isContainer {
        let isObject = kind == .object
        isObject ? writer.beginObject() : writer.beginArray()
        open.append(
          Container(
            end: document.next(node), isObject: isObject,
            hasDataKeys: isDictionary || document.word(node).length > Self.mostWords,
            tag: isObject ? ObjectTag.node(of: node, in: document) : nil, isSecret: isSecret))
        node += 2
      } else {
        let scalar = JSONValue(document: document, node: node)
        if open.last?.tag == node, !isSecret {
          writer.value(scalar)
        } else {
          write(scalar: scalar, isSecret: isSecret, to: &writer)
        }
        node += 1
      }
      while let container = open.last, container.end == node {
        if container.isObject { writer.endObject() } else { writer.endArray() }
        open.removeLast()
      }
    }
  }

  private func write(scalar value: JSONValue, isSecret: Bool, to writer: inout JSONWriter) {
    switch value.kind {
    case .string:
      guard let text = value.string else { return }
      let replaced = values.text(text, isSecret: isSecret)
      value.hasUnpairedSurrogate ? writer.unpaired(replaced) : writer.string(replaced)
    case .number:
      guard let text = value.number?.text else { return writer.value(value) }
      let number = JSONNumber(values.scalar(text, isSecret: isSecret))
      if let number { writer.number(number) } else { writer.null() }
    case .bool, .null, .array, .object: writer.value(value)
    }
  }
}

extension JSONWriter {
  /// Writes a text with an unpaired surrogate in place of each U+FFFD.
  fileprivate mutating func unpaired(_ text: String) {
    let token = JSONWriter.text(of: text).replacing("\u{fffd}", with: "\\ud800")
    // The token is a JSON string that contains an escape.
    if let document = try? JSONDocument(parsing: token) { value(document.root) }
  }
}
