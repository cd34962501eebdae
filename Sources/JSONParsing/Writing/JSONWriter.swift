/// Writes JSON text, token by token.
///
///     var writer = JSONWriter(.compact)
///     writer.beginObject()
///     writer.name("id")
///     writer.number(7)
///     writer.endObject()
///     writer.text   // {"id":7}
///
/// The writer adds the commas, colons and line breaks. The caller must give each name a value, and
/// close each container; otherwise the program traps. Names are not checked for duplicates: a
/// payload with duplicate names can be written.
public struct JSONWriter: Sendable {
  /// The layout of the text.
  public enum Layout: Sendable, Equatable {
    /// No white space at all.
    case compact
    /// Each element and member on its own line; empty containers stay on one.
    case indented(spaces: Int)
  }

  private struct Container {
    var isObject: Bool
    var isEmpty = true
  }

  /// The text written so far, in UTF-8.
  public private(set) var bytes: [UInt8] = []
  private let layout: Layout
  private let escapesUnsafe: Bool
  private var containers: [Container] = []
  private var isAfterName = false

  /// Makes an empty writer.
  public init(_ layout: Layout = .compact) { self.init(layout, escapesUnsafe: false) }

  /// - Parameter escapesUnsafe: Whether strings are made safe to display on a terminal: control
  ///   characters, bidirectional marks and the like are written as `\u202E`. A parser of the text
  ///   gets the same strings.
  package init(_ layout: Layout = .compact, escapesUnsafe: Bool) {
    (self.layout, self.escapesUnsafe) = (layout, escapesUnsafe)
  }

