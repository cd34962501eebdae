import JSONParsing

/// A payload's bytes, and the positions of its values in them.
///
/// Most faults change one place. Copying the bytes with a replacement there is faster than changing
/// a tree and writing it as a whole.
struct PayloadLayout: Sendable {
  let bytes: [UInt8]
  private let values: [Range<Int>]

  /// A byte range of the payload, and the bytes that a fault writes in its place.
  struct Splice {
    var range: Range<Int>
    var added: [UInt8]
  }

  /// - Parameter tree: A payload without bytes around it.
  init(_ tree: PayloadTree) {
    (bytes, values) = (tree.bytes, tree.valueRanges)
  }

  /// Returns the splice of a fault with one edit; `nil` if only the tree can express it.
  func splice(_ edits: [FaultEdit], in base: PayloadTree) -> Splice? {
    guard edits.count == 1 else { return nil }
    switch edits[0] {
    case .remove(let node):
      // The root has no comma, and no sibling.
      guard node > 0 else { return nil }
      var range = member(Int(node), in: base)
      if bytes[range.upperBound] == UInt8(ascii: ",") {
        range = range.lowerBound..<range.upperBound + 1
      } else if bytes[range.lowerBound - 1] == UInt8(ascii: ",") {
        range = range.lowerBound - 1..<range.upperBound
      }
      return Splice(range: range, added: [])
    case .replace(let node, let text):
      return written(text, in: base).map { Splice(range: values[Int(node)], added: $0) }
    case .rename(let node, let name):
      let start = member(Int(node), in: base).lowerBound
      return Splice(
        range: start..<start + base.nodes[Int(node)].name.count, added: Array(name.utf8))
    case .insert(let text, let name, let position, let container):
      guard let value = written(text, in: base) else { return nil }
      let isMember = base.nodes[Int(container)].kind == .object
      let added = isMember ? Array(name.utf8) + [UInt8(ascii: ":")] + value : value
      guard position < base.nodes[Int(container)].end else {
        let end = values[Int(container)].upperBound - 1
        let isFirst = base.nodes[Int(container)].end == container + 1
        return Splice(range: end..<end, added: isFirst ? added : [UInt8(ascii: ",")] + added)
      }
      let start = member(Int(position), in: base).lowerBound
      return Splice(range: start..<start, added: added + [UInt8(ascii: ",")])
    case .surround: return nil
    }
  }

  /// Returns the bytes of a node, by default the whole payload, with splices that do not overlap.
  func bytes(_ splices: [Splice] = [], of node: Int = 0) -> [UInt8] {
    var result: [UInt8] = []
    var rest = bytes[values[node]]
    for splice in splices.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      result += rest[..<splice.range.lowerBound]
      result += splice.added
      rest = rest[splice.range.upperBound...]
    }
    return result + rest
  }

  /// Returns the byte range of a member with its name, or of an element.
  private func member(_ node: Int, in base: PayloadTree) -> Range<Int> {
    let name = base.nodes[node].name
    let nameCount = name.isEmpty ? 0 : name.count + 1  // with its colon
    return values[node].lowerBound - nameCount..<values[node].upperBound
  }

  /// Returns the bytes of a text in a payload; `nil` if it may have white space, unlike payloads.
  private func written(_ text: FaultText, in base: PayloadTree) -> [UInt8]? {
    let text = Array(text.text(in: base).utf8)
    let quote = UInt8(ascii: "\"")
    let isQuoted = text.first == quote && text.last == quote
    return isQuoted || text.allSatisfy { $0 > UInt8(ascii: " ") } ? text : nil
  }
}
