import ContractModel
import JSONParsing
import MappingEngine

/// Compares the contract's result for a payload with the app's, property by property.
///
/// Only what the contract maps is compared; the app's types may have more.
struct ResultComparison {
  let result: MappingResult
  let options: ComparisonOptions
  let types: ComparedTypes
  let lines: ObjectLines
  private let eitherOrder: EitherOrder
  /// The results of earlier payloads in the same store.
  let earlier: ArraySlice<MappingResult>
  var differences: [Disagreement] = []
  /// The pairs of references that were compared, since objects may refer to each other in cycles.
  private var compared: Set<Pair> = []
  /// Whether the comparison only has to find out if two values agree.
  var isAsking = false
  /// Whether only what lines set is compared.
  var ignoresDerived = false
  /// Whether the payload is what an encoder of the app made of the app's value.
  private var isOfEncoded = false
  /// The properties that connections of the payload determine.
  let connected: Set<ObjectProperty>

  /// An object of the contract and an object of the app.
  private struct Pair: Hashable {
    var object: ObjectID
    var reference: ObjectIdentifier
  }

  /// The most differences that are reported for one payload.
  private static let limit = 32

  /// - Parameter keepsOrder: Whether the last of several mentions of an object has to win.
  init(
    _ result: MappingResult, _ lines: ObjectLines, _ options: ComparisonOptions,
    _ types: ComparedTypes, after earlier: ArraySlice<MappingResult> = [],
    keepsOrder: Bool = false
  ) {
    (self.result, self.lines, self.options, self.types) = (result, lines, options, types)
    self.earlier = earlier
    eitherOrder = EitherOrder(keepsOrder ? nil : result)
    connected = types.hasConnections ? Self.connected(by: result) : []
  }

  /// Returns the properties that connections set or clear. Of several hits, the app may have any.
  private static func connected(by result: MappingResult) -> Set<ObjectProperty> {
    Set(
      result.events.compactMap { event in
        guard [.connected, .connectionCleared].contains(event.name), event.violation == nil,
          let object = event.object, let property = event.property
        else { return nil }
        return ObjectProperty(object: object, property: property)
      })
  }

  var store: ObjectStore { result.store }

  static func differences(
    _ result: MappingResult, _ found: Any, _ options: ComparisonOptions, _ types: ComparedTypes,
    ofEncoded isOfEncoded: Bool = false
  ) -> [Disagreement] {
    var comparison = ResultComparison(result, ObjectLines([result]), options, types)
    (comparison.isOfEncoded, comparison.ignoresDerived) = (isOfEncoded, isOfEncoded)
    if let part = types.returned { return comparison.differences(of: part, found) }
    guard let root = result.value else { return [] }
    comparison.compareRoot(root, found)
    return comparison.differences
  }

  /// Returns the differences between the app's value and the part of the payload: none if one of
  /// the part's lines agrees, otherwise those of its first line. A missing part is `nil` or empty.
  private func differences(of part: ReturnedPart, _ found: Any) -> [Disagreement] {
    let values = part.values(in: result)
    guard !values.isEmpty else {
      var comparison = self
      if !(ReflectedValue(found)?.isEmpty ?? true) {
        comparison.report(nil, found, InstancePath(), nil)
      }
      return comparison.differences
    }
    let all = values.map { value in
      var comparison = self
      comparison.compare(value.value, found, value.place, value.line)
      return comparison.differences
    }
    return all.contains { $0.isEmpty } ? [] : all[0]
  }

  /// Compares the roots. For lines over the payload itself, the app has a type with these
  /// properties; for a single line, it may also return the line's value alone.
  private mutating func compareRoot(_ expected: MappedValue, _ found: Any) {
    guard case .dictionary(let entries) = expected, let value = ReflectedValue(found),
      !lines.ofPayload.isEmpty
    else {
      return compare(expected, found, InstancePath(), nil)
    }
    let fields = ReflectedProperties(value)
    if entries.count == 1, let entry = entries.first {
      let property = PropertyPath([entry.name])
      if !fields.has(options.labels(of: property, of: "")[...]) {
        let path = InstancePath([.member(entry.name)])
        return compare(entry.value, found, path, lines.ofPayload[property])
      }
    }
    for entry in entries {
      let property = PropertyPath([entry.name])
      compare(
        property, entry.value, of: "", in: fields, InstancePath(), lines.ofPayload[property])
    }
  }

