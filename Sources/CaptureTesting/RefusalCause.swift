import ContractModel
import Foundation
import JSONParsing
import MapperTesting

/// The reason why a mapper refuses bodies, the same over many of them: where, without indices, and in
/// what way.
struct RefusalCause: Hashable {
  enum Kind: Hashable {
    case empty, notJSON
    case missingKey, null, otherType, invalid
    /// The mapper returned `nil`.
    case nothing
    /// An error of its own, by its type and its text without numbers.
    case other(MemberName)
  }

  private var path = RecordedPath()
  private let kind: Kind

  /// - Parameter body: Was refused.
  init(_ refusal: Refusal, _ body: [UInt8]) {
    if body.isBlank {
      kind = .empty
      return
    }
    let error = refusal.error as? DecodingError
    path = RecordedPath(error?.fullCodingPath ?? [])
    if path.steps.isEmpty, (try? JSONDocument(parsing: body)) == nil {
      kind = .notJSON
      return
    }
    kind =
      switch error {
      case .keyNotFound?: .missingKey
      case .valueNotFound?: .null
      case .typeMismatch?: .otherType
      case .dataCorrupted?: .invalid
      default: refusal.error.map { .other(MemberName(Self.text(of: $0))) } ?? .nothing
      }
  }

  /// The type of an error and what it says, with each number as `#`: what differs from body to body
  /// is data, most often.
  private static func text(of error: any Error) -> String {
    let text = "\(type(of: error)): " + truncated("\(error)", after: 200)
    return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNumber)
      .reduce(into: "") { text, part in
        if !text.isEmpty, !text.hasSuffix("#") { text += "#" }
        text += part
      }
  }

  /// Whether there is nothing to find out about the place.
  var saysPlace: Bool { !path.steps.isEmpty || [.empty, .notJSON].contains(kind) }

  /// Takes the place that somebody found out.
  mutating func take(_ found: InstancePath) { path = RecordedPath(found) }

  /// The place in words, safe to display: `[].owner.login`; as the payload spells it, if it is known.
  func text(_ found: InstancePath) -> String { path.spelt(as: RecordedPath(found)).description }

  /// What to do next.
  var advice: String {
    switch kind {
    case .empty: "see why the server sends nothing here, or name the statuses that have a body"
    case .notJSON: "see what was recorded: a page of HTML, or a body that is cut off"
    case .missingKey:
      "make the property optional, if the key may be absent; if not, report it to the server's authors"
    case .null:
      "make the property optional, if null may come; if not, report it to the server's authors"
    case .otherType: "have the model read what is sent, or report it to the server's authors"
    case .invalid:
      "have the model or the decoder's strategies read such values; if they should not come, "
        + "report it to the server's authors"
    case .nothing: "have the mapper throw, so that it says what is wrong with the payload"
    case .other: "see where the mapper throws this"
    }
  }
}
