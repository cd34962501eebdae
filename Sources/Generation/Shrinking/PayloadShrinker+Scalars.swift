import JSONParsing

extension PayloadShrinker {
  /// Makes each scalar simpler that is not the canonical payload's: numbers towards 0, texts towards
  /// none, flags false; what is no JSON goes byte by byte.
  mutating func minimiseScalars() {
    var node = 0
    while node < current.nodes.count, !isExhausted {
      if current.nodes[node].kind == .scalar { minimiseScalar(node) }
      node += 1
    }
  }

  private mutating func minimiseScalar(_ node: Int) {
    let token = Array(current.scalarToken(of: node))
    switch (try? JSONDocument(parsing: token))?.root.kind {
    case .string?: minimiseText(node)
    case .number?: minimiseNumber(node, token)
    case .bool?: _ = put("false", at: node)
    case .null?: break
    default: minimiseBytes(node, token)
    }
  }

  private mutating func minimiseText(_ node: Int) {
    let text = current.unquoted(current.scalarToken(of: node))
    minimise(text.unicodeScalars.map(\.value)) { shrinker, scalars in
      let text = String(String.UnicodeScalarView(scalars.compactMap(Unicode.Scalar.init)))
      return shrinker.put(quoted(text), at: node)
    }
  }

  private mutating func minimiseNumber(_ node: Int, _ token: [UInt8]) {
    guard let value = Int128(String(decoding: token, as: UTF8.self)) else {
      for plain in ["0", "1"] where put(plain, at: node) { return }
      // Of a number with a fraction or an exponent, its spelling may be what fails.
      return minimiseBytes(node, token)
    }
    lower(value, to: 0) { shrinker, value in shrinker.put("\(value)", at: node) }
  }

  private mutating func minimiseBytes(_ node: Int, _ bytes: [UInt8]) {
    minimise(bytes.map { UInt32($0) }) { shrinker, bytes in
      shrinker.put(bytes.map { UInt8(truncatingIfNeeded: $0) }, at: node)
    }
  }

  private mutating func put(_ text: String, at node: Int) -> Bool {
    put(Array(text.utf8), at: node)
  }

  private mutating func put(_ token: [UInt8], at node: Int) -> Bool {
    var scalar = PayloadTree()
    scalar.scalar(scalar.token(token))
    var candidate = current
    candidate.replace(node, with: scalar)
    return consider(candidate)
  }
}