  // MARK: - Objects

  mutating func compare(_ id: ObjectID, _ found: Any, _ path: InstancePath, _ line: PropertyLine?) {
    guard differences.count < Self.limit else { return }
    guard let value = ReflectedValue(found) else {
      return report(.object(id), found, path, line)
    }
    let mapped = lines.of(id).filter { $0.property != nil }
    let holder = holder(of: mapped, store[id].type, value)
    if let reference = (holder?.value ?? value).reference {
      guard compared.insert(Pair(object: id, reference: reference)).inserted else { return }
    }
    if !isOfEncoded, let variant = otherVariant(than: id, value) {
      return differences.append(
        Disagreement(
          variant, at: path, text(.object(id)), ReflectedText(value.readable).description))
    }
    // A value that is the object itself, and no case, is around all cases.
    if value.isCase || holder?.isWrapped ?? true,
      let fields = fieldsOfCase(value, id, mapped, isHolder: holder != nil)
    {
      return compare(id, mapped, fields, path)
    }
    guard let holder else { return compareOther(id, mapped, value, path, line) }
    compare(id, mapped, holder.fields, path)
  }

  /// Returns the other case of the mapping that the app made of an object. From the outside in, the
  /// first name that identifies a case decides: the name of an enumeration's case or of a type.
  private func otherVariant(than id: ObjectID, _ value: ReflectedValue) -> VariantDifference? {
    let type = store[id].type
    guard types.hasVariants(type) else { return nil }
    for layer in value.layers {
      let names = [layer.caseName, layer.typeName].compactMap(\.self)
      types.seen.add(names, of: type)
      for name in names {
        if isName(name, of: type) { return nil }
        if let other = types.otherVariant(than: type, where: { isName(name, of: $0) }) {
          return other
        }
      }
      // The contents of an object do not say what the object is.
      if layer.caseName == nil, hasAny(lines.of(id), of: type, ReflectedProperties(layer)) {
        return nil
      }
    }
    return nil
  }

  private func isName(_ name: String, of type: MemberName) -> Bool {
    options.isName(name, of: type)
      || types.seen.isName(name, around: options.appName(of: type))
  }

  /// Returns the outermost value that has any of the properties; the values around it only wrap it.
  func holder(
    of lines: [PropertyLine], _ type: MemberName, _ value: ReflectedValue
  ) -> (value: ReflectedValue, fields: ReflectedProperties, isWrapped: Bool)? {
    let fields = ReflectedProperties(value)
    if hasAny(lines, of: type, fields) { return (value, fields, false) }
    return value.layers.dropFirst().lazy.map { ($0, ReflectedProperties($0), true) }
      .first { hasAny(lines, of: type, $0.1) }
  }

  private mutating func compare(
    _ id: ObjectID, _ mapped: [PropertyLine], _ fields: ReflectedProperties, _ path: InstancePath
  ) {
    let object = store[id]
    types.seen.add(labels: fields.labels, of: object.type)
    for line in mapped {
      guard let property = line.property else { continue }
      let count = differences.count
      compare(property, object[property], of: object.type, in: fields, path, line)
      for index in differences[count...].indices where differences[index].object == nil {
        differences[index].object = id
      }
      guard differences.count > count,
        case .found(let found) = fields.value(
          at: options.labels(of: property, of: object.type)[...])
      else { continue }
      if eitherOrder.values(of: property, of: id).contains(where: { agrees($0, found) })
        || isEmptied(found, id, line) || isOfUnknownCase(found, id, line)
      {
        differences.removeSubrange(count...)
        continue
      }
      if isAsking { continue }
      let readable = ReflectedValue(found)?.readable ?? found
      reportAsOne(count, object, line, readable, path.appending(property))
    }
    if !ignoresDerived { compareDerived(id, mapped, fields, path) }
  }

