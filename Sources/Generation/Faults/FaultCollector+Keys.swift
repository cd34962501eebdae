import ContractModel
import JSONParsing

extension FaultCollector {
  /// Adds faults of the member's name.
  mutating func addKeys() {
    guard isMember else { return addUnknownKeys() }
    let name = tree.memberName(of: keyPath.node).text
    let siblings = Set(tree.children(of: Int(parent)).map { tree.memberName(of: $0) })
    let spellings = KeySpelling.all(of: name).filter { !siblings.contains(MemberName($0.name)) }
    let other = self.other
    for (variant, spelling) in spellings {
      add(.keyCase, variant, "key \"\(spelling)\"", .rename(node, JSONWriter.text(of: spelling)))
    }
    let places: [(FaultClass, FaultClass, Int32, String)] = [
      (.keyCaseBefore, .duplicateBefore, node, "before it"),
      (.keyCaseAfter, .duplicateAfter, end(of: node), "behind it"),
    ]
    for (faultClass, _, position, place) in places {
      for (variant, spelling) in spellings {
        add(
          faultClass, variant, "key \"\(spelling)\" \(place)",
          .insert(other, name: JSONWriter.text(of: spelling), at: position, in: parent))
      }
    }
    let key = String(decoding: tree.nameToken(of: keyPath.node), as: UTF8.self)
    for (_, faultClass, position, place) in places {
      add(
        faultClass, "", "another value \(place)",
        .insert(other, name: key, at: position, in: parent), isUnspecified: true)
      add(
        faultClass, "same", "the same value \(place)",
        .insert(.node(node), name: key, at: position, in: parent), isUnspecified: true)
    }
    addSpellings(name)
    addDottedKeys(other)
    addUnknownKeys()
  }

  /// The value once more, or another value; for a container, a copy with other scalars.
  private var other: FaultText {
    kind == .scalar
      ? FaultText(OtherValue.text(of: reads, in: tree) ?? "null")
      : OtherValue.copy(of: node, in: base)
  }

  /// Adds spellings of the same name with other bytes, or with other scalars that look the same.
  private mutating func addSpellings(_ name: String) {
    let decomposed = Decomposition.of(name)
    if MemberName(decomposed) != MemberName(name) {
      add(
        .keyNFD, "", "key in NFD", .rename(node, JSONWriter.text(of: decomposed)),
        isUnspecified: true)
    }
    guard let first = name.unicodeScalars.first, first.value < 0x10000 else { return }
    let escape = "\"\\u" + hexadecimal(first.value, digits: 4).lowercased()
    let rest = JSONWriter.text(of: String(name.unicodeScalars.dropFirst())).dropFirst()
    add(.keyEscaped, "", "key with an escape", .rename(node, escape + rest))
  }

  /// Adds the key path as a single key, for a line that reads a nested value.
  private mutating func addDottedKeys(_ other: FaultText) {
    guard let line = reads.lines.first(where: { $0.source.names?.count ?? 0 > 1 }),
      reads.level == 0, line.source.base == .representation, let names = line.source.names
    else { return }
    var holder = node
    for _ in names { holder = max(0, base.parents[Int(holder)]) }
    guard tree.nodes[Int(holder)].kind == .object else { return }
    let key = JSONWriter.text(of: names.map(\.text).joined(separator: "."))
    let end = end(of: holder)
    add(
      .dottedKey, "instead", "key \(key) instead",
      .insert(.node(node), name: key, at: end, in: holder), .remove(node))
    add(
      .dottedKey, "beside", "key \(key) beside it", .insert(other, name: key, at: end, in: holder))
  }

  /// Adds a key in an object that no line reads.
  private mutating func addUnknownKeys() {
    guard kind == .object else { return }
    let end = end(of: node)
    add(.unknownKey, "", "unknown key", .insert("1", name: "\"zzUnknownKey\"", at: end, in: node))
    let hasEmpty = tree.children(of: keyPath.node).contains {
      tree.memberName(of: $0).text.isEmpty
    }
    if !hasEmpty {
      add(.emptyKey, "", "empty key", .insert("1", name: "\"\"", at: end, in: node))
    }
  }
}
