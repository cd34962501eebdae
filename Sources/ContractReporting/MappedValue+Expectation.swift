import ContractModel
import JSONParsing
import MappingEngine

extension MappedValue {
  /// Whether a value matches the JSON of an expectation.
  ///
  /// Numbers are compared exactly; dates, URLs, UUIDs and data by their texts; objects only by the
  /// properties that the JSON names.
  func matches(_ json: JSONValue, in store: ObjectStore) -> Bool {
    switch self {
    case .null: return json.isNull
    case .bool(let bool): return json.bool == bool
    case .object(let id):
      return json.kind == .object
        && json.members.allSatisfy { member in
          guard let value = store[id][MemberName(member.name.text)] else {
            return member.value.isNull
          }
          return value.matches(member.value, in: store)
        }
    case .array(let collection), .set(let collection):
      return json.kind == .array && json.elements.count == collection.elements.count
        && zip(collection.elements, json.elements).allSatisfy { $0.matches($1, in: store) }
    case .dictionary(let entries):
      return json.kind == .object && json.members.count == entries.count
        && json.members.allSatisfy { member in
          entries.contains { $0.name == member.name && $0.value.matches(member.value, in: store) }
        }
    case .json(let fragment): return fragment.value == json
    default:
      // Scalars are compared in their JSON form.
      guard let document = try? JSONDocument(parsing: store.json(self)) else { return false }
      if let number = document.root.number, let expected = json.number {
        return number.isNumericallyEqual(to: expected)
      }
      return document.root == json
    }
  }
}
