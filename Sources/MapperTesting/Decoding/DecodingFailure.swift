package import JSONParsing

/// Why a decode failed, and where in the payload.
package struct DecodingFailure: Sendable {
  /// The path in the payload's own spelling; for a missing member, the path where it should be.
  package let path: InstancePath
  /// The byte range of the value at the path; `nil` if there is no value. For a payload that is not
  /// JSON, the empty range at the first wrong byte.
  package let byteRange: Range<Int>?
  /// The innermost existing value on the way to the path, if the payload is JSON: the value itself,
  /// or the one that lacks the member.
  package let nearest: JSONValue?
  /// The message, safe to display.
  package let message: String
  /// The error as the innermost reading threw it, before models and decoder could change it.
  package let error: any Error
}

extension DecodingFailure: CustomStringConvertible {
  package var description: String {
    let place = path.steps.isEmpty ? "the root" : displayed(path.description)
    let bytes = byteRange.map { " (bytes \($0.lowerBound)..<\($0.upperBound))" } ?? ""
    return "\(place)\(bytes): \(message)"
  }
}
