import ContractModel
import JSONParsing
import MappingEngine

extension PropertyValue {
  /// Returns the value that a property of a type has for this one; `nil` if the type has no such
  /// value.
  ///
  /// - Parameter type: A type without objects of mappings.
  func mapped(as type: ValueType) -> MappedValue? {
    switch (type, self) {
    case (.scalar(let scalar), _): return mapped(as: scalar.name)
    case (.literal(let literal), _): return mapped(as: literal)
    case (.union(let types), _): return types.lazy.compactMap { mapped(as: $0) }.first
    case (.array(let element), .array(let values)):
      return Self.all(values, element).map { .array(MappedCollection($0)) }
    case (.set(let element), .array(let values)):
      return Self.all(values, element).map { .set(MappedCollection($0)) }
    case (.dictionary(let element), .object(let values)):
      return Self.all(values.entries.map(\.value), element).map { mapped in
        .dictionary(zip(values.entries, mapped).map { MappedEntry(name: $0.name, value: $1) })
      }
    default: return nil
    }
  }

  private static func all(_ values: [PropertyValue], _ element: ConstrainedType) -> [MappedValue]? {
    let mapped = values.compactMap { value in
      value == .null && element.allowsNull ? .null : value.mapped(as: element.type)
    }
    return mapped.count == values.count ? mapped : nil
  }

  private func mapped(as literal: Literal) -> MappedValue? {
    guard let document = tree.document, literal.matches(document.root) else { return nil }
    switch self {
    case .string(let text): return .string(text)
    case .bool(let bool): return .bool(bool)
    case .int(let number): return .int(Int64(number))
    case .double: return .json(JSONFragment(document.root))
    default: return nil
    }
  }
}
