import Foundation
import Generation
import JSONParsing

/// Decodes payloads as types that are known only when the program runs, by the app's decoder.
struct ModelProbe {
  let decoder: JSONDecoder
  var watch: CodableDraft.Watch = { _, _ in {} }

  /// A value that was decoded, which may be `nil`.
  struct Decoded {
    let value: Any
  }

  /// A decode that was watched.
  struct Record {
    let failure: DecodingFailure?
    let readings: [DecodingReading]
  }

  /// - Returns: `nil`, if the type refuses the payload.
  func decoded(_ type: any Decodable.Type, _ payload: PayloadTree) -> Decoded? {
    (try? decode(type, payload.bytes)).map { Decoded(value: $0) }
  }

  func decode(_ type: any Decodable.Type, _ bytes: [UInt8]) throws -> Any {
    func decode<Model: Decodable>(_ type: Model.Type) throws -> Any {
      try decoder.decode(type, from: Data(bytes))
    }
    guard let end = watch("\(type)", bytes) else { throw PassedOver() }
    defer { end() }
    return try decode(type)
  }

  /// That a payload is not decoded, since a process ended in it.
  private struct PassedOver: Error {}

  func takes(_ type: any Decodable.Type, _ json: String) -> Bool {
    decoded(type, PayloadTree(json: json)) != nil
  }

  func record(_ type: any Decodable.Type, _ payload: PayloadTree) -> Record {
    record(type, payload.bytes)
  }

  func record(_ type: any Decodable.Type, _ bytes: [UInt8]) -> Record {
    func record<Model: Decodable>(_ type: Model.Type) -> Record {
      let record = DecodingRecorder(decoder).record(type, from: bytes)
      return Record(failure: record.failure, readings: record.readings)
    }
    guard let end = watch("\(type)", bytes) else {
      let failure = DecodingFailure(
        path: InstancePath(), byteRange: nil, nearest: nil, message: "a process ended in it",
        error: PassedOver())
      return Record(failure: failure, readings: [])
    }
    defer { end() }
    return record(type)
  }

  /// A scalar that may stand anywhere, to see what is taken that should not be.
  static let oddities = [
    "true", "7", "1.5", #""zz""#, "[]", "{}", "[true]", #"["zz"]"#, "[{}]", #"{"zz":{}}"#,
  ].map { PayloadTree(json: $0) }
}

extension PayloadTree {
  /// Puts a value at a place: where one is, or after the last member or element.
  ///
  /// - Returns: Whether the place is in an object or array that is there.
  mutating func put(_ value: PayloadTree, at path: InstancePath) -> Bool {
    if let node = node(at: path) {
      replace(node, with: value)
      return true
    }
    let outer = InstancePath(Array(path.steps.dropLast()))
    guard let parent = node(at: outer), let step = path.steps.last else { return false }
    switch (nodes[parent].kind, step) {
    case (.object, .member(let name)):
      let name = Array(JSONWriter.text(of: name.text).utf8)
      insert(value, name: name, at: Int(nodes[parent].end), in: parent)
    case (.array, .element):
      insert(value, name: [UInt8](), at: Int(nodes[parent].end), in: parent)
    default: return false
    }
    return true
  }

  /// The payload with another value at a place.
  func with(_ value: PayloadTree, at path: InstancePath) -> PayloadTree {
    var tree = self
    _ = tree.put(value, at: path)
    return tree
  }

  /// The payload without what is at a place.
  func without(_ path: InstancePath) -> PayloadTree {
    var tree = self
    if let node = node(at: path) { tree.remove(node) }
    return tree
  }

  /// The payload, no array with more than two elements.
  var withShortArrays: PayloadTree {
    var tree = self
    var index = 0
    while index < tree.nodes.count {
      if tree.nodes[index].kind == .array {
        for child in tree.children(of: index).dropFirst(2).reversed() { tree.remove(child) }
      }
      index += 1
    }
    return tree
  }

  static let null = PayloadTree(json: "null")
}

extension [PayloadTree] {
  /// What stands at a place, as JSON.
  func texts(at place: InstancePath) -> [String] {
    compactMap { payload in payload.node(at: place).map { payload.subtree($0).text } }
  }
}
