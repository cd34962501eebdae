import ContractModel
import JSONParsing

extension FaultCollector {
  mutating func addPayloadFaults() {
    add(
      .optional, "all-absent", "without all that is optional",
      topmost { $0.isOptional }.reversed().map { .remove($0) })
    add(
      .optional, "all-null", "with all null that may be",
      topmost { $0.isNullable }.reversed().map { .replace($0, "null") })
    add(
      .payload, "in-data", "wrapped in \"data\"",
      .replace(0, FaultText(.text("{\"data\":"), .node(0, replacing: [:]), .text("}"))))
    add(.payload, "in-array", "wrapped in an array", .replace(0, array(of: 0, count: 1)))
    let children = tree.children(of: 0)
    if let first = children.first, children.count == 1 {
      add(.payload, "unwrapped", "unwrapped", .replace(0, .node(Int32(first))))
    }
    addBytes()
  }

  private mutating func addBytes() {
    add(
      .payload, "bom", "byte order mark", .surround(prefix: [0xEF, 0xBB, 0xBF], suffix: []),
      isUnspecified: true)
    add(
      .payload, "trailing", "bytes behind the end",
      .surround(prefix: [], suffix: Array(" x".utf8)), isUnspecified: true)
    add(
      .payload, "white-space", "white space around it",
      .surround(prefix: Array(" \r\n\t".utf8), suffix: Array("\n".utf8)))
    add(
      .payload, "truncated", "truncated", .replace(0, FaultText(.truncated(0))), isUnspecified: true
    )
    for (variant, text) in [
      ("empty", ""), ("space", " "), ("html", "<!DOCTYPE html><html><body>502</body></html>"),
      ("nan", "NaN"), ("prefixed", ")]}',\n{}"),
    ] {
      add(
        .payload, variant, "body \"\(displayed(text))\"", .replace(0, FaultText(text)),
        isUnspecified: true)
    }
  }

  /// Returns the outermost values for which a condition holds.
  private func topmost(_ holds: (FaultedKeyPath) -> Bool) -> [Int32] {
    var nodes: [Int32] = []
    var end = 0
    for reads in base.keyPaths where reads.node >= max(1, end) {
      let isInObject = tree.nodes[Int(base.parents[reads.node])].kind == .object
      guard isInObject, holds(FaultedKeyPath(reads, base)) else { continue }
      nodes.append(Int32(reads.node))
      end = Int(base.tree.nodes[reads.node].end)
    }
    return nodes
  }
}
