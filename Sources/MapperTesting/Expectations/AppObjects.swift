import JSONParsing
import MappingEngine

/// The objects in a value that a mapper of the app made.
struct AppObjects {
  private let root: Any
  private var values: [ReflectedValue] = []
  private var references: Set<ObjectIdentifier> = []

  init(in value: Any) {
    root = value
    collect(value, depth: 0)
  }

  private mutating func collect(_ any: Any, depth: Int) {
    guard depth < 64, let value = ReflectedValue(any) else { return }
    for element in value.elements ?? value.entries.map(\.value) {
      collect(element, depth: depth + 1)
    }
    let properties = value.isDictionary ? [] : value.properties
    guard !properties.isEmpty else { return }
    if let reference = value.reference {
      guard references.insert(reference).inserted else { return }
    }
    values.append(value)
    for property in properties { collect(property.value, depth: depth + 1) }
  }

  /// Returns the number of objects of a type of the contract. References are counted once. Values
  /// with the same identity are one object; without an identity, each value is one. If the app has
  /// no type of that name, its values for the contract's objects are counted.
  func count(ofType type: MemberName, _ app: AppEvidence, _ result: MappingResult) -> Int {
    let comparison = app.comparison(result)
    var found = values.filter { $0.typeName.utf8.elementsEqual(type.text.utf8) }
    if found.isEmpty {
      let holders = ObjectHolders(result, root, comparison, app.options)
      found = result.store.objects(ofType: type).compactMap { object in
        holders[object.id].flatMap { ReflectedValue($0) }
      }
    }
    var keys: Set<MemberName> = []
    var others = 0
    for value in found {
      if let reference = value.reference {
        keys.insert(MemberName("\(reference)"))
      } else if let key = comparison.identityText(of: value, type) {
        keys.insert(key)
      } else {
        others += 1
      }
    }
    return keys.count + others
  }
}
