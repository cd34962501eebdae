/// The kinds of JSON values.
public enum JSONKind: String, Sendable, CaseIterable {
  /// A kind of RFC 8259; `true` and `false` are one kind.
  case null, bool, number, string, array, object
}

extension JSONKind {
  /// The kind with an article, for use in a sentence.
  package var words: String {
    switch self {
    case .null: "null"
    case .bool: "a bool"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }

  /// The shortest JSON of the kind.
  package var simplest: String {
    switch self {
    case .null: "null"
    case .bool: "false"
    case .number: "0"
    case .string: "\"\""
    case .array: "[]"
    case .object: "{}"
    }
  }

  /// Creates the kind of a value from its first byte.
  package init(firstByte byte: UInt8) {
    switch byte {
    case ASCII.quote: self = .string
    case ASCII.openBracket: self = .array
    case ASCII.openBrace: self = .object
    case ASCII.lowerT, ASCII.lowerF: self = .bool
    case ASCII.lowerN: self = .null
    default: self = .number
    }
  }
}

extension TapeKind {
  package var value: JSONKind {
    switch self {
    case .null: .null
    case .false, .true: .bool
    case .integer, .real: .number
    case .plainString, .escapedString: .string
    case .array: .array
    case .object: .object
    }
  }
}

/// A value in a document: a cursor, as cheap to copy as a reference.
///
///     let user = try JSONDocument(parsing: #"{"id": 7, "name": "Ann"}"#).root
///     user["id"]?.number?.int64.exactValue   // 7
///     user["name"]?.byteRange                // 17..<22
///     user["nobody"]                         // nil
///
/// Reading a value as a kind it does not have gives `nil`, or no elements or members; nothing is
/// converted.
public struct JSONValue: Sendable {
  /// The document that the value is in.
  public let document: JSONDocument
  /// The index of the value's word on the tape.
  package let node: Int

  package init(document: JSONDocument, node: Int) {
    self.document = document
    self.node = node
  }

  /// The kind of the value.
  public var kind: JSONKind { document.word(node).kind.value }

  package var isEmptyContainer: Bool {
    let word = document.word(node)
    return word.kind.isContainer && word.length == 0
  }

  /// The bytes of the value in the text, including its quotes or brackets.
  public var byteRange: Range<Int> { document.byteRange(node) }

  /// The value as written, including its quotes or brackets.
  public var rawBytes: ArraySlice<UInt8> { document.text[byteRange] }

  /// The value as written, with the text's line breaks, spaces and escapes.
  public var rawText: String { String(decoding: rawBytes, as: UTF8.self) }
}

// MARK: - Scalars

extension JSONValue {
  /// Whether the value is `null`.
  public var isNull: Bool { kind == .null }

  /// The Boolean, if the value is `true` or `false`.
  public var bool: Bool? {
    switch document.word(node).kind {
    case .true: true
    case .false: false
    default: nil
    }
  }

  /// The number with its text, if the value is a number.
  public var number: JSONNumber? {
    kind == .number ? JSONNumber(scanned: rawText) : nil
  }

  /// The string's text with escapes resolved; each unpaired surrogate becomes U+FFFD.
  public var string: String? {
    kind == .string ? document.string(node) : nil
  }

  /// Whether the value is a string that contains the escape of an unpaired surrogate, as in
  /// `"\ud800"`.
  public var hasUnpairedSurrogate: Bool {
    document.word(node).kind == .escapedString
      && !UnescapedUTF8(document.text[document.contentRange(node)]).unpairedSurrogates.isEmpty
  }
}

// MARK: - Arrays and objects

extension JSONValue {
  /// The elements of an array; none for any other value.
  public var elements: JSONElements { JSONElements(of: self) }

  /// The members of an object in the order of the text, including duplicates; none for any other
  /// value.
  public var members: JSONMembers { JSONMembers(of: self) }

  /// Returns the value of the member with a name; the last one, if there are several.
  ///
  /// Names are equal if their Unicode scalars are.
  ///
  /// - Complexity: O(*m*), where *m* is the number of members.
  public subscript(name: String) -> JSONValue? {
    members.last(named: name)?.value
  }

  /// Returns the element at a zero-based index, or `nil` if there is none.
  ///
  /// - Complexity: O(*index*).
  public subscript(index: Int) -> JSONValue? {
    guard index >= 0, index < elements.count else { return nil }
    return elements.dropFirst(index).first
  }
}

// MARK: - Equality

extension JSONValue: Equatable {
  /// Returns whether two values are equal, compared by the bytes of their contents.
  ///
  /// Values are equal if they have the same kind. Numbers must also have the same text (`1` is not
  /// `1.0`), strings and names the same scalars, however they are escaped, and members the same
  /// order, including duplicates. White space does not count.
  ///
  /// - Complexity: O(*n*); depth costs no stack.
  public static func == (left: JSONValue, right: JSONValue) -> Bool {
    var (one, other) = (left.node, right.node)
    let end = left.document.next(one)
    while one < end {
      guard left.document.node(one, equals: other, in: right.document) else { return false }
      let width = left.document.word(one).kind.isContainer ? 2 : 1
      one += width
      other += width
    }
    return true
  }
}

extension JSONDocument {
  /// Returns whether two nodes are equal. The children of containers are not compared, but their
  /// number is. Names and values alternate in the same way in two objects of the same size, so
  /// comparing all nodes in order compares the trees.
  fileprivate func node(_ node: Int, equals other: Int, in document: JSONDocument) -> Bool {
    switch (word(node).kind, document.word(other).kind) {
    case (.null, .null), (.true, .true), (.false, .false): true
    case (.integer, .integer), (.real, .real):
      text[byteRange(node)] == document.text[document.byteRange(other)]
    case (.plainString, .plainString), (.plainString, .escapedString),
      (.escapedString, .plainString), (.escapedString, .escapedString):
      string(node, equals: other, in: document)
    case (.array, .array), (.object, .object): word(node).length == document.word(other).length
    default: false
    }
  }
}
