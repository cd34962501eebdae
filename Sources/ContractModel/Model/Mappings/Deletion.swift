public import JSONParsing

/// An object that an endpoint deletes: `"@deletes": "Order(id: @document.id)"`. There is a line for
/// each part of its identity.
public struct Deletion: Hashable, Sendable {
  static let member = "@deletes"

  /// The mapping of the deleted object.
  public var mapping: Located<MemberName>
  /// The part of the identity that the line reads.
  public var part: Located<PropertyPath>
  /// The type of the deleted object, which is that of the mapping.
  public var type: MemberName

  init(_ mapping: Located<MemberName>, _ part: Located<PropertyPath>) {
    (self.mapping, self.part, type) = (mapping, part, mapping.value)
  }
}

extension Contract {
  /// The contract with payloads for endpoints that have no body and delete an object by their
  /// request: the payload is an object of the parameters that identify it, `{"id": 3}`.
  package var withRequestsAsPayloads: Contract {
    var contract = self
    for number in endpoints.indices where endpoints[number].hasNoBody {
      for position in endpoints[number].body.lines.indices {
        contract.endpoints[number].body.lines[position].source.base = .representation
      }
    }
    return contract
  }

  /// Sets the types of the lines that delete objects to those of the identities' own lines.
  mutating func resolveDeletions() {
    let isDeleting = endpoints.contains { $0.body.lines.contains { $0.deletes != nil } }
    guard isDeleting else { return }
    let index = MappingIndex(self)
    for number in endpoints.indices {
      for (position, line) in endpoints[number].body.lines.enumerated() {
        guard let deletion = line.deletes, let mapping = index[deletion.mapping.value] else {
          continue
        }
        endpoints[number].body.lines[position].deletes?.type = mapping.typeName
        let own = index.allLines(of: mapping).first { $0.property == deletion.part.value }
        guard var value = own?.value else { continue }
        value.allowsNull = false
        endpoints[number].body.lines[position].value = value
      }
    }
  }
}