  /// Returns the associated values of a case as properties, if at least one has no label:
  /// `case ok(User)`, `case image(URL, width: Int)`. One without a label is the property of a line
  /// that no label names: of one whose value it agrees with, or else of the next in the contract.
  ///
  /// - Parameter isHolder: Whether the value, or one that it wraps, has properties of the lines: then
  ///   one associated value is the object.
  private func fieldsOfCase(
    _ value: ReflectedValue, _ id: ObjectID, _ lines: [PropertyLine], isHolder: Bool
  ) -> ReflectedProperties? {
    let layers = value.layers
    guard let number = layers.firstIndex(where: \.isCase) else { return nil }
    let (layer, type) = (layers[number], store[id].type)
    // A value around the case may be the object itself.
    let isAround = layers[..<number].contains { hasAny(lines, of: type, ReflectedProperties($0)) }
    guard !isAround else { return nil }
    let values = layer.associatedValues
    var open = values.filter { $0.label.isEmpty }.map(\.value)
    guard !open.isEmpty, values.count > 1 || !isHolder else { return nil }
    var named = values.filter { !$0.label.isEmpty }
    let labels = Set(named.map { MemberName($0.label) })
    let unnamed = lines.compactMap(\.property).compactMap { property in
      let label = options.labels(of: property, of: type)[0]
      return labels.contains(MemberName(label)) ? nil : (property, label)
    }
    guard unnamed.count == open.count else { return nil }
    var rest: [String] = []
    for (property, label) in unnamed {
      if let index = open.firstIndex(where: { agrees(store[id][property], $0) }) {
        named.append(ReflectedProperty(label: label, storage: label, value: open.remove(at: index)))
      } else {
        rest.append(label)
      }
    }
    named += zip(rest, open).map { ReflectedProperty(label: $0, storage: $0, value: $1) }
    return ReflectedProperties(named, of: layer)
  }

  private func hasAny(
    _ lines: [PropertyLine], of type: MemberName, _ fields: ReflectedProperties
  ) -> Bool {
    lines.contains { line in
      line.property.map { fields.has(options.labels(of: $0, of: type).prefix(1)) } ?? false
    }
  }

  /// Compares a type of the app without any of the properties: either it is the value of the only
  /// line, or it is an unrelated type.
  private mutating func compareOther(
    _ id: ObjectID, _ mapped: [PropertyLine], _ value: ReflectedValue, _ path: InstancePath,
    _ line: PropertyLine?
  ) {
    guard !mapped.isEmpty else { return }
    // The innermost type with properties is most likely the one that was meant.
    if let other = value.layers.last(where: { !$0.properties.isEmpty }) {
      return compare(id, mapped, ReflectedProperties(other), path)
    }
    guard mapped.count == 1, let property = mapped[0].property else {
      return report(.object(id), value.readable, path, line)
    }
    compare(store[id][property], value.readable, path.appending(property), mapped[0])
  }

  mutating func compare(
    _ property: PropertyPath, _ expected: MappedValue?, of type: MemberName,
    in fields: ReflectedProperties, _ path: InstancePath, _ line: PropertyLine?
  ) {
    let path = path.appending(property)
    let way = options.way(of: property, of: type)
    if case .skipped = way { return }
    if isOfEncoded, line?.source.base ?? .representation != .representation { return }
    switch fields.value(at: options.labels(of: property, of: type)[...]) {
    case .found(let found):
      guard case .custom(let areEqual) = way, let expected, !expected.isNull,
        let value = ReflectedValue(found)
      else { return compare(expected, found, path, line) }
      if !areEqual(expected, value.value) { report(expected, found, path, line, isSure: true) }
    case .unread: types.seen.unread.insert(MemberName("\(type.text).\(property)"))
    case .absent:
      // A nil on the way has no properties.
      if let expected, !expected.isNull { report(expected, Any?.none as Any, path, line) }
    case .noProperty where isOfEncoded: break
    case .noProperty(let type, let nearest):
      differences.append(
        Disagreement(at: path, line, text(expected), lackedBy: type, nearest: nearest))
    }
  }

