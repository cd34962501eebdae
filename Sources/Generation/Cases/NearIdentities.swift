package import ContractModel
package import JSONParsing

/// Two payloads of one object each, whose identities are nearly equal: a store that makes one object of
/// both compares less than the identity.
///
/// The texts differ in case alone, or in a zero before the digits; one is a wildcard of a search that
/// matches the other; the numbers differ beyond 32 bits; the parts of a key give one text if they are
/// joined with nothing between. Whether the contract admits both, and takes them for two, is not asked.
package struct NearIdentities: Sendable {
  /// The identity of the object that comes first, and of the other: `"a"` and `"A"`.
  package let names: (first: String, second: String)
  package let first: PayloadTree
  package let second: PayloadTree
  /// The place of the identity.
  package let place: InstancePath
  /// The line that reads it.
  package let line: PropertyLine

  /// Returns those of each identity that a line reads, where it stands first.
  package static func all(in sweep: FaultSweep) -> [NearIdentities] {
    var seen: Set<Origin.Place> = []
    return sweep.bases.flatMap { base in
      IdentityRole.all(in: base).filter { seen.insert($0.line.origin.place).inserted }
        .flatMap { all(of: $0, in: base) }
    }
  }

  private static func all(of role: IdentityRole, in base: FaultBase) -> [NearIdentities] {
    let parts = role.nodes.map { Token(base.tree.scalarToken(of: Int($0)), in: base.tree) }
    let single = role.nodes.indices.flatMap { index in
      parts[index].near.map { pair in
        NearIdentities([role.nodes[index]], [pair.0], [pair.1], role, base)
      }
    }
    let joined = role.nodes.indices.dropFirst().flatMap { index in
      [(["12", "3"], ["1", "23"]), (["ab", "c"], ["a", "bc"])].compactMap {
        first, second -> NearIdentities? in
        let pair = [parts[index - 1], parts[index]]
        let texts = [first, second].map { zip(pair, $0).compactMap { $0.written($1) } }
        guard texts.allSatisfy({ $0.count == 2 }) else { return nil }
        return NearIdentities(
          [role.nodes[index - 1], role.nodes[index]], texts[0], texts[1], role, base)
      }
    }
    return single + joined
  }

  /// - Parameter texts: The JSON of the first identity, by its nodes.
  private init(
    _ nodes: [Int32], _ texts: [String], _ others: [String], _ role: IdentityRole,
    _ base: FaultBase
  ) {
    names = (texts.joined(separator: ", "), others.joined(separator: ", "))
    (place, line) = (role.path, role.line)
    let trees = [texts, others].map { texts in
      var tree = base.tree
      // A scalar has one node, whatever its text is.
      for (node, text) in zip(nodes, texts) {
        tree.replace(Int(node), with: PayloadTree(verbatim: text.utf8))
      }
      return tree
    }
    (first, second) = (trees[0], trees[1])
  }

  /// A part of an identity, as the valid payload has it.
  private struct Token {
    let isText: Bool
    let text: String

    init(_ token: ArraySlice<UInt8>, in tree: PayloadTree) {
      isText = token.first == UInt8(ascii: "\"")
      text = isText ? tree.unquoted(token) : String(decoding: token, as: UTF8.self)
    }

    /// The JSON of another text in place of this one; `nil` of a text that is no number.
    func written(_ text: String) -> String? {
      isText ? JSONWriter.text(of: text) : Int(text).map { "\($0)" }
    }

    /// The JSON of two nearly equal parts.
    var near: [(String, String)] {
      let wide = Int(text).flatMap { number in
        number.addingReportingOverflow(1 << 32).overflow
          ? nil : (text, "\(number + (1 << 32))")
      }
      let numbers = [wide].compactMap(\.self)
      guard isText else { return numbers }
      let cased = text.lowercased() == text.uppercased() ? "a" : text
      let texts = [
        (cased.lowercased(), cased.uppercased()), ("1", "01"), (text, "%"), ("%", text),
        ("a", "_"), ("_", "a"),
      ]
      return (numbers + texts).map { (JSONWriter.text(of: $0), JSONWriter.text(of: $1)) }
    }
  }
}
