import JSONParsing

/// A text of a contract file with its own grammar: a line, a key path, an endpoint.
struct LineText {
  let scalars: [Unicode.Scalar]
  /// The UTF-8 offset of each scalar, and of the end; `nil` for ASCII, where indices are offsets.
  private let byteOffsets: [Int]?
  private let place: Place

  private enum Place {
    case value(JSONValue)
    case name(JSONMember)
    case nowhere
  }

  private let path: String

  /// - Parameter value: A string.
  init(_ value: JSONValue, path: String) { self.init(value.string ?? "", .value(value), path) }

  init(nameOf member: JSONMember, path: String) { self.init(member.name.text, .name(member), path) }

  /// Makes a text that belongs to no file.
  init(_ text: String) { self.init(text, .nowhere, "") }

  private init(_ text: String, _ place: Place, _ path: String) {
    scalars = Array(text.unicodeScalars)
    byteOffsets = Self.byteOffsets(scalars)
    (self.place, self.path) = (place, path)
  }

  func origin(_ range: Range<Int>) -> Origin {
    let start = byteOffset(range.lowerBound)
    let content = start..<max(start, byteOffset(range.upperBound))
    switch place {
    case .value(let value): return Origin(path: path, range: value.origin(of: content))
    case .name(let member): return Origin(path: path, range: member.origin(ofName: content))
    case .nowhere: return .none
    }
  }

  private func byteOffset(_ position: Int) -> Int {
    let position = min(max(0, position), scalars.count)
    return byteOffsets?[position] ?? position
  }

  private static func byteOffsets(_ scalars: [Unicode.Scalar]) -> [Int]? {
    guard !scalars.allSatisfy(\.isASCII) else { return nil }
    return scalars.reduce(into: [0]) { $0.append(($0.last ?? 0) + UTF8.width($1)) }
  }
}

/// A reason why a text does not follow its grammar.
package struct LineError: Error {
  package var message: String
  package var hint: String?
  /// The range in scalars from the start of the text.
  var range: Range<Int>
}

/// A scanner over the scalars of a text; the parsers of the grammars are extensions of it.
struct LineScanner {
  let text: LineText
  var position = 0

  init(_ text: LineText) { self.text = text }

  var next: Unicode.Scalar? { peek(0) }

  func peek(_ distance: Int) -> Unicode.Scalar? {
    position + distance < text.scalars.count ? text.scalars[position + distance] : nil
  }

  mutating func skipSpaces() {
    while let scalar = next, scalar == " " || scalar == "\t" { position += 1 }
  }

  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    position += 1
    return true
  }

  mutating func take(while fits: (Unicode.Scalar) -> Bool) -> String {
    let start = position
    while let scalar = next, fits(scalar) { position += 1 }
    return string(start..<position)
  }

  func string(_ range: Range<Int>) -> String {
    let scalars = text.scalars[range]
    if scalars.allSatisfy(\.isASCII) {
      return String(decoding: scalars.map { UInt8(truncatingIfNeeded: $0.value) }, as: UTF8.self)
    }
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }

  func origin(from start: Int) -> Origin { text.origin(start..<max(start, position)) }

  // MARK: - Errors

  /// Returns an error from a place up to the current position.
  func error(_ message: String, from start: Int, hint: String? = nil) -> LineError {
    LineError(message: message, hint: hint, range: start..<max(start, position))
  }

  /// Returns an error at the next scalar, which was not expected.
  func expected(_ what: String, hint: String? = nil) -> LineError {
    let found = next.map { quoted(String($0)) } ?? "the end"
    let end = min(position + 1, text.scalars.count)
    return LineError(
      message: "expected \(what), found \(found)", hint: hint,
      range: position..<max(position, end))
  }
}

extension Unicode.Scalar {
  /// Whether a name of a property, type or transformer may start with the scalar.
  var startsName: Bool {
    isASCII ? isASCIILetter || self == "_" : properties.isXIDStart
  }
  var continuesName: Bool {
    isASCII ? isASCIILetter || isDigit || self == "_" : properties.isXIDContinue
  }
  private var isASCIILetter: Bool { "a"..."z" ~= self || "A"..."Z" ~= self }
  var isDigit: Bool { "0"..."9" ~= self }
}

/// Returns a text without the white space at its ends.
package func trimmed(_ text: String) -> String {
  let scalars = text.unicodeScalars
  let start = scalars.drop { $0.properties.isWhitespace }
  let end = start.lastIndex { !$0.properties.isWhitespace }
  return end.map { String(start[...$0]) } ?? ""
}
