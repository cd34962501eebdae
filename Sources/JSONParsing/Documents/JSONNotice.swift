/// Something in a text that RFC 8259 allows and readers disagree about.
public struct JSONNotice: Equatable, Sendable {
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

  public var kind: Kind
  /// Where, in bytes, zero-based: of the mark, of the escape, or of the later name's opening quote.
  public var offset: Int

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
    var duplicates = DuplicateNames()
    var node = 0
    let end = next(0)
    while node < end {
      switch word(node).kind {
      case .escapedString: appendSurrogates(of: node, to: &notices)
      case .object where word(node).length > 1:
        duplicates.append(of: node, in: self, to: &notices)
      default: break
      }
      node += word(node).kind.isContainer ? 2 : 1
    }
    return notices.sorted { $0.offset < $1.offset }
  }

  private func appendSurrogates(of node: Int, to notices: inout [JSONNotice]) {
    for offset in UnescapedUTF8(text[contentRange(node)]).unpairedSurrogates {
      notices.append(JSONNotice(kind: .unpairedSurrogate, offset: offset))
    }
  }
}
