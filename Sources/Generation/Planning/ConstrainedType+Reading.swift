import ContractModel
import JSONParsing

extension ConstrainedType {
  /// How little the type takes: of several types for one key, the one that takes least makes the
  /// value.
  var pickiness: Int {
    let base =
      switch type {
      case .scalar(let scalar): scalar.name == .any ? 0 : scalar.name == .string ? 1 : 2
      default: 3
      }
    return base * 10 + min(9, constraints.count)
  }

  /// The type with only those coercions that read from the kinds that other types for the key read
  /// from too.
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
