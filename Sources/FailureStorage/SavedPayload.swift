import Foundation
import JSONParsing

/// A payload in a file: its text; where a person could not read that, its bytes in base64 besides.
package struct SavedPayload: Codable, Equatable, Sendable {
  /// The endpoint that it is of, where a failure has payloads of several.
  package let endpoint: String?
  /// Whether it came at the same time as the one before it.
  package let overlaps: Bool?
  private let base64: Data?
  /// The payload; beside base64 its beginning, safe to display, which is never read again.
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

  /// How many bytes of a payload are shown beside base64.
  private static let textLimit = 2_000
}
