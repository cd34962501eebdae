import JSONParsing

/// A piece of JSON, or of other text, that a fault writes; it refers to base values by node.
struct FaultText: Sendable, ExpressibleByStringLiteral {
  enum Piece: Sendable {
    case text(String)
    /// A value of the base, with some of the values inside it replaced.
    case node(Int32, replacing: [Int32: String])
    /// A value's JSON as a string.
    case quoted(Int32)
    /// A value without its last byte.
    case truncated(Int32)
  }

  var pieces: [Piece]
}

extension FaultText {
  init(_ pieces: Piece...) { self.pieces = pieces }

  init(_ text: String) { pieces = [.text(text)] }

  init(stringLiteral text: String) { pieces = [.text(text)] }

  static func node(_ node: Int32, replacing: [Int32: String] = [:]) -> FaultText {
    FaultText(.node(node, replacing: replacing))
  }

  /// Returns the text with the base's values inserted.
  func text(in base: PayloadTree) -> String {
    pieces.reduce(into: "") { text, piece in
      switch piece {
      case .text(let piece): text += piece
      case .node(let node, let replacing): text += base.text(of: Int(node), replacing: replacing)
      case .quoted(let node): text += JSONWriter.text(of: base.text(of: Int(node)))
      case .truncated(let node): text += base.text(of: Int(node)).dropLast()
      }
    }
  }
}

/// One edit on the way from a base to a faulty payload.
enum FaultEdit: Sendable {
  case remove(Int32)
  case replace(Int32, FaultText)
  /// Gives a member another name; the string is the name's token, quotes included.
  case rename(Int32, String)
  /// Puts a value before the node at a position of a container, or at the container's end.
  case insert(FaultText, name: String = "", at: Int32, in: Int32)
  case surround(prefix: [UInt8], suffix: [UInt8])

  /// - Parameter base: The payload to which the nodes in texts refer.
  func apply(to tree: inout PayloadTree, of base: PayloadTree) {
    switch self {
    case .remove(let node): tree.remove(Int(node))
    case .replace(let node, let text):
      tree.replace(Int(node), with: PayloadTree(json: text.text(in: base)))
    case .rename(let node, let name): tree.rename(Int(node), to: name.utf8)
    case .insert(let text, let name, let position, let container):
      let value = PayloadTree(json: text.text(in: base))
      tree.insert(value, name: name.utf8, at: Int(position), in: Int(container))
    case .surround(let prefix, let suffix): (tree.prefix, tree.suffix) = (prefix, suffix)
    }
  }
}
