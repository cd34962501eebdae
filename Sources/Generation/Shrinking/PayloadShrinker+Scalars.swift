import JSONParsing

extension PayloadShrinker {
  /// The simplest scalars if there is no canonical payload, in the order of preference. They are
  /// those of canonical payloads, because an empty text or 0 could cause the failure.
  private static var plain: (numbers: [String], texts: [String]) {
    (["1", "2", "3"], [#""a""#, #""b""#, #""c""#])
  }

  /// Makes scalars plain if that does not affect the failure: first all equal scalars together,
  /// because they may have to stay equal, and then each alone.
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
    for plain in candidates where put(plain.utf8, at: alone ? [node] : alike) { return }
  }

  /// Returns the plain scalars that are simpler than one; `nil` if there are none.
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

  /// The number of later numbers that are tried together with a number.
  private static var pairDistance: Int { 16 }

  /// Lowers two whole numbers together, which keeps their difference. Alone, each number could only
  /// be lowered in steps of one.
  mutating func lowerPairs() {
    let nodes = changedScalars.filter {
      wholeNumber(at: $0) != nil && !isPlain($0, Self.plain.numbers)
    }
    for (position, node) in nodes.enumerated() {
      for other in nodes[(position + 1)...].prefix(Self.pairDistance) { lowerPair(node, other) }
    }
  }

  private mutating func lowerPair(_ node: Int, _ other: Int) {
    guard let left = wholeNumber(at: node), let right = wholeNumber(at: other), left != 0,
      // The sum of larger numbers may overflow.
      [left, right].allSatisfy({ Int64(exactly: $0) != nil })
    else { return }
    let base = current
    farthest(left.magnitude) { shrinker, step in
      let change = left > 0 ? -step : step
      let candidate = base.replacing("\(left + change)".utf8, at: [node])
      return shrinker.consider(candidate.replacing("\(right + change)".utf8, at: [other]))
    }
  }

  func wholeNumber(at node: Int) -> Int128? {
    Int128(String(decoding: current.scalarToken(of: node), as: UTF8.self))
  }

  /// Simplifies each scalar that differs from the canonical payload's: numbers towards 0, texts
  /// towards the empty text, flags to false; a token that is not JSON is simplified byte by byte.
  /// All equal scalars are tried together first, since they may have to stay equal.
  mutating func minimiseScalars() {
    let nodes = changedScalars
    for node in nodes where !isExhausted {
      let token = current.scalarToken(of: node)
      let alike = nodes.filter {
        $0 >= node && current.scalarToken(of: $0).elementsEqual(token)
      }
      if alike.count > 1 { minimiseScalars(alike) }
      minimiseScalars([node])
    }
  }

  /// The scalars that differ from the canonical payload's.
  var changedScalars: [Int] {
    let scalars = current.nodes.indices.filter { current.nodes[$0].kind == .scalar }
    guard let changed = deviations?.changedNodes else { return scalars }
    return scalars.filter { changed.contains($0) }
  }

  /// - Parameter nodes: The nodes with the same token.
  private mutating func minimiseScalars(_ nodes: [Int]) {
    let token = Array(current.scalarToken(of: nodes[0]))
    guard let value = (try? JSONDocument(parsing: token))?.root else {
      return minimiseBytes(nodes, token)
    }
    switch value.kind {
    case .string: minimiseText(nodes)
    case .number: minimiseNumber(nodes, token, value)
    case .bool: _ = put("false".utf8, at: nodes)
    case .null, .array, .object: break
    }
  }

  private mutating func minimiseText(_ nodes: [Int]) {
    if isPlain(nodes[0], Self.plain.texts) { return }
    let text = current.unquoted(current.scalarToken(of: nodes[0]))
    minimise(text.unicodeScalars.map(\.value)) { shrinker, scalars in
      let text = String(String.UnicodeScalarView(scalars.compactMap(Unicode.Scalar.init)))
      return shrinker.put(JSONWriter.text(of: text).utf8, at: nodes)
    }
  }

  private mutating func minimiseNumber(_ nodes: [Int], _ token: [UInt8], _ value: JSONValue) {
    if isPlain(nodes[0], Self.plain.numbers) { return }
    if wholeNumber(at: nodes[0]) == nil {
      for plain in ["0", "1"] where put(plain.utf8, at: nodes) { return }
      _ = Self.wholeNumbers(near: value).contains { put("\($0)".utf8, at: nodes) }
    }
    guard let whole = wholeNumber(at: nodes[0]) else {
      // The spelling of a number with a fraction or an exponent may cause the failure.
      return minimiseBytes(nodes, token)
    }
    lower(whole) { shrinker, value in shrinker.put("\(value)".utf8, at: nodes) }
  }

  /// Returns the whole numbers next to a number.
  private static func wholeNumbers(near value: JSONValue) -> [Int64] {
    guard let double = value.number?.double.value else { return [] }
    return [double.rounded(.towardZero), double.rounded(.awayFromZero)].compactMap {
      Int64(exactly: $0)
    }
  }

  private mutating func minimiseBytes(_ nodes: [Int], _ bytes: [UInt8]) {
    minimise(bytes.map { UInt32($0) }) { shrinker, bytes in
      shrinker.put(bytes.map { UInt8(truncatingIfNeeded: $0) }, at: nodes)
    }
  }

  private func isPlain(_ node: Int, _ plain: [String]) -> Bool {
    !hasCanonical && plain.contains { current.scalarToken(of: node).elementsEqual($0.utf8) }
  }

  private mutating func put(_ token: some Sequence<UInt8>, at nodes: [Int]) -> Bool {
    consider(current.replacing(token, at: nodes))
  }
}

extension PayloadTree {
  /// Returns the payload with a scalar in place of some others.
  func replacing(_ token: some Sequence<UInt8>, at nodes: [Int]) -> PayloadTree {
    let scalar = PayloadTree(verbatim: token)
    var tree = self
    for node in nodes { tree.replace(node, with: scalar) }
    return tree
  }
}
