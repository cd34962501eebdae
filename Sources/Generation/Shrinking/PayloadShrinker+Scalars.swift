import JSONParsing

extension PayloadShrinker {
  /// The scalars that are simplest where no canonical payload says it, in the order of preference:
  /// those that canonical payloads have. An empty text or 0 could be what fails.
  private static var plain: (numbers: [String], texts: [String]) {
    (["1", "2", "3"], [#""a""#, #""b""#, #""c""#])
  }

  /// Makes scalars plain that need not be what they are: first all that are alike, which may have to
  /// stay so, and then each.
  mutating func makePlain() {
    guard !hasCanonical else { return }
    for alone in [false, true] {
      var node = 0
      while node < current.nodes.count, !isExhausted {
        if current.nodes[node].kind == .scalar { makePlain(node, alone: alone) }
        node += 1
      }
    }
  }

  private mutating func makePlain(_ node: Int, alone: Bool) {
    let token = current.scalarToken(of: node)
    guard let candidates = Self.plain(insteadOf: Array(token)) else { return }
    let alike = current.nodes.indices.filter {
      current.nodes[$0].kind == .scalar && current.scalarToken(of: $0).elementsEqual(token)
    }
    guard alone || alike.count > 1 else { return }
    for plain in candidates where put(plain, at: alone ? [node] : alike) { return }
  }

  /// The plain scalars that are simpler than one; `nil`, if it is none that could be another.
  private static func plain(insteadOf token: [UInt8]) -> [String]? {
    let all =
      switch (try? JSONDocument(parsing: token))?.root.kind {
      case .string?: plain.texts
      case .number?: plain.numbers
      default: [String]()
      }
    let simpler = all.prefix { !$0.utf8.elementsEqual(token) }
    return simpler.isEmpty ? nil : Array(simpler)
  }

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
    if isPlain(node, Self.plain.texts) { return }
    let text = current.unquoted(current.scalarToken(of: node))
    minimise(text.unicodeScalars.map(\.value)) { shrinker, scalars in
      let text = String(String.UnicodeScalarView(scalars.compactMap(Unicode.Scalar.init)))
      return shrinker.put(JSONWriter.text(of: text), at: node)
    }
  }

  private mutating func minimiseNumber(_ node: Int, _ token: [UInt8]) {
    if isPlain(node, Self.plain.numbers) { return }
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

  private func isPlain(_ node: Int, _ plain: [String]) -> Bool {
    !hasCanonical && plain.contains { current.scalarToken(of: node).elementsEqual($0.utf8) }
  }

  private mutating func put(_ text: String, at node: Int) -> Bool { put(text, at: [node]) }

  private mutating func put(_ text: String, at nodes: [Int]) -> Bool {
    put(Array(text.utf8), at: nodes)
  }

  private mutating func put(_ token: [UInt8], at node: Int) -> Bool { put(token, at: [node]) }

  private mutating func put(_ token: [UInt8], at nodes: [Int]) -> Bool {
    var scalar = PayloadTree()
    scalar.scalar(scalar.token(token))
    var candidate = current
    for node in nodes { candidate.replace(node, with: scalar) }
    return consider(candidate)
  }
}
