import Foundation
import JSONParsing

/// Decodes payloads with the app's decoder, as types that are known only at run time.
struct ModelProbe {
  let decoder: JSONDecoder
  var watch: CodableDraft.Watch = { _, _ in {} }

  /// A decoded value, which may be `nil`.
  struct Decoded {
    let value: Any
  }

  /// - Returns: `nil` if the type rejects the payload.
  func decoded(_ type: any Decodable.Type, _ payload: PayloadTree) -> Decoded? {
    (try? decode(type, payload.bytes)).map { Decoded(value: $0) }
  }

  func decode(_ type: any Decodable.Type, _ bytes: [UInt8]) throws -> Any {
    guard let end = watch("\(type)", bytes) else { throw PassedOver() }
    defer { end() }
    return try decoder.decode(type, from: Data(bytes))
  }

  /// The error that a payload was not decoded, because a process ended in it.
  private struct PassedOver: Error {}

  func takes(_ type: any Decodable.Type, _ json: String) -> Bool {
    decoded(type, PayloadTree(json: json)) != nil
  }

  func record(_ type: any Decodable.Type, _ bytes: [UInt8]) -> DecodingRecord {
    guard let end = watch("\(type)", bytes) else {
      let failure = DecodingFailure(
        path: InstancePath(), byteRange: nil, nearest: nil, message: "a process ended in it",
        error: PassedOver())
      return DecodingRecord(failure: failure)
    }
    defer { end() }
    return DecodingRecorder(decoder).record(type, from: bytes)
  }

  /// Values of various kinds, to find out whether a type accepts what it should not.
  static let oddities = [
    "true", "7", "1.5", #""zz""#, "[]", "{}", "[true]", #"["zz"]"#, "[{}]", #"{"zz":{}}"#,
  ].map { PayloadTree(json: $0) }
}

extension PayloadTree {
  /// The payload with all arrays shortened to at most two elements.
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
  /// Returns the payloads' values at a place, as JSON.
  func texts(at place: InstancePath) -> [String] {
    compactMap { payload in payload.node(at: place).map { payload.subtree($0).text } }
  }
}
