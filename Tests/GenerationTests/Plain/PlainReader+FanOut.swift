import ContractModel
import JSONParsing

// The values that a key path finds in the elements of an array form an array (§ 5).

extension PlainReader {
  mutating func read(
    _ line: PlainLine, collected all: [PlainFound], in array: JSONValue, _ scope: PlainScope
  ) -> Bool {
    guard line.takesArrays else {
      report(.wrongType, array)
      return false
    }
    guard let element = line.value.type.element else {
      return readAny(line, all, array, scope)
    }
    var place = PlainPlace(line: line, scope: scope)
    place.level = 1
    var elements = PlainElements(line.value, element)
    for (position, one) in all.enumerated() {
      place.scope.position = position
      read(one, &elements, place)
    }
    guard case .failed(let rule) = finish(elements, count: all.count) else { return line.touches }
    if let rule { report(rule, all.first?.place ?? array) }
    return false
  }

  private mutating func read(
    _ found: PlainFound, _ elements: inout PlainElements, _ place: PlainPlace
  ) {
    let isFailing = place.line.options.elements ?? .fail == .fail
    switch found {
    case .value(let value, let holders):
      var inner = place
      inner.scope = entering(place.line, place.scope, holders)
      read(value, &elements, inner)
    case .missing(let holder, let rest):
      let mayBeNull = elements.rule.allowsNull && place.scope.isLenient
      guard !place.line.isOptional, !mayBeNull, isFailing else { return }
      elements.hasFailed = true
      report(.missingKey, holder, behind: rest)
    case .blocked(let value):
      guard isFailing else { return }
      elements.hasFailed = true
      report(.blockedPath, value)
    case .elsewhere, .collected: break
    }
  }

  /// Any JSON is accepted; only an absent value can be wrong.
  private mutating func readAny(
    _ line: PlainLine, _ all: [PlainFound], _ array: JSONValue, _ scope: PlainScope
  ) -> Bool {
    let before = reportCount
    for one in all {
      switch one {
      case .missing(let holder, let rest) where !line.isOptional && !scope.isLenient:
        report(.missingKey, holder, behind: rest)
      case .blocked(let value): report(.blockedPath, value)
      default: break
      }
    }
    // An array is equal to no value that a line can name.
    let isCompared = line.value.constraints.contains { constraint in
      if case .equals(let source) = constraint.value {
        source.base != .path && source.base != .header
      } else {
        false
      }
    }
    if reportCount == before, isCompared { report(.notACase, all.first?.place ?? array) }
    return reportCount == before && line.touches
  }
}

extension PlainFound {
  /// The value, or the value that blocks the way to it.
  fileprivate var place: JSONValue? {
    switch self {
    case .value(let value, _), .blocked(let value), .missing(let value, _): value
    case .elsewhere, .collected: nil
    }
  }
}
