package import ContractModel
package import JSONParsing

/// One fault at one key path, in one variant.
package struct FaultCell: Sendable, Identifiable {
  package let faultClass: FaultClass
  /// The variant of the fault class; empty if there is only one.
  package let variant: String
  package let base: FaultBase
  /// The node of the key path in the base.
  package let node: Int
  /// Whether mappers may legitimately differ on the payload, so that a verdict proves nothing.
  package let isUnspecified: Bool
  package let pathText: String
  let label: String
  let edits: [FaultEdit]

  /// The id, which depends on the key path alone: `null@[0].file_url`, `wrong-type:string@[0].id`.
  package var id: String {
    faultClass.rawValue + (variant.isEmpty ? "" : ":" + variant) + "@" + pathText
  }

  /// The name of the fault, for people: `[0].id wrong type "x"`.
  package var name: String { (pathText.isEmpty ? "the payload:" : pathText) + " " + label }

  package var path: InstancePath { base.paths[node] }

  /// The member's name and another spelling of it, which the payload has instead or in addition.
  package var spelling: SpelledKey? {
    guard [.keyCase, .keyCaseBefore, .keyCaseAfter].contains(faultClass) else { return nil }
    switch edits.first {
    case .rename(_, let name), .insert(_, let name, _, _):
      return SpelledKey(
        key: base.tree.memberName(of: node).text,
        other: base.tree.unquoted(Array(name.utf8)[...]), isBeside: faultClass != .keyCase,
        cell: self)
    default: return nil
    }
  }

  /// The member of the payload that no line reads, if that is the fault: its written name and path.
  package var unreadMember: (name: String, path: InstancePath)? {
    let member = { (name: String, object: Int32) in
      let key = MemberName(base.tree.unquoted(Array(name.utf8)[...]))
      return (name, base.paths[Int(object)].appending(.member(key)))
    }
    for edit in edits where isOfUnread {
      switch edit {
      case .rename(let node, let name): return member(name, base.parents[Int(node)])
      case .insert(_, let name, _, let object): return member(name, object)
      default: continue
      }
    }
    return nil
  }

  private var isOfUnread: Bool {
    switch faultClass {
    case .keyCase, .keyCaseBefore, .keyCaseAfter, .dottedKey, .unknownKey, .emptyKey, .depth: true
    default: false
    }
  }

  /// Returns the faulty payload with another value of the unread member, or without the member.
  package func payload(unread value: String?) -> PayloadTree {
    let others = edits.compactMap { edit -> FaultEdit? in
      switch edit {
      case .rename(let node, _): .remove(node)
      case .insert(_, let name, let position, let object):
        value.map { .insert(FaultText($0), name: name, at: position, in: object) }
      default: edit
      }
    }
    return base.tree(with: others)
  }

  /// - Complexity: O(size of the base).
  package func payload() -> PayloadTree { base.tree(with: edits) }

  package var bytes: [UInt8] {
    base.layout.splice(edits, in: base.tree).map { base.layout.bytes([$0]) } ?? payload().bytes
  }

  /// The bytes that the fault writes into its base; `nil` if the fault has more than one edit, or
  /// cannot be expressed as a replacement of bytes.
  package var written: [UInt8]? { base.layout.splice(edits, in: base.tree)?.added }

  package func bytes(of object: Int) -> [UInt8] {
    base.layout.splice(edits, in: base.tree).map { base.layout.bytes([$0], of: object) }
      ?? Array(payload().text(of: object).utf8)
  }
}

/// A member's name, and another spelling of it in a payload.
package struct SpelledKey: Sendable {
  package let key: String
  package let other: String
  /// Whether the payload has both spellings.
  package let isBeside: Bool
  let cell: FaultCell

  /// The first line that reads the member, or a value inside it.
  package var line: PropertyLine? {
    cell.base.keyPaths.first { $0.node >= cell.node && !$0.lines.isEmpty }?.lines.first
  }

  /// Payloads with only the other spelling as the fault: as in this cell, and in place of the key.
  package var payloads: [PayloadTree] {
    guard isBeside else { return [cell.payload()] }
    let renaming = FaultEdit.rename(Int32(cell.node), JSONWriter.text(of: other))
    return [cell.payload(), cell.base.tree(with: [renaming])]
  }
}
