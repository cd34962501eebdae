package import CaptureSources
import ContractModel
package import JSONParsing
package import MappingEngine

/// The body of the last request that a reader handed over. It decides which endpoint the response
/// belongs to, and lines may read it.
package struct SentBody: Sendable {
  private var input = ""
  private var place = CaptureRecord.Place.file
  private var content = RequestContent.nothing
  private var json: JSONFragment?

  /// Creates the body before any request.
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

  /// The members that commonly name the action of a request, where a path has many actions: those
  /// of GraphQL and JSON-RPC, and others in use.
  private static let actionNames: [MemberName] = [
    "operationName", "action", "method", "operation", "op", "command", "cmd",
  ]

  /// Returns the action that the request of a response names, as a condition of an endpoint.
  ///
  /// - Returns: `nil`, if the request names no action, or not by a word.
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

  /// Whether a text is a word, such as `users.list`, rather than data.
  private static func isWord(_ text: String) -> Bool {
    let bytes = text.utf8
    return bytes.count <= 64 && bytes.first.map(KeyName.isLetter) ?? false
      && bytes.allSatisfy { byte in
        KeyName.isLetter(byte) || KeyName.isDigit(byte) || "._:/-".utf8.contains(byte)
      }
  }

  /// Returns the request of a response, as far as the capture has it; with the body, if the last
  /// request that was handed over is the response's own.
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
