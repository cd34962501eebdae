package import ContractModel
package import JSONParsing
package import MappingEngine

extension Contract {
  /// Returns a payload without the members that no line reads.
  package func readMembers(of payload: PayloadTree, as target: MappingTarget) -> PayloadTree {
    guard let document = try? JSONDocument(parsing: payload.bytes) else { return payload }
    let mapper = Mapper(settingUnknownKeys(to: .warn), as: target)
    var store = ObjectStore()
    let unread = mapper.map(document, as: target, into: &store).violations
      .filter { $0.rule == .unknownKey }
    var tree = PayloadTree(document)
    // From last to first, so that the numbers of earlier nodes stay valid.
    for node in Set(unread.compactMap { tree.node(at: $0.path) }).sorted(by: >) where node > 0 {
      tree.remove(node)
    }
    return tree
  }
}
