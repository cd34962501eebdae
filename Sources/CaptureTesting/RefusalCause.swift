import ContractModel
import Foundation
import JSONParsing
import MapperTesting

/// The reason why a mapper rejects bodies, without the differences between bodies: the place
/// without indices, and the kind of failure.
struct RefusalCause: Hashable {
  enum Kind: Hashable {
    case unparsed(RuleID)
    case missingKey, null, otherType, invalid
    /// The mapper returned `nil`.
    case nothing
    /// An error of the mapper, by its type and its text without numbers.
    case other(MemberName)
  }

  private var path = RecordedPath()
  private let kind: Kind

  init(_ refusal: Refusal, _ body: [UInt8]) {
    let error = refusal.error as? DecodingError
    path = RecordedPath(error?.fullCodingPath ?? [])
    if path.steps.isEmpty, let error = body.parseError {
      kind = .unparsed(RuleID(error))
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

  /// Returns the type and text of an error, with each number as `#`: numbers that differ between
  /// bodies are usually data.
  private static func text(of error: any Error) -> String {
    let text = "\(type(of: error)): " + truncated("\(error)", after: 200)
    return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNumber)
      .reduce(into: "") { text, part in
        if !text.isEmpty, !text.hasSuffix("#") { text += "#" }
        text += part
      }
  }

  /// Whether the error names the place.
  var saysPlace: Bool {
    if case .unparsed = kind { true } else { !path.steps.isEmpty }
  }

  /// Sets a place that was found later.
  mutating func take(_ found: InstancePath) { path = RecordedPath(found) }

  /// Returns the place, safe to display: `[].owner.login`; in the payload's spelling, if it is
  /// known.
  func text(_ found: InstancePath) -> String { path.spelt(as: RecordedPath(found)).description }

  var advice: String {
    switch kind {
    case .unparsed(.emptyBody):
      "see why the server sends nothing here, or name the statuses that have a body"
    case .unparsed(.tooDeep):
      "see why the server nests values so deeply, which most decoders refuse as well"
    case .unparsed: "see what was recorded: a page of HTML, or a body that is cut off"
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
