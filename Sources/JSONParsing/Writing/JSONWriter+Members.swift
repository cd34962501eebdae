// Members and containers in one call, as reports need them.

extension JSONWriter {
  package mutating func member(_ name: String, _ text: String) {
    self.name(name)
    string(text)
  }

  package mutating func member(_ name: String, _ number: Int) {
    self.name(name)
    self.number(number)
  }

  package mutating func member(_ name: String, _ bool: Bool) {
    self.name(name)
    self.bool(bool)
  }

  package mutating func members(_ numbers: KeyValuePairs<String, Int>) {
    for (name, number) in numbers { member(name, number) }
  }

  /// - Parameter name: `nil` for an element, or for the whole text.
  package mutating func object(_ name: String? = nil, _ write: (inout JSONWriter) -> Void) {
    if let name { self.name(name) }
    beginObject()
    write(&self)
    endObject()
  }

  package mutating func array(_ name: String? = nil, _ write: (inout JSONWriter) -> Void) {
    if let name { self.name(name) }
    beginArray()
    write(&self)
    endArray()
  }

  package mutating func array<Element>(
    _ name: String? = nil, of elements: some Sequence<Element>,
    _ write: (Element, inout JSONWriter) -> Void
  ) {
    array(name) { writer in
      for element in elements { write(element, &writer) }
    }
  }

  /// Writes an array of objects.
  package mutating func objects<Element>(
    _ name: String, of elements: some Sequence<Element>,
    _ write: (Element, inout JSONWriter) -> Void
  ) {
    array(name, of: elements) { element, writer in writer.object { write(element, &$0) } }
  }

  /// Returns an object as text that is safe to display.
  package static func objectText(
    _ layout: Layout = .compact, _ write: (inout JSONWriter) -> Void
  ) -> String {
    var writer = JSONWriter(layout, escapesUnsafe: true)
    writer.object(nil, write)
    return writer.text
  }
}
