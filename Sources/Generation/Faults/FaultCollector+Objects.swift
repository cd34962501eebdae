import ContractModel
import JSONParsing

extension FaultCollector {
  /// Adds other values in place of the object, and the object inside another value.
  mutating func addObjects() {
    guard kind == .object else { return }
    replace(.object, "empty", "empty object", with: "{}")
    replace(.object, "empty-array", "[] for the object", with: "[]")
    replace(.object, "empty-string", "\"\" for the object", with: "\"\"")
    replace(.object, "false", "false for the object", with: "false")
    add(.object, "json-string", "JSON in a string", .replace(node, FaultText(.quoted(node))))
    add(.object, "in-array", "an array of the object", .replace(node, array(of: node, count: 1)))
    replace(.object, "reversed", "members in reverse order", with: reversedObject)
  }

  /// The object with its members in reverse order, which means the same.
  private var reversedObject: String {
    let members = tree.children(of: keyPath.node).reversed().map { child in
      String(decoding: tree.nameToken(of: child), as: UTF8.self) + ":" + tree.text(of: child)
    }
    return "{" + members.joined(separator: ",") + "}"
  }

  /// Adds a hundred nested arrays in an unread member.
  mutating func addDepth() {
    let deep = String(repeating: "[", count: 100) + String(repeating: "]", count: 100)
    if kind == .object {
      add(
        .depth, "", "depth 100",
        .insert(FaultText(deep), name: "\"zzDeep\"", at: end(of: node), in: node))
    } else if reads.has(.any) {
      replace(.depth, "value", "depth 100", with: deep)
    }
  }
}
