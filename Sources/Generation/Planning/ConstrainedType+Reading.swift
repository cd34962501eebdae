import ContractModel
import JSONParsing

extension ConstrainedType {
  /// How little the type accepts. Of several types for a key, the one that accepts least counts.
  var strictness: Int {
    let base =
      switch type {
      case .scalar(let scalar): scalar.name == .any ? 0 : scalar.name == .string ? 1 : 2
      default: 3
      }
    return base * 10 + min(9, constraints.count)
  }

  /// Returns the type with only coercions that read JSON which the key's other types also read.
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
