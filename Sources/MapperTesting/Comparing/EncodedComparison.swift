package import ContractModel
package import JSONParsing
package import MappingEngine

/// Compares a value of an app with what a contract reads of the JSON that the app made of it.
package struct EncodedComparison {
  private let types: ComparedTypes
  private let options: ComparisonOptions

  package init(_ contract: Contract, as target: MappingTarget, _ options: ComparisonOptions) {
    (types, self.options) = (ComparedTypes(contract, as: target), options)
  }

  /// A property of which the contract reads another value, or nothing.
  package struct Difference {
    package let line: PropertyLine?
    /// The property's place in the value: `[0].author.name`.
    package let path: InstancePath
    /// The app's value, and the one that is read, as texts that are safe to display.
    package let value, read: String
    /// Whether the contract reads nothing.
    package let isLeftOut: Bool
    package let hint: String?
    /// Whether the property is a date, of which an encoder has one form for all.
    package var isDate: Bool { !(line?.value.type.dateGrains.isEmpty ?? true) }
  }

  /// - Parameter result: What the contract makes of the JSON, which it has to admit.
  package func differences(_ result: MappingResult, _ value: Any) -> [Difference] {
    ResultComparison.differences(result, value, options, types, ofEncoded: true).map { found in
      let place = found.path.steps.isEmpty ? "" : displayed(found.path.description) + " = "
      return Difference(
        line: found.line, path: found.path, value: String(found.mapper.dropFirst(place.count)),
        read: String(found.contract.dropFirst(place.count)), isLeftOut: found.state.isNothing,
        hint: found.state.isNothing ? nil : found.hint)
    }
  }
}

extension ResultComparison {
  /// Returns whether no right encoder makes JSON that is read as `expected` of the app's value.
  ///
  /// An encoder may write something for `nil`, leave out what is empty, and write a value as another
  /// type than the app has for it: a number as a text, a date as a day.
  func isMistake(_ expected: MappedValue?, for found: Any, _ line: PropertyLine?) -> Bool {
    guard let value = ReflectedValue(found) else { return false }
    guard let expected, !expected.isNull else { return isForgotten(value, line) }
    guard let own = value.scalar, let kind = own.kind, expected.kind == kind else { return false }
    switch (own, expected) {
    case (.string(let own), .string(let text)):
      return trimmed(own) != trimmed(text) && isOfType(text, of: value.value)
    case (.date(let own), .date(let instant)):
      let stated = (line?.value.type ?? types.root)?.dateGrains.max() ?? 0
      let isDay = instant.seconds % DateGrain.day == 0
      let grain = stated > 0 ? stated : isDay ? 2 * DateGrain.day : 1
      return abs(Double(own.seconds) - Double(instant.seconds)) > Double(grain)
    default: return true
    }
  }

  /// Returns whether a value that is not written has to be: one that is not empty, of a type that
  /// the contract could have for it.
  private func isForgotten(_ value: ReflectedValue, _ line: PropertyLine?) -> Bool {
    if value.scalar != nil { return Outcome(value.value) == .value }
    if value.elements != nil || value.isDictionary { return !value.isEmptyCollection }
    // A reference may lead back to an object around this one.
    guard !value.isBareCase, value.reference == nil, case .mapping(let name)? = line?.value.type
    else { return false }
    return !isBlank(value, name.value, mayLack: true)
  }

  /// Returns whether a text is a raw value of a value's type, if that has raw values: otherwise the
  /// encoder has texts of its own for it.
  private func isOfType(_ text: String, of value: Any) -> Bool {
    func isRaw<Value: RawRepresentable>(_ value: Value) -> Bool {
      (text as? Value.RawValue).map { Value(rawValue: $0) != nil } ?? true
    }
    return (value as? any RawRepresentable).map { isRaw($0) } ?? true
  }
}

extension MappedValue {
  /// The type of a scalar, which is one for all whole numbers, and one for all others; `nil` for
  /// other values.
  fileprivate var kind: ScalarName? {
    switch self {
    case .bool: .bool
    case .int, .uint: .int
    case .double, .float, .decimal: .decimal
    case .string: .string
    case .url: .url
    case .uuid: .uuid
    case .date: .date
    case .data: .data
    default: nil
    }
  }
}

/// How far a date may be from the one that is read of what was written, in seconds.
private enum DateGrain {
  static let day: Int64 = 86_400

  /// Returns the smallest unit of a form, for a day two days, because of time zones; all
  /// dates, if it does not say the year.
  static func grain(of form: Coercion) -> Int64 {
    guard case .datePattern(let pattern, _) = form else { return 1 }
    guard pattern.contains(where: "yYu".contains) else { return .max }
    let grains: [(letters: String, grain: Int64)] = [
      ("sSA", 1), ("m", 60), ("HhKk", 3_600), ("dD", 2 * day), ("ML", 32 * day),
    ]
    return grains.first { grain in pattern.contains(where: grain.letters.contains) }?.grain
      ?? 367 * day
  }
}

extension ValueType {
  /// How exact the type's dates, or those of its elements, are written: 0 if the type does not say
  /// their forms; empty if it has no dates.
  fileprivate var dateGrains: [Int64] {
    switch self {
    case .scalar(let scalar) where scalar.name == .date:
      scalar.coercions.isEmpty ? [0] : scalar.coercions.map(DateGrain.grain)
    case .array(let element), .set(let element), .dictionary(let element): element.type.dateGrains
    case .union(let types): types.flatMap(\.dateGrains)
    case .scalar, .literal, .mapping, .keyed: []
    }
  }
}