  // MARK: - Values

  mutating func compare(
    _ expected: MappedValue?, _ found: Any, _ path: InstancePath, _ line: PropertyLine?
  ) {
    guard differences.count < Self.limit else { return }
    let value = ReflectedValue(found)
    guard let expected, !expected.isNull else {
      return compareNothing(expected, found, value, path, line)
    }
    guard let value else {
      // For [] in place of an object, an app may have an empty object or none.
      if line?.options.emptyArray != nil, isOfEmptyArray(expected) { return }
      return report(expected, found, path, line)
    }
    // What the app's own transformer makes of a value is not known.
    if line?.value.type.isTransformed ?? false { return }
    switch expected {
    case .object(let id):
      let single = mayBeList(line) ? singleElement(of: value, for: id) : nil
      compare(id, single ?? value.readable, path, line)
    case .array(let collection): compare(collection, value, path, line)
    case .set(let collection): compareSet(collection, value, path, line)
    case .dictionary(let entries): compare(entries, value, path, line)
    case .json(let fragment):
      if !JSONComparison.areEqual(fragment.value, value) { report(expected, found, path, line) }
    default:
      if !ScalarComparison.agrees(expected, value), !isFallback(value, for: expected, line) {
        report(expected, value.readable, path, line, hint: hint(on: value, for: expected, line))
      }
    }
  }

  /// Returns a hint on a scalar that the app has in another form than the contract.
  private func hint(
    on value: ReflectedValue, for expected: MappedValue, _ line: PropertyLine?
  ) -> String? {
    let layers = value.layers
    if case .date(let instant) = expected,
      let mistake = layers.lazy.compactMap({ EpochMistake(instant, $0.value) }).first
    {
      return mistake.hint(ofEncoder: isOfEncoded)
    }
    guard let property = line?.property, !value.isCase, value.elements == nil, !value.isDictionary,
      layers.allSatisfy({ $0.scalar == nil })
    else { return nil }
    return "if that is the same in a type of the app's own, say comparing: "
      + "[.comparing(\(quoted(property.description))) { contract, app in … }]"
  }

  /// Returns whether a case of an enumeration stands for all unlisted values: `unknown`.
  private func isFallback(
    _ value: ReflectedValue, for expected: MappedValue, _ line: PropertyLine?
  ) -> Bool {
    let listed = line?.value.type.innermost.literals.compactMap(\.mapped) ?? []
    return value.isCase && !listed.isEmpty && !listed.contains(expected)
      && !listed.contains { ScalarComparison.agrees($0, value) }
  }

  func agrees(_ expected: MappedValue?, _ found: Any) -> Bool {
    var comparison = self
    comparison.differences = []
    // Values that differed at their own places may agree with the values compared here.
    if !isAsking { comparison.compared = [] }
    comparison.isAsking = true
    comparison.compare(expected, found, InstancePath(), nil)
    return comparison.differences.isEmpty
  }

  // MARK: - Reporting

  mutating func report(
    _ expected: MappedValue?, _ found: Any, _ path: InstancePath, _ line: PropertyLine?,
    hint: String? = nil, state: ValueState? = nil, isSure: Bool = false
  ) {
    if isOfEncoded, !isSure, !isMistake(expected, for: found, line) { return }
    var difference = Disagreement(
      at: path, line, text(expected), ReflectedText(found).description, hint: hint,
      state: state ?? expected.map { $0.isNull ? .null : .value } ?? .absent,
      outcome: Outcome(found))
    if let value = ReflectedValue(found) {
      (difference.isDefault, difference.isBareCase) = (isDefault(value, of: line), value.isBareCase)
    }
    differences.append(difference)
  }

  mutating func report(
    _ expected: String, _ found: String, at path: InstancePath, _ line: PropertyLine?,
    outcome: Outcome = .value
  ) {
    // An encoder may sort.
    if isOfEncoded, outcome == .reordered { return }
    differences.append(Disagreement(at: path, line, expected, found, outcome: outcome))
  }

  func text(_ value: MappedValue?) -> String { MappedValueText(value, in: store).description }
}
