package import ContractModel
import Generation
import JSONParsing
import MappingEngine

/// A line of a contract that reads a key path, and the effect of payloads without its value.
package struct LineUse: Sendable {
  /// The line's mapping, or its endpoint.
  package let owner: String
  package let line: PropertyLine
  /// Whether the contract rejects a payload in which the key is absent, and one in which the value
  /// is null; `nil` if no payload shows it.
  package let refusesAbsent: Bool?
  package let refusesNull: Bool?

  /// Returns the lines of a contract that read a key path.
  ///
  /// - Parameters:
  ///   - key: A key path or a property, `mail`; or one of a mapping, `User.mail`.
  ///   - endpoint: The endpoint that leads to the lines, as a contract writes it; `nil` for any.
  package static func all(
    of key: String, under endpoint: String? = nil, in contract: Contract
  ) -> [LineUse] {
    let reach = ContractReach(contract)
    let wanted = contract.endpoints.filter { item in
      endpoint.map { item.selector.description.utf8.elementsEqual($0.utf8) } ?? true
    }
    var uses: [LineUse] = []
    for item in wanted {
      let owner = item.selector.description
      for line in item.body.lines where isMeant(line, of: owner, by: key) {
        let target = ContractExample.Target.endpoint(Located(item.selector))
        uses.append(LineUse(line, owner, target, contract))
      }
    }
    let mappings =
      endpoint == nil
      ? reach.index.mappingsInOrder
      : reach.index.mappings(from: wanted.flatMap(\.mappings))
        .sorted { $0.origin.range.lowerBound < $1.origin.range.lowerBound }
    for mapping in mappings {
      for line in mapping.lines + mapping.addedLines
      where isMeant(line, of: mapping.name.text, by: key) {
        let type = ConstrainedType(.mapping(Located(mapping.name)))
        uses.append(
          LineUse(line, mapping.name.text, .type(root: .representation, type), contract))
      }
    }
    return uses
  }

  private static func isMeant(_ line: PropertyLine, of owner: String, by key: String) -> Bool {
    let names = [line.source.description] + (line.property.map { ["\($0)"] } ?? [])
    return names.contains { name in
      name.utf8.elementsEqual(key.utf8) || "\(owner).\(name)".utf8.elementsEqual(key.utf8)
    }
  }

  private init(
    _ line: PropertyLine, _ owner: String, _ target: ContractExample.Target, _ contract: Contract
  ) {
    (self.line, self.owner) = (line, owner)
    let sweep = FaultSweep(contract, target: target)
    let mapper = Mapper(contract, as: [MappingTarget(target)])
    let refuses = { (faultClass: FaultClass) -> Bool? in
      let keyPath = sweep?.keyPaths.first { keyPath in
        keyPath.level == 0 && keyPath.lines.contains { $0.origin.place == line.origin.place }
      }
      let payload = keyPath?.cells.first { $0.faultClass == faultClass }?.bytes
      return payload.flatMap { try? JSONDocument(parsing: $0) }.map {
        !mapper.admits($0, as: MappingTarget(target))
      }
    }
    (refusesAbsent, refusesNull) = (refuses(.missing), refuses(.null))
  }
}
