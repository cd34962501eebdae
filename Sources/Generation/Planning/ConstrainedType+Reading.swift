import ContractModel
import JSONParsing

extension ConstrainedType {
  /// How strict the type is. If a key has several types, the strictest one counts.
  var strictness: Int {
    let base =
      switch type {
      case .scalar(let scalar): scalar.name == .any ? 0 : scalar.name == .string ? 1 : 2
      default: 3
      }
    return base * 10 + min(9, constraints.count)
  }

  /// Returns the type without the coercions that read kinds of JSON which the key's other types do
  /// not read; if no coercion remained, returns it unchanged.
  func reading(_ kinds: Set<JSONKind>) -> ConstrainedType {
    guard case .scalar(var scalar) = type, scalar.coercions.count > 1 else { return self }
    let fitting = scalar.coercions.filter { kinds.contains(where: $0.reads) }
    if !fitting.isEmpty { scalar.coercions = fitting }
    return ConstrainedType(.scalar(scalar), allowsNull: allowsNull, constraints: constraints)
  }
}

extension NumberRange {
  /// The part of the range from 1 on.
  var positive: NumberRange {
    guard let one = JSONNumber("1"), lower.map({ $0.isLess(than: one) }) ?? true else {
      return self
    }
    return NumberRange(lower: one, upper: upper)
  }
}
