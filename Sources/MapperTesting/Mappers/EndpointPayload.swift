package import Generation
import JSONParsing

package struct EndpointPayload: Hashable, Sendable {
  package var bytes: [UInt8]
  /// The number of the payload's endpoint, among those that the mapper loads.
  package var endpoint: Int

  package init(_ bytes: [UInt8], endpoint: Int = 0) {
    (self.bytes, self.endpoint) = (bytes, endpoint)
  }

  package init(_ response: DrawnResponse) {
    self.init(response.payload.bytes, endpoint: response.endpoint)
  }
}
