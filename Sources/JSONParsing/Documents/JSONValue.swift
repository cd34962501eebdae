/// The kinds of JSON values.
public enum JSONKind: String, Sendable, CaseIterable {
  /// A kind of RFC 8259; `true` and `false` are one.
  case null, bool, number, string, array, object
}

extension JSONKind {
  /// A value of the kind, in a sentence.
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
}

extension TapeKind {
  /// The kind of the value.
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

  /// Whether the value is an array or object without anything in it.
  package var isEmptyContainer: Bool {
    let word = document.word(node)
    return word.kind.isContainer && word.length == 0
  }

  /// Where the value stands in the text, in bytes, its quotes or brackets included.
  public var byteRange: Range<Int> { document.byteRange(node) }

  /// The value as written, its quotes or brackets included.
  public var rawBytes: ArraySlice<UInt8> { document.text[byteRange] }

  /// The value as written; its line breaks, spaces and escapes are the text's.
  public var rawText: String { String(decoding: rawBytes, as: UTF8.self) }
}

// MARK: - Scalars

extension JSONValue {
  /// Whether it is `null`.
  public var isNull: Bool { kind == .null }

  /// The value of `true` and `false`.
  public var bool: Bool? {
    switch document.word(node).kind {
    case .true: true
    case .false: false
    default: nil
    }
  }

  /// The number, with its text.
  public var number: JSONNumber? {
    kind == .number ? JSONNumber(scanned: rawText) : nil
  }

  /// The string's text, escapes resolved; each unpaired surrogate reads as U+FFFD.
  public var string: String? {
    kind == .string ? document.string(node) : nil
  }

  /// Whether the value is a string with the escape of a surrogate that has no partner, as in
  /// `"\ud800"`.
  public var hasUnpairedSurrogate: Bool {
    document.word(node).kind == .escapedString
      && !UnescapedUTF8(document.text[document.contentRange(node)]).unpairedSurrogates.isEmpty
  }
}

// MARK: - Arrays and objects

extension JSONValue {
  /// The elements of an array; of any other value, none.
  public var elements: JSONElements { JSONElements(of: self) }

  /// The members of an object in the order of the text, duplicates included; of any other value,
  /// none.
  public var members: JSONMembers { JSONMembers(of: self) }

  /// Returns the value of the member with a name: of the last one, if there are several.
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
  /// Whether two values say the same, byte by byte of what they mean.
  ///
  /// Equal are values of one kind whose numbers have the same text (`1` is not `1.0`), whose
  /// strings and names have the same scalars however they are escaped, and whose members stand in
  /// the same order, duplicates included. White space does not count.
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
  /// Whether two nodes are equal, not counting the children of containers, but their number.
  ///
  /// Names and values alternate alike in two objects of one size, so comparing node by node
  /// compares the trees.
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