  /// The text written so far.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  package static func text(of string: String) -> String {
    var writer = JSONWriter()
    writer.string(string)
    return writer.text
  }

  /// Makes room for this many more bytes.
  package mutating func reserveCapacity(_ byteCount: Int) {
    bytes.reserveCapacity(bytes.count + byteCount)
  }

  /// Ends a text that is a separate line.
  package mutating func endLine() {
    precondition(containers.isEmpty, "a line ends in a container")
    bytes.append(ASCII.lineFeed)
  }

  // MARK: - Containers

  /// Writes `[`.
  public mutating func beginArray() { begin(isObject: false, ASCII.openBracket) }

  /// Writes `]`.
  public mutating func endArray() { end(isObject: false, ASCII.closeBracket) }

  /// Writes `{`.
  public mutating func beginObject() { begin(isObject: true, ASCII.openBrace) }

  /// Writes `}`.
  public mutating func endObject() { end(isObject: true, ASCII.closeBrace) }

  private mutating func begin(isObject: Bool, _ bracket: UInt8) {
    beginValue()
    bytes.append(bracket)
    containers.append(Container(isObject: isObject))
  }

  private mutating func end(isObject: Bool, _ bracket: UInt8) {
    precondition(
      containers.last?.isObject == isObject && !isAfterName,
      "a container is closed that is not the innermost one, or has a name without a value")
    let isEmpty = containers.removeLast().isEmpty
    if !isEmpty { breakLine() }
    bytes.append(bracket)
  }

  // MARK: - Tokens

  /// Writes the name of the next member.
  public mutating func name(_ name: String) {
    beginName()
    appendQuoted(name)
    endName()
  }

  /// Writes a text in quotes, escaped.
  public mutating func string(_ string: String) {
    beginValue()
    appendQuoted(string)
  }

  /// Writes a whole number.
  public mutating func number(_ number: some BinaryInteger) { raw(String(number).utf8) }

  /// Writes a whole number.
  public mutating func number(_ number: Int) {
    beginValue()
    let end = bytes.count
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    var rest = number.magnitude
    repeat {
      bytes.append(ASCII.zero + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
    bytes[(number < 0 ? end + 1 : end)...].reverse()
  }

  /// Writes a number with its original digits.
  public mutating func number(_ number: JSONNumber) { raw(number.text.utf8) }

  /// Writes the shortest decimal that is parsed as the same number. A number that is not finite
  /// becomes `null`, as in ECMAScript.
  public mutating func number(_ number: Double) {
    guard number.isFinite else { return null() }
    let text = number.description
    raw(text.hasSuffix(".0") ? text.utf8.dropLast(2) : text.utf8[...])
  }

  /// Writes `true` or `false`.
  public mutating func bool(_ bool: Bool) { raw((bool ? "true" : "false").utf8) }

  /// Writes `null`.
  public mutating func null() { raw("null".utf8) }

  /// Writes a parsed value. Its strings and numbers are written unchanged; the white space follows
  /// this writer's layout.
  ///
  /// - Complexity: O(*n*); depth costs no stack.
  public mutating func value(_ value: JSONValue) {
    let document = value.document
    var node = value.node
    let end = document.next(node)
    var open: [Int] = []  // the ends of the containers opened here
    while node < end {
      write(
        node, of: document,
        isName: containers.last?.isObject == true && !isAfterName && !open.isEmpty)
      if document.word(node).kind.isContainer { open.append(document.next(node)) }
      node += document.word(node).kind.isContainer ? 2 : 1
      while open.last == node { closeLast(&open) }
    }
  }

  private mutating func write(_ node: Int, of document: JSONDocument, isName: Bool) {
    let token = document.text[document.byteRange(node)]
    switch document.word(node).kind {
    case .array: beginArray()
    case .object: beginObject()
    default:
      guard isName else { return raw(token) }
      beginName()
      bytes += token
      endName()
    }
  }

  private mutating func closeLast(_ open: inout [Int]) {
    open.removeLast()
    if containers.last?.isObject == true { endObject() } else { endArray() }
  }

  /// Writes a token that is already JSON text.
  private mutating func raw(_ token: some Sequence<UInt8>) {
    beginValue()
    bytes += token
  }

  // MARK: - Layout

  private mutating func beginValue() {
    if isAfterName {
      isAfterName = false
      return
    }
    precondition(containers.last?.isObject != true, "a value in an object follows its name")
    beginItem()
  }

  private mutating func beginName() {
    precondition(
      containers.last?.isObject == true && !isAfterName,
      "a name stands in an object, before a value")
    beginItem()
  }

  private mutating func endName() {
    bytes.append(ASCII.colon)
    if layout != .compact { bytes.append(ASCII.space) }
    isAfterName = true
  }

  /// Separates an element or member from the previous one.
  private mutating func beginItem() {
    guard let container = containers.indices.last else { return }
    if !containers[container].isEmpty { bytes.append(ASCII.comma) }
    containers[container].isEmpty = false
    breakLine()
  }

  private mutating func breakLine() {
    guard case .indented(let spaces) = layout else { return }
    bytes.append(ASCII.lineFeed)
    bytes += repeatElement(ASCII.space, count: spaces * containers.count)
  }

  private mutating func appendQuoted(_ string: String) {
    bytes.append(ASCII.quote)
    if !appendPlain(string) {
      if escapesUnsafe {
        for scalar in string.unicodeScalars { appendEscaped(scalar) }
      } else {
        for byte in string.utf8 { appendEscaped(byte) }
      }
    }
    bytes.append(ASCII.quote)
  }

  /// Appends a string if it needs no escape, as most strings do; returns whether it was appended.
  private mutating func appendPlain(_ string: String) -> Bool {
    var string = string
    return string.withUTF8 { text in
      // Without an early exit, several bytes are examined at a time.
      var isPlain = true
      for byte in text { isPlain = ASCII.isPlainInString(byte) && isPlain }
      if isPlain { bytes.append(contentsOf: text) }
      return isPlain
    }
  }

  private mutating func appendEscaped(_ scalar: Unicode.Scalar) {
    if scalar.value < 0x80, scalar.value != 0x7f {
      appendEscaped(UInt8(scalar.value))
    } else if isSafeToDisplay(scalar) {
      bytes += scalar.utf8
    } else {
      for unit in scalar.utf16 { bytes += "\\u\(hexadecimal(unit, digits: 4))".utf8 }
    }
  }

  /// Appends a byte of a string, with the shortest escape if RFC 8259 requires one.
  private mutating func appendEscaped(_ byte: UInt8) {
    switch byte {
    case ASCII.quote, ASCII.backslash: bytes += [ASCII.backslash, byte]
    case 0x08: bytes += "\\b".utf8
    case 0x0c: bytes += "\\f".utf8
    case ASCII.lineFeed: bytes += "\\n".utf8
    case ASCII.carriageReturn: bytes += "\\r".utf8
    case ASCII.tab: bytes += "\\t".utf8
    case 0..<ASCII.space: bytes += "\\u\(hexadecimal(byte, digits: 4))".utf8
    default: bytes.append(byte)
    }
  }
}

extension JSONValue {
  /// Returns the value as text in a new layout, with strings and numbers unchanged.
  public func text(_ layout: JSONWriter.Layout = .compact) -> String {
    var writer = JSONWriter(layout)
    writer.value(self)
    return writer.text
  }
}
