package import ContractModel
import Foundation
public import JSONParsing

extension MappedObject {
  /// The object as JSON, with the objects it refers to.
  ///
  /// An object is written in full where it first comes, with its type under `@type`; where it comes
  /// again, as in a circle, as `{"@same": "User#1"}`, the label that `@id` has where it is written
  /// in full.
  public func json(_ layout: JSONWriter.Layout = .compact) -> String {
    store.json(.object(id), layout)
  }
}

extension MappedObject: CustomStringConvertible {
  public var description: String { displayed(json()) }
}

extension ObjectStore {
  /// A value as JSON, with the objects it refers to; see `MappedObject.json`.
  public func json(_ value: MappedValue, _ layout: JSONWriter.Layout = .compact) -> String {
    var writer = JSONWriter(layout)
    write(value, to: &writer)
    return writer.text
  }

  /// Writes a value as JSON, with the objects it refers to; see `MappedObject.json`.
  ///
  /// - Parameter hidden: The properties whose values are not shown.
  package func write(
    _ value: MappedValue, to json: inout JSONWriter, hiding hidden: Set<TypeProperty> = []
  ) {
    var writer = ValueWriter(store: self, json: json, hidden: hidden)
    writer.write(value)
    json = writer.json
  }
}

/// A property of a type.
package struct TypeProperty: Hashable, Sendable {
  package var type: MemberName
  package var property: PropertyPath
}

/// Writes values, and each object once in full.
struct ValueWriter {
  /// Objects deeper than this are written as references, so that no payload overflows the stack.
  private static let deepest = 256

  let store: ObjectStore
  var json: JSONWriter
  let hidden: Set<TypeProperty>
  private var written: Set<ObjectID> = []
  private var depth = 0

  init(store: ObjectStore, json: JSONWriter, hidden: Set<TypeProperty>) {
    (self.store, self.json, self.hidden) = (store, json, hidden)
  }

  mutating func write(_ value: MappedValue) {
    switch value {
    case .object(let id): write(id)
    case .array(let collection), .set(let collection):
      json.beginArray()
      for element in collection.elements { write(element) }
      json.endArray()
    case .dictionary(let entries):
      json.beginObject()
      for entry in entries {
        json.name(entry.name.text)
        write(entry.value)
      }
      json.endObject()
    default: writeScalar(value, to: &json)
    }
  }

  private mutating func write(_ id: ObjectID) {
    let object = store[id]
    json.beginObject()
    defer { json.endObject() }
    guard depth < Self.deepest, written.insert(id).inserted else {
      json.name("@same")
      json.string(object.label)
      return
    }
    depth += 1
    json.name("@type")
    json.string(object.type.text)
    json.name("@id")
    json.string(object.label)
    for property in object.properties {
      json.name(property.name.description)
      if hidden.contains(TypeProperty(type: object.type, property: property.name)) {
        json.string("(sensitive)")
      } else {
        write(property.value)
      }
    }
    depth -= 1
  }
}

/// Writes a value that refers to no object.
func writeScalar(_ value: MappedValue, to json: inout JSONWriter) {
  switch value {
  case .bool(let bool): json.bool(bool)
  case .int(let number): json.number(number)
  case .uint(let number): json.number(number)
  case .double(let number): json.number(number)
  case .float(let number):
    JSONNumber(number.description).map { json.number($0) } ?? json.null()
  case .decimal(let number):
    JSONNumber(number.description).map { json.number($0) } ?? json.string(number.description)
  case .string(let text), .url(let text): json.string(text)
  case .date(let instant): json.string(instant.description)
  case .uuid(let uuid): json.string(uuid.uuidString)
  case .data(let bytes): json.string(Base64.text(of: bytes))
  case .json(let fragment): json.value(fragment.value)
  case .null, .array, .set, .dictionary, .object: json.null()
  }
}

extension MappedValue {
  /// What the value is as a foreign key: its text; `nil` for null.
  var keyText: String? {
    switch self {
    case .null, .array, .set, .dictionary, .object: return nil
    case .string(let text), .url(let text): return text
    default:
      var json = JSONWriter()
      writeScalar(self, to: &json)
      return json.text
    }
  }
}
