/// Something in a text that RFC 8259 allows and readers disagree about.
public struct JSONNotice: Equatable, Sendable {
  /// The oddity.
  public enum Kind: Equatable, Sendable {
    /// The text starts with a byte order mark.
    case byteOrderMark
    /// A string or member name has the escape of a surrogate without a partner, as in `"\ud800"`.
    case unpairedSurrogate
    /// A member has the name of an earlier one; `first` is where the first such name starts, in
    /// bytes.
    ///
    /// Some readers take the first of them, some the last.
    case duplicateMember(first: Int)
  }

  /// The oddity that is noted.
  public var kind: Kind
  /// Where, in bytes, zero-based: of the mark, of the escape, or of the later name's opening quote.
  public var offset: Int

  /// Makes a notice.
  ///
  /// - Parameter offset: In bytes, from the start of the text.
  public init(kind: Kind, offset: Int) {
    self.kind = kind
    self.offset = offset
  }
}

extension JSONDocument {
  /// The places that readers of JSON disagree about, in the order of the text.
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
