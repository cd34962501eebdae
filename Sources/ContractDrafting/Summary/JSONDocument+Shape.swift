import JSONParsing
import MappingEngine

extension JSONDocument {
  /// How many elements of an array determine its shape.
  private static let mostElements = 16

  /// A hash of the body's kind and keys: those of an object, or of an array's first elements.
  var bodyShape: MemberName {
    var keys: Set<UInt64> = []
    if word(0).kind == .array {
      var element = firstChild(0)
      for _ in 0..<min(word(0).length, Self.mostElements) {
        addKeys(of: element, to: &keys)
        element = next(element)
      }
    } else {
      addKeys(of: 0, to: &keys)
    }
    let kind = StableHash("\(root.kind)".utf8).value
    return MemberName(hexadecimal(keys.reduce(kind) { $0 &+ $1.mixed }))
  }

  private func addKeys(of node: Int, to keys: inout Set<UInt64>) {
    guard word(node).kind == .object else { return }
    let end = next(node)
    var key = firstChild(node)
    while key < end {
      keys.insert(StableHash(contentBytes(key)).value)
      key = next(key + 1)
    }
  }
}
