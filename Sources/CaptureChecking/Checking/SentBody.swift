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

  /// Of no request yet.
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
