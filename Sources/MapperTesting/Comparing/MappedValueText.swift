import ContractModel
import JSONParsing
import MappingEngine

/// The text of a contract's value, in the form that `ReflectedText` gives the app's values: `"a"`,
/// `nil`, `City(cityId: 2, name: "Bern")`.
struct MappedValueText: CustomStringConvertible {
  private static let limit = 160
  private static let depthLimit = 4
  private static let elementLimit = 16

  let description: String

  init(_ value: MappedValue?, in store: ObjectStore) {
    description = truncated(Self.text(value ?? .null, store, depth: 0), after: Self.limit)
  }

  private static func text(_ value: MappedValue, _ store: ObjectStore, depth: Int) -> String {
    guard depth < depthLimit else { return "…" }
    switch value {
    case .null: return "nil"
    case .array(let collection), .set(let collection):
      return list(collection.elements.count) {
        text(collection.elements[$0], store, depth: depth + 1)
      }
    case .dictionary(let entries):
      guard !entries.isEmpty else { return "[:]" }
      let sorted = entries.sorted { $0.name < $1.name }
      return list(entries.count) {
        "\(quoted(sorted[$0].name.text)): \(text(sorted[$0].value, store, depth: depth + 1))"
      }
    case .object(let id): return text(store[id], depth: depth)
    default: return value.appText ?? displayed(store.json(value))
    }
  }

  private static func text(_ object: MappedObject, depth: Int) -> String {
    let parts = object.properties.prefix(elementLimit).map {
      "\(displayed($0.name.description)): \(text($0.value, object.store, depth: depth + 1))"
    }
    return "\(displayed(object.type.text))(\(parts.joined(separator: ", ")))"
  }

  private static func list(_ count: Int, _ text: (Int) -> String) -> String {
    let texts = (0..<min(count, elementLimit)).map(text) + (count > elementLimit ? ["…"] : [])
    return "[\(texts.joined(separator: ", "))]"
  }
}
