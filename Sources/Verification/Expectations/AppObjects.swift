import JSONParsing
import MappingEngine

/// The objects in a value that a mapper of the app made.
struct AppObjects {
  private var values: [Any] = []

  init(in value: Any) { collect(value, depth: 0) }

  private mutating func collect(_ any: Any, depth: Int) {
    guard depth < 64, let value = ReflectedValue(any) else { return }
    for element in value.elements ?? value.entries.map(\.value) {
      collect(element, depth: depth + 1)
    }
    let properties = value.isDictionary ? [] : value.properties
    guard !properties.isEmpty else { return }
    if type(of: value.value) is AnyClass {
      let object = value.value as AnyObject
      guard !values.contains(where: { ($0 as AnyObject) === object && type(of: $0) is AnyClass })
      else { return }
    }
    values.append(value.value)
    for property in properties { collect(property.value, depth: depth + 1) }
  }

  /// How many of the app's objects are those of the contract: references are counted once, and
  /// values that say the same as often as the contract has objects of them.
  func count(
    of objects: [MappedObject], _ app: AppEvidence, _ result: MappingResult
  ) -> Int {
    guard let type = objects.first?.type else { return 0 }
    let named = values.filter { ReflectedValue($0)?.typeName == type.text }
    guard named.contains(where: { !(Swift.type(of: $0) is AnyClass) }) else { return named.count }
    var texts: Set<MemberName> = []
    for value in named { texts.insert(MemberName(ReflectedText(complete: value).description)) }
    return texts.count
  }
}
