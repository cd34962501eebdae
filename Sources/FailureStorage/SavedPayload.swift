import Foundation
import JSONParsing

/// A payload in a file: its text, and, if the text is not readable for people, also its bytes in
/// base64.
package struct SavedPayload: Codable, Equatable, Sendable {
  /// The endpoint of the payload, if the failure has payloads of several endpoints.
  package let endpoint: String?
  /// Whether the payload was loaded at the same time as the one before it.
  package let overlaps: Bool?
  private let base64: Data?
  /// The payload's text. If there is base64, the text is only the beginning, safe to display, and
  /// is never read.
  private let text: String

  package init(_ bytes: [UInt8], endpoint: String? = nil, overlaps: Bool = false) {
    (self.endpoint, self.overlaps) = (endpoint, overlaps ? true : nil)
    let whole = String(decoding: bytes, as: UTF8.self)
    let isReadable = whole.utf8.elementsEqual(bytes) && displayed(whole).utf8.elementsEqual(bytes)
    guard !isReadable else {
      (base64, text) = (nil, whole)
      return
    }
    base64 = Data(bytes)
    let shown = displayed(String(decoding: bytes.prefix(Self.textLimit), as: UTF8.self))
    text = bytes.count > Self.textLimit ? shown + "…" : shown
  }

  package var bytes: [UInt8] { base64.map { [UInt8]($0) } ?? Array(text.utf8) }

  /// The most bytes of a payload that are shown next to base64.
  private static let textLimit = 2_000
}
