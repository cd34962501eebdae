/// A condition on a value besides its type.
public enum Constraint: Hashable, Sendable, CustomStringConvertible {
  /// The number, after coercion, is in the range.
  case range(NumberRange)
  /// The array, set or dictionary has a number of elements in the range.
  case count(CountRange, written: NumberRange)
  /// The text has a number of Unicode scalars in the range.
  case length(CountRange, written: NumberRange)
  /// The pattern matches a part of the text.
  case matches(TextPattern)
  /// No two elements are equal.
  case unique
  /// The value equals another value of the payload, or of the request (`@path.id`).
  case equals(SourceKeyPath)

  public var description: String {
    switch self {
    case .range(let range): range.description
    case .count(_, let written): "count \(written)"
    case .length(_, let written): "length \(written)"
    case .matches(let pattern): "matches \(pattern)"
    case .unique: "unique"
    case .equals(let source): "equals \(source)"
    }
  }
}

extension TextPattern: Hashable {
  public func hash(into hasher: inout Hasher) { hasher.combine(text.utf8.count) }
}
