/// Something in a text that RFC 8259 permits, but that parsers interpret differently.
public struct JSONNotice: Equatable, Sendable {
  /// The kind of a notice.
  public enum Kind: Equatable, Sendable {
    /// The text starts with a byte order mark.
    case byteOrderMark
    /// A string or member name contains the escape of an unpaired surrogate, as in `"\ud800"`.
    case unpairedSurrogate
    /// A member has the same name as an earlier one; `first` is the byte offset of the first such
    /// name.
    ///
    /// Some parsers use the first of these members, some the last.
    case duplicateMember(first: Int)
  }

  /// The kind of the notice.
  public var kind: Kind
  /// The offset in bytes, zero-based: of the mark, of the escape, or of the later name's opening
  /// quote.
  public var offset: Int

  /// Makes a notice.
  public init(kind: Kind, offset: Int) {
    self.kind = kind
    self.offset = offset
  }
}

extension JSONDocument {
  /// The parts of the text that parsers interpret differently, in the order of the text.
  ///
  /// - Complexity: O(*n* log *m*) for *n* values and objects of at most *m* members.
  public var notices: [JSONNotice] {
    var notices: [JSONNotice] = []
    if hasByteOrderMark { notices.append(JSONNotice(kind: .byteOrderMark, offset: 0)) }
    if hasSurrogates { appendSurrogates(to: &notices) }
    DuplicateNames.append(in: self, to: &notices)
    return notices.count > 1 ? notices.sorted { $0.offset < $1.offset } : notices
  }

  private func appendSurrogates(to notices: inout [JSONNotice]) {
    var node = 0
    let end = next(0)
    while node < end {
      let kind = word(node).kind
      if kind == .escapedString {
        for offset in UnescapedUTF8(text[contentRange(node)]).unpairedSurrogates {
          notices.append(JSONNotice(kind: .unpairedSurrogate, offset: offset))
        }
      }
      node += kind.isContainer ? 2 : 1
    }
  }
}
