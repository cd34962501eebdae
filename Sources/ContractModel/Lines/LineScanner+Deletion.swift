import JSONParsing

// deletion = Mapping "(" part ":" source *( "," part ":" source ) ")"

extension LineScanner {
  /// Parses an endpoint's deletion: a line for each part of the identity, typed by the mapping.
  mutating func deletion() throws(LineError) -> [PropertyLine] {
    let hint = "write Order(id: @document.id)"
    skipSpaces()
    let start = position
    let name = take { $0.continuesName }
    guard name.unicodeScalars.first?.properties.isUppercase == true else {
      throw error("expected the name of a mapping", from: start, hint: hint)
    }
    let mapping = Located(MemberName(name), origin(from: start))
    var lines: [PropertyLine] = []
    guard take("(") else { throw expected("\"(\"", hint: hint) }
    repeat {
      skipSpaces()
      let start = position
      let part = take { $0.continuesName || $0 == "." }
      guard !part.isEmpty else { throw expected("a property of the identity", hint: hint) }
      let names = part.split(separator: ".").map { MemberName(String($0)) }
      let property = Located(PropertyPath(names), origin(from: start))
      skipSpaces()
      guard take(":") else { throw expected("\":\"", hint: hint) }
      skipSpaces()
      var line = try deletionSource(from: start)
      line.deletes = Deletion(mapping, property)
      lines.append(line)
      skipSpaces()
    } while take(",")
    guard take(")") else { throw expected("\",\" or \")\"", hint: hint) }
    skipSpaces()
    guard next == nil else { throw expected("the end") }
    return lines
  }

  private mutating func deletionSource(from start: Int) throws(LineError) -> PropertyLine {
    let first = position
    var end = position
    let ends: [Unicode.Scalar] = [",", ")", " "]
    while let scalar = peek(end - position), !ends.contains(scalar) { end += 1 }
    var source = try keyPath(until: end)
    // In an endpoint's lines, the document is the representation.
    if source.base == .document { source.base = .representation }
    guard source.base == .representation || source.isOfExchange, !source.steps.contains(.fanOut)
    else {
      throw error(
        "a part of an identity is one value of the payload or of the request", from: first,
        hint: "as @document.id and @path.id are")
    }
    return PropertyLine(
      source: source, isOptional: false, property: nil,
      value: ConstrainedType(.scalar(ScalarType(.any))), origin: origin(from: start))
  }
}
