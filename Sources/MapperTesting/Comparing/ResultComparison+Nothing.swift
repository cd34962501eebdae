import ContractModel
import JSONParsing
import MappingEngine

// The app's values where the contract has nothing (§ 16), and the values that count as nothing.

extension ResultComparison {
  /// Compares a property that the contract did not set, or set to null. The app has to have `nil`,
  /// the line's default value, or an empty collection if the property is not optional. A blank
  /// object counts as `nil`.
  mutating func compareNothing(
    _ expected: MappedValue?, _ found: Any, _ value: ReflectedValue?, _ path: InstancePath,
    _ line: PropertyLine?
  ) {
    guard let value, !holdsNothing(value, line), !isDefault(value, of: line),
      !isBlankObject(value, of: line)
    else { return }
    let isOptional = ReflectedValue.isOptional(found)
    if !isOptional || line?.options.emptyArray != nil, isEmpty(value, of: line) { return }
    let example =
      switch Outcome(found) {
      case .emptyText: "= ''"
      case .zero: "= 0"
      case .no: "= false"
      default: "\"default\""
      }
    let hint = "if the app means this value for what is absent, the contract may say so: \(example)"
    report(expected, found, path, line, hint: expected == nil && !isOptional ? hint : nil)
  }

  /// Returns whether a value is an empty collection. That of a list may be in a type of the app.
  private func isEmpty(_ value: ReflectedValue, of line: PropertyLine?) -> Bool {
    value.isEmptyCollection
      || line?.value.type.mayHaveElements ?? false
        && value.layers.contains(where: \.isEmptyCollection)
  }

  func isOfEmptyArray(_ expected: MappedValue) -> Bool {
    guard case .object(let id) = expected else { return expected.isEmptyCollection }
    let event = result.events.last {
      $0.object == id && ($0.name == .created || $0.name == .reused)
    }
    return event?.json?.kind == .array
  }

  private func isBlankObject(_ value: ReflectedValue, of line: PropertyLine?) -> Bool {
    guard let line, case .mapping(let name) = line.value.type else { return false }
    return isBlank(value, name.value, mayLack: line.options.emptyArray != nil)
  }

  func isDefault(_ value: ReflectedValue, of line: PropertyLine?) -> Bool {
    guard let line, line.isOptional, let expected = line.defaultValue?.mapped else { return false }
    return ScalarComparison.agrees(expected, value)
  }

  /// Returns whether a value is a blank object in place of an object of which the contract set
  /// nothing. In the contract, the property keeps its old value (§ 16).
  func isEmptied(_ found: Any, _ object: ObjectID, _ line: PropertyLine) -> Bool {
    guard let value = ReflectedValue(found), isBlankObject(value, of: line),
      let (event, result) = lastEvent(of: line, object)
    else { return false }
    return result.events.contains { $0.name == .elementUnmappable && $0.path == event.path }
  }

  /// Returns whether a value is a case of the app's own, without a payload, for an object that no
  /// case of its mapping fits and that is left out.
  func isOfUnknownCase(_ found: Any, _ object: ObjectID, _ line: PropertyLine) -> Bool {
    guard ReflectedValue(found)?.isBareCase ?? false else { return false }
    return lastEvent(of: line, object)?.event.name == .declined
  }

  /// Returns the last event of a line that found a value.
  private func lastEvent(
    of line: PropertyLine, _ object: ObjectID
  ) -> (event: MappingEvent, result: MappingResult)? {
    for result in (earlier + [result]).reversed() {
      let event = result.events.last {
        $0.isTerminal && !$0.isMissing && $0.object == object && $0.property == line.property
      }
      if let event { return (event, result) }
    }
    return nil
  }

  /// Returns whether a value is an object of the app in which nothing is set that a mapping maps.
  /// The contract makes no such object (§ 16), but most models do.
  ///
  /// - Parameter mayLack: Whether a value counts even if the mapping sets something of every
  ///   object, as for `[]`, which lacks all properties.
  func isBlank(
    _ value: ReflectedValue, _ mapping: MemberName, mayLack: Bool = false, depth: Int = 0
  ) -> Bool {
    let kinds = types.kinds(of: mapping)
    guard depth < ReflectedValue.wrapperLimit, value.elements == nil,
      mayLack || types.mayBeBlank(mapping)
    else { return false }
    let isMapped = kinds.contains { $0.lines.contains { $0.property != nil } }
    if isMapped, value.scalar != nil { return false }
    let fields = ReflectedProperties(value)
    return kinds.allSatisfy { kind in
      kind.lines.allSatisfy { isBlank($0, of: kind.type, in: fields, depth: depth) }
    }
  }

  private func isBlank(
    _ line: PropertyLine, of type: MemberName, in fields: ReflectedProperties, depth: Int
  ) -> Bool {
    guard let property = line.property,
      case .found(let found) = fields.value(at: options.labels(of: property, of: type)[...]),
      let inner = ReflectedValue(found)
    else { return true }
    if isEmpty(inner, of: line) { return true }
    if case .skipped? = options.way(of: property, of: type) { return true }
    guard case .mapping(let name) = line.value.type else { return isDefault(inner, of: line) }
    return isBlank(inner, name.value, depth: depth + 1)
  }

  /// Returns whether the wrappers contain only `nil`. An object of a mapping is no wrapper, even if
  /// its only property is `nil`.
  private func holdsNothing(_ value: ReflectedValue, _ line: PropertyLine?) -> Bool {
    let isObject = !(line?.value.type.mappings.isEmpty ?? true)
    let last = value.layers.last ?? value
    let inner = isObject ? last.wrappedValue : last.inner
    return inner.map { ReflectedValue($0) == nil } ?? false
  }
}

extension MappedValue {
  fileprivate var isEmptyCollection: Bool {
    switch self {
    case .array(let collection), .set(let collection): collection.elements.isEmpty
    case .dictionary(let entries): entries.isEmpty
    default: false
    }
  }
}
