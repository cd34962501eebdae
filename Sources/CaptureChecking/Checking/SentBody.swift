package import CaptureSources
import ContractModel
package import JSONParsing
package import MappingEngine

/// The body of the request that a reader handed over last, by which its response is found or judged.
package struct SentBody: Sendable {
  private var input = ""
  private var place = CaptureRecord.Place.file
  private var content = RequestContent.nothing
  private var json: JSONFragment?

  /// The body of no request yet.
  package init() {}

  /// - Parameter record: A request.
  package init(_ record: CaptureRecord, _ body: Span<UInt8>) {
    (input, place) = (record.input, record.place)
    let bytes = body.withUnsafeBufferPointer { Array($0) }
    content = RequestContent(type: record.mimeType, bytes)
    if case .json = content {
      json = (try? JSONDocument(parsing: bytes)).map { JSONFragment($0.root) }
    }
  }

  /// The names by which a request to a path with many actions says which it wants: GraphQL's, JSON-RPC's
  /// and those that people use.
  private static let actionNames: [MemberName] = [
    "operationName", "action", "method", "operation", "op", "command", "cmd",
  ]

  /// The action that the request of a response wants, as a condition of an endpoint.
  ///
  /// - Returns: `nil`, if it names none by a word.
  package func action(of record: CaptureRecord) -> String? {
    guard record.place == place, record.input == input else { return nil }
    for name in Self.actionNames {
      let (text, base): (String?, SourceKeyPath.Base) =
        if case .form(let form) = content {
          (form.entries.first { $0.name == name }?.text, .requestForm)
        } else {
          (json?.value[name.text]?.string, .requestBody)
        }
      guard let text, Self.isWord(text) else { continue }
      let source = SourceKeyPath(base: base, steps: [.segment(name)])
      return RequestCondition(source: source, text: text).description
    }
    return nil
  }

  /// Whether a text is a word such as `users.list`, and no data.
  private static func isWord(_ text: String) -> Bool {
    let (bytes, letters) = (text.utf8, UInt8(ascii: "a")...UInt8(ascii: "z"))
    let isSpelled = bytes.allSatisfy { byte in
      letters.contains(byte | 0x20) || (0x30...0x39).contains(byte) || "._:/-".utf8.contains(byte)
    }
    return isSpelled && bytes.count <= 64
      && bytes.first.map { letters.contains($0 | 0x20) } ?? false
  }

  /// The request of a response with its body, if that is the one that was sent, and all else that the
  /// capture has of it.
  package func request(
    of record: CaptureRecord, _ parameters: [MemberName: String] = [:]
  ) -> MappingRequest? {
    var request = record.exchange(parameters).request
    guard record.place == place, record.input == input else { return request }
    if case .form(let form) = content { request?.form = form }
    request?.body = json
    return request
  }
}
