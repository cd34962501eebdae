import JSONParsing
import MappingEngine

extension MapperCheck {
  /// Returns a hint where a `Codable` model expects a value of another kind than the contract does:
  /// a number for a date that is a text, or one object for an array.
  func hint(forKindOf failure: DecodingFailure?, _ event: MappingEvent?) -> String? {
    guard case .typeMismatch(let type, _)? = failure?.error as? DecodingError,
      let kind = failure?.nearest?.kind
    else { return nil }
    if case .date? = event?.value, type == Double.self {
      return "the decoder reads dates as numbers; give the app's own: .decoding(…, with: decoder)"
    }
    guard failure?.path.steps.isEmpty ?? false else { return nil }
    switch kind {
    case .array where type == [String: Any].self:
      return "the payload is an array, and the model one object: decode an array, or test "
        + "the type of its elements"
    case .object where type == [Any].self:
      return "the payload is one object, and the model an array: decode one, or test an array"
    default: return nil
    }
  }
}
