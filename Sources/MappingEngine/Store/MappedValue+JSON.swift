package import ContractModel
public import JSONParsing

extension MappedObject {
  /// Returns the object as JSON, with the objects that it refers to.
  ///
  /// An object is written in full at its first occurrence, with its type under `@type`. A later
  /// occurrence, as in a cycle, is `{"@same": "User#1"}`, with the label that the full object has
  /// under `@id`.
  public func json(_ layout: JSONWriter.Layout = .compact) -> String {
    store.json(.object(id), layout)
  }
}

extension MappedObject: CustomStringConvertible {
  public var description: String { displayed(json()) }
}

extension ObjectStore {
  /// Returns a value as JSON, with the objects that it refers to; see `MappedObject.json`.
  public func json(_ value: MappedValue, _ layout: JSONWriter.Layout = .compact) -> String {
    var writer = JSONWriter(layout)
    write(value, to: &writer)
    return writer.text
  }

  /// Writes a value as JSON, with the objects that it refers to; see `MappedObject.json`.
  ///
  /// - Parameter showsObjects: Whether objects are written in full. If not, even the first
  ///   occurrence of an object is its label.
  package func write(
    _ value: MappedValue, to json: inout JSONWriter, hiding hidden: Set<TypeProperty> = [],
    showsObjects: Bool = true
  ) {
    var writer = ValueWriter(store: self, json: json, hidden: hidden, showsObjects: showsObjects)
    writer.write(value)
    json = writer.json
  }
}

package struct TypeProperty: Hashable, Sendable {
  package var type: MemberName
  package var property: PropertyPath
}

/// Writes values; each object is written in full once.
///
/// The writer keeps the remaining steps on a stack of its own, because objects may nest as deeply
/// as there are objects.
struct ValueWriter {
  private enum Step {
    case value(MappedValue)
    case name(String)
    case endArray, endObject
  }

  let store: ObjectStore
  var json: JSONWriter
  let hidden: Set<TypeProperty>
  let showsObjects: Bool
  private var written: Set<ObjectID> = []
  /// The remaining steps, the next one last.
  private var steps: [Step] = []

  init(store: ObjectStore, json: JSONWriter, hidden: Set<TypeProperty>, showsObjects: Bool) {
    (self.store, self.json, self.hidden) = (store, json, hidden)
    self.showsObjects = showsObjects
  }

  mutating func write(_ value: MappedValue) {
    steps.append(.value(value))
    while let step = steps.popLast() {
      switch step {
      case .value(let value): begin(value)
      case .name(let name): json.name(name)
      case .endArray: json.endArray()
      case .endObject: json.endObject()
      }
    }
  }

  private mutating func begin(_ value: MappedValue) {
    switch value {
    case .object(let id): begin(id)
    case .array(let collection), .set(let collection):
      json.beginArray()
      steps.append(.endArray)
      steps += collection.elements.reversed().map { .value($0) }
    case .dictionary(let entries):
      json.beginObject()
      steps.append(.endObject)
      steps += entries.reversed().flatMap { [.value($0.value), .name($0.name.text)] }
    default: writeScalar(value, to: &json)
    }
  }

  private mutating func begin(_ id: ObjectID) {
    let object = store[id]
    json.beginObject()
    steps.append(.endObject)
    guard showsObjects, written.insert(id).inserted else {
      json.name("@same")
      json.string(object.label)
      return
    }
    json.name("@type")
    json.string(object.type.text)
    json.name("@id")
    json.string(object.label)
    for property in object.properties.reversed() {
      let isHidden = hidden.contains(TypeProperty(type: object.type, property: property.name))
      steps.append(.value(isHidden ? .string("(sensitive)") : property.value))
      steps.append(.name(property.name.description))
    }
  }
}
