package import ContractModel
package import JSONParsing

/// Two payloads of one object each, whose identities are nearly equal. A store that makes one
/// object of both compares less than the identity.
///
/// The texts differ only in case, or in a zero before the digits; one text is a search wildcard
/// that matches the other; the numbers differ only beyond 32 bits; the parts of a key give the same
/// text if they are joined without a separator. It is not checked whether the contract admits both,
/// and takes them for two objects.
package struct NearIdentities: Sendable {
  /// The identities of the first and of the second object: `"a"` and `"A"`.
  package let names: (first: String, second: String)
  package let first: PayloadTree
  package let second: PayloadTree
  package let place: InstancePath
  package let line: PropertyLine

  /// Returns the nearly equal pairs for each identity that a line reads, at its first place.
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

  /// - Parameter texts: The JSON of the first identity, in the order of its nodes.
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

  /// A part of an identity, with its value in the valid payload.
  private struct Token {
    let isText: Bool
    let text: String

    init(_ token: ArraySlice<UInt8>, in tree: PayloadTree) {
      isText = token.first == UInt8(ascii: "\"")
      text = isText ? tree.unquoted(token) : String(decoding: token, as: UTF8.self)
    }

    /// Returns a text as JSON in the form of this token; `nil` if that is a number and the text is
    /// not.
    func written(_ text: String) -> String? {
      isText ? JSONWriter.text(of: text) : Int(text).map { "\($0)" }
    }

    /// The JSON of pairs of nearly equal parts.
    var near: [(String, String)] {
      let wide = Int(text)?.addingReportingOverflow(1 << 32)
      let numbers = wide.map { $0.overflow ? [] : [(text, "\($0.partialValue)")] } ?? []
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
