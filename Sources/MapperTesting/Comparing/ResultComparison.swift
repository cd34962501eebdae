import ContractModel
import JSONParsing
import MappingEngine

/// Compares what a payload became under its contract with what a mapper of the app made of it,
/// property by property.
///
/// It follows the contract: what the app's types have besides is not looked at.
struct ResultComparison {
  let result: MappingResult
  private let options: ComparisonOptions
  let types: ComparedTypes
  let lines: ObjectLines
  private let eitherOrder: EitherOrder
  /// What payloads before became, in the same store.
  private let earlier: ArraySlice<MappingResult>
  var differences: [ValueDifference] = []
  /// The references that were compared, since objects refer to each other in circles.
  private var compared: Set<Pair> = []
  /// Whether it is only asked if two values agree.
  private var isAsking = false

  /// An object of the contract, and one of the app.
  private struct Pair: Hashable {
    var object: ObjectID
    var reference: ObjectIdentifier
  }

  /// How many differences are reported of one payload at most.
  private static let limit = 32

  /// - Parameters:
  ///   - result: What came of the last payload.
  ///   - lines: Of the objects of all payloads.
  ///   - types: The types of the contract.
  ///   - earlier: What payloads before became, in the same store.
  ///   - keepsOrder: Whether of several mentions of an object the last has to stand.
  init(
    _ result: MappingResult, _ lines: ObjectLines, _ options: ComparisonOptions,
    _ types: ComparedTypes, after earlier: ArraySlice<MappingResult> = [],
    keepsOrder: Bool = false
  ) {
    (self.result, self.lines, self.options, self.types) = (result, lines, options, types)
    self.earlier = earlier
    eitherOrder = EitherOrder(keepsOrder ? nil : result)
  }

  var store: ObjectStore { result.store }

  /// Compares the whole, and returns where the two differ.
  static func differences(
    _ result: MappingResult, _ found: Any, _ options: ComparisonOptions, _ types: ComparedTypes
  ) -> [ValueDifference] {
    var comparison = ResultComparison(result, ObjectLines([result]), options, types)
    if let part = types.returned { return comparison.differences(of: part, found) }
    guard let root = result.value else { return [] }
    comparison.compareRoot(root, found)
    return comparison.differences
  }

  /// Where the app's value differs from a part of the payload: from what one of the lines makes of
  /// it that read it. Of a part that is not there, the app has `nil` or an empty value.
  private func differences(of part: ReturnedPart, _ found: Any) -> [ValueDifference] {
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

  /// Lines over the payload itself are a type of the app with these properties; of one line, the
  /// app may have just what the line becomes.
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

  /// Compares an object with what the app has for it.
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
    if let variant = otherVariant(than: id, value) {
      differences.append(
        ValueDifference(
          kind: .variant(variant), path: path, line: nil, expected: text(.object(id)),
          found: ReflectedText(value.readable).description))
      return
    }
    guard let holder else { return compareOther(id, mapped, value, path, line) }
    compare(id, mapped, holder.fields, path)
  }

  /// Whether the app has an object as another case of its mapping: by the first name that says which
  /// case it is, of an enumeration's case or of a type, from the outside in.
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
      // What is in an object is not the object.
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

  /// The outermost that has any of the properties: the others wrap it.
  private func holder(
    of lines: [PropertyLine], _ type: MemberName, _ value: ReflectedValue
  ) -> (value: ReflectedValue, fields: ReflectedProperties)? {
    let fields = ReflectedProperties(value)
    if hasAny(lines, of: type, fields) { return (value, fields) }
    return value.layers.dropFirst().lazy.map { ($0, ReflectedProperties($0)) }
      .first { hasAny(lines, of: type, $0.1) }
  }

  private mutating func compare(
    _ id: ObjectID, _ mapped: [PropertyLine], _ fields: ReflectedProperties, _ path: InstancePath
  ) {
    let object = store[id]
    for line in mapped {
      guard let property = line.property else { continue }
      let count = differences.count
      compare(property, object[property], of: object.type, in: fields, path, line)
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
      let place = property.names.reduce(path) { $0.appending(.member($1)) }
      reportAsOne(count, object, line, ReflectedValue(found)?.readable ?? found, place)
    }
  }

  private func hasAny(
    _ lines: [PropertyLine], of type: MemberName, _ fields: ReflectedProperties
  ) -> Bool {
    lines.contains { line in
      line.property.map { fields.has(options.labels(of: $0, of: type).prefix(1)) } ?? false
    }
  }

  /// A type of the app without any of the properties: it is what the one line becomes, or it is
  /// another type.
  private mutating func compareOther(
    _ id: ObjectID, _ mapped: [PropertyLine], _ value: ReflectedValue, _ path: InstancePath,
    _ line: PropertyLine?
  ) {
    guard !mapped.isEmpty else { return }
    // The innermost type that has properties is most likely the one that was meant.
    if let other = value.layers.last(where: { !$0.properties.isEmpty }) {
      return compare(id, mapped, ReflectedProperties(other), path)
    }
    guard mapped.count == 1, let property = mapped[0].property else {
      return report(.object(id), value.readable, path, line)
    }
    let path = property.names.reduce(path) { $0.appending(.member($1)) }
    compare(store[id][property], value.readable, path, mapped[0])
  }

  private mutating func compare(
    _ property: PropertyPath, _ expected: MappedValue?, of type: MemberName,
    in fields: ReflectedProperties, _ path: InstancePath, _ line: PropertyLine?
  ) {
    let path = property.names.reduce(path) { $0.appending(.member($1)) }
    let way = options.way(of: property, of: type)
    if case .skipped = way { return }
    switch fields.value(at: options.labels(of: property, of: type)[...]) {
    case .found(let found):
      guard case .custom(let areEqual) = way, let expected, !expected.isNull,
        let value = ReflectedValue(found)
      else { return compare(expected, found, path, line) }
      if !areEqual(expected, value.value) { report(expected, found, path, line) }
    case .absent:
      // What a nil holds has no properties.
      if let expected, !expected.isNull { report(expected, Any?.none as Any, path, line) }
    case .noProperty(let type, let nearest):
      differences.append(
        ValueDifference(
          kind: .noProperty(type: type, nearest: nearest), path: path, line: line,
          expected: text(expected), found: "nothing"))
    }
  }

  // MARK: - Values

  private mutating func compare(
    _ expected: MappedValue?, _ found: Any, _ path: InstancePath, _ line: PropertyLine?
  ) {
    guard differences.count < Self.limit else { return }
    let value = ReflectedValue(found)
    guard let expected, !expected.isNull else {
      return compareNothing(expected, found, value, path, line)
    }
    guard let value else {
      // Of [] for an object, an app may make the empty one or none.
      if line?.options.emptyArray != nil, isOfEmptyArray(expected) { return }
      return report(expected, found, path, line)
    }
    switch expected {
    case .object(let id):
      let single = mayBeList(line) ? singleElement(of: value, for: id) : nil
      compare(id, single ?? value.readable, path, line)
    case .array(let collection): compare(collection, value, path, line)
    case .set(let collection): compareSet(collection, value, path, line)
    case .dictionary(let entries): compare(entries, value, path, line)
    case .json(let fragment):
      if !JSONComparison.areEqual(fragment.value, value) { report(expected, found, path, line) }
    default: compareScalar(expected, value, path, line)
    }
  }

  /// Nothing was set, or null: the app has `nil`, or the line's default, or where it has no optional
  /// an empty collection. An object of which nothing was mapped is as good as none.
  private mutating func compareNothing(
    _ expected: MappedValue?, _ found: Any, _ value: ReflectedValue?, _ path: InstancePath,
    _ line: PropertyLine?
  ) {
    guard let value, !holdsNothing(value, line), !isDefault(value, of: line),
      !isBlankObject(value, of: line)
    else { return }
    let isOptional = ReflectedValue.isOptional(found)
    if !isOptional || line?.options.emptyArray != nil, value.isEmptyCollection { return }
    let hint = "if the app means this value for what is absent, write it in the contract, as in = 0"
    report(expected, found, path, line, hint: expected == nil && !isOptional ? hint : nil)
  }

  private func isOfEmptyArray(_ expected: MappedValue) -> Bool {
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

  private func isDefault(_ value: ReflectedValue, of line: PropertyLine?) -> Bool {
    guard let line, line.isOptional, let expected = line.defaultValue?.mapped else { return false }
    return ScalarComparison.agrees(expected, value)
  }

  /// Whether a value is an object without anything that came for one of which nothing was set: to the
  /// contract, the property keeps what it had (§ 16).
  private func isEmptied(_ found: Any, _ object: ObjectID, _ line: PropertyLine) -> Bool {
    guard let value = ReflectedValue(found), isBlankObject(value, of: line),
      let (event, result) = lastEvent(of: line, object)
    else { return false }
    return result.events.contains { $0.name == .elementUnmappable && $0.path == event.path }
  }

  /// Whether a value is a case of the app's own, without a payload, for an object that no case of its
  /// mapping fits, and that is left out.
  private func isOfUnknownCase(_ found: Any, _ object: ObjectID, _ line: PropertyLine) -> Bool {
    guard ReflectedValue(found)?.isBareCase ?? false else { return false }
    return lastEvent(of: line, object)?.event.name == .declined
  }

  /// What came last of a line that found something.
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

  /// Whether a value is an object of the app in which nothing is set that a mapping maps: the contract
  /// makes none (§ 16), and most models make one.
  ///
  /// - Parameter mayLack: Whether that is said of `[]`, which has none of them whatever they are.
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
    if inner.isEmptyCollection { return true }
    if case .skipped? = options.way(of: property, of: type) { return true }
    guard case .mapping(let name) = line.value.type else { return isDefault(inner, of: line) }
    return isBlank(inner, name.value, depth: depth + 1)
  }

  /// Whether there is `nil` in what only wraps a value. An object without anything is none.
  private func holdsNothing(_ value: ReflectedValue, _ line: PropertyLine?) -> Bool {
    let isObject = !(line?.value.type.mappings.isEmpty ?? true)
    let last = value.layers.last ?? value
    let inner = isObject ? last.wrappedValue : last.inner
    return inner.map { ReflectedValue($0) == nil } ?? false
  }

  /// Whether a case of an enumeration stands for all values that a list does not name: `unknown`.
  private func isFallback(
    _ value: ReflectedValue, for expected: MappedValue, _ line: PropertyLine?
  ) -> Bool {
    guard value.isCase, let listed = line?.value.type.listed.compactMap(\.mapped), !listed.isEmpty
    else { return false }
    return !listed.contains(expected)
      && !listed.contains { ScalarComparison.agrees($0, value) }
  }

  private mutating func compareScalar(
    _ expected: MappedValue, _ value: ReflectedValue, _ path: InstancePath, _ line: PropertyLine?
  ) {
    if ScalarComparison.agrees(expected, value) || isFallback(value, for: expected, line) { return }
    report(expected, value.readable, path, line)
  }

  private mutating func compare(
    _ collection: MappedCollection, _ value: ReflectedValue, _ path: InstancePath,
    _ line: PropertyLine?
  ) {
    // A keyed collection without elements has no names either.
    if value.isDictionary, !collection.names.isEmpty || collection.elements.isEmpty {
      return compare(MappedEntry.entries(of: collection), value, path, line)
    }
    if value.isSet { return compareSet(collection, value, path, line) }
    if !collection.names.isEmpty, mayBeList(line), let list = value.elements,
      list.count == collection.elements.count
    {
      // Of members the order means nothing.
      return compareSet(collection, value, path, line)
    }
    guard let elements = value.elements else {
      let inner = value.layers.dropFirst().first { $0.elements != nil || $0.isDictionary }
      guard let inner else { return report(.array(collection), value.readable, path, line) }
      guard inner.elements != nil || !collection.names.isEmpty else {
        return report(.array(collection), value.readable, path, line)
      }
      return compare(collection, inner, path, line)
    }
    if elements.count != collection.elements.count, !value.mayHoldNil,
      collection.elements.contains(where: \.isNull)
    {
      return compare(collection.withoutNulls, value, path, line)
    }
    if let entries = keyed(collection, elements, line) {
      return compare(MappedEntry.entries(of: collection), entries, path, line)
    }
    guard let aligned = withoutBlanks(elements, as: collection, line) else {
      return reportCounts(collection.elements.count, elements.count, path, line)
    }
    let count = differences.count
    for (index, position) in collection.positions.enumerated() {
      compare(collection.elements[index], aligned[index], path.appending(.element(position)), line)
    }
    let isNamed = !collection.names.isEmpty
    guard differences.count > count, isNamed || !isAsking,
      isReordered(collection.elements, aligned)
    else { return }
    // Of members the order means nothing, also where the app's elements do not say their names.
    guard !isNamed else { return differences.removeLast(differences.count - count) }
    reportOrder(count, .array(collection), value.readable, path, line)
  }

  /// The app's elements of a keyed collection by their names, since the order of members means nothing.
  ///
  /// - Returns: `nil`, of an array of the payload, and where the names do not tell the elements apart.
  private func keyed(
    _ collection: MappedCollection, _ elements: [Any], _ line: PropertyLine?
  ) -> [ReflectedEntry]? {
    guard elements.count == collection.elements.count, !collection.names.isEmpty,
      let (property, type) = (line?.value.type ?? types.root)?.key
    else { return nil }
    let labels = options.labels(of: property, of: types.index[type]?.typeName ?? type)
    let entries = elements.compactMap { element -> ReflectedEntry? in
      let key = ReflectedPath.value(of: labels, in: element).flatMap { ReflectedValue($0)?.scalar }
      return key?.string.map { ReflectedEntry(name: MemberName($0), value: element) }
    }
    let names = Set(entries.map(\.name))
    return names.count == elements.count && names == Set(collection.names) ? entries : nil
  }

  /// The app's elements without those that are as good as none where the contract leaves one out.
  ///
  /// - Returns: `nil`, if there are not as many then as the contract has.
  private func withoutBlanks(
    _ elements: [Any], as collection: MappedCollection, _ line: PropertyLine?
  ) -> [Any]? {
    var surplus = elements.count - collection.elements.count
    guard surplus > 0 else { return surplus == 0 ? elements : nil }
    var rest = elements[...]
    var kept: [Any] = []
    let skipped = Set(collection.skipped)
    for position in 0..<collection.elements.count + skipped.count {
      if !skipped.contains(position) {
        kept.append(rest.removeFirst())
      } else if surplus > 0, let next = rest.first, isBlankElement(next, of: line) {
        rest.removeFirst()
        surplus -= 1
      }
    }
    return surplus == 0 ? kept : nil
  }

  /// Whether an element that the contract leaves out is as good as none; of a mapping with cases,
  /// that is one of the app's for all others.
  private func isBlankElement(_ element: Any, of line: PropertyLine?) -> Bool {
    guard let value = ReflectedValue(element) else { return true }
    let type = line?.value.type ?? types.root
    return value.isBareCase && types.hasCases(type)
      || (type?.mappings ?? []).contains { isBlank(value, $0.value) }
  }

  /// Whether the contract made nothing of a member of the payload with a name (§ 16).
  private func isLeftOut(_ name: MemberName) -> Bool {
    (earlier + [result]).contains { result in
      result.events.contains {
        $0.name == .elementUnmappable && $0.path.steps.last == .member(name)
      }
    }
  }

  /// Each element has to be in the other, in any order.
  private mutating func compareSet(
    _ collection: MappedCollection, _ value: ReflectedValue, _ path: InstancePath,
    _ line: PropertyLine?
  ) {
    guard let elements = value.layers.lazy.compactMap(\.elements).first else {
      return report(.set(collection), value.readable, path, line)
    }
    for (index, position) in collection.positions.enumerated()
    where !elements.contains(where: { agrees(collection.elements[index], $0) }) {
      let hint = "it is not in the app's set"
      report(
        collection.elements[index], Any?.none as Any, path.appending(.element(position)), line,
        hint: hint)
    }
    for element in elements where !collection.elements.contains(where: { agrees($0, element) }) {
      if !collection.skipped.isEmpty, isBlankElement(element, of: line) { continue }
      report(nil, element, path, line, hint: "the app's set has more", state: .value)
    }
  }

  func agrees(_ expected: MappedValue, _ found: Any) -> Bool {
    var comparison = self
    comparison.differences = []
    // What differed at its place may agree with what it is held against now.
    if !isAsking { comparison.compared = [] }
    comparison.isAsking = true
    comparison.compare(expected, found, InstancePath(), nil)
    return comparison.differences.isEmpty
  }

  private mutating func compare(
    _ entries: [MappedEntry], _ value: ReflectedValue, _ path: InstancePath, _ line: PropertyLine?
  ) {
    guard value.isDictionary else {
      guard let inner = value.layers.dropFirst().first(where: \.isDictionary) else {
        let list = mayBeList(line) ? value.layers.lazy.compactMap(\.elements).first : nil
        guard let list, list.count == entries.count,
          entries.allSatisfy({ entry in list.contains { agrees(entry.value, $0) } })
        else { return report(.dictionary(entries), value.readable, path, line) }
        return
      }
      return compare(entries, inner, path, line)
    }
    let found = value.entries.map { ReflectedEntry(name: MemberName($0.name), value: $0.value) }
    compare(entries, found, path, line)
  }

  private mutating func compare(
    _ entries: [MappedEntry], _ values: [ReflectedEntry], _ path: InstancePath,
    _ line: PropertyLine?
  ) {
    let found = Dictionary(values.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
    // The last of two entries with one name stands.
    let expected = Dictionary(entries.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
    for entry in entries where expected[entry.name] == entry.value {
      let path = path.appending(.member(entry.name))
      if let value = found[entry.name] {
        compare(entry.value, value, path, line)
      } else {
        reportMissing(entry.value, path, line)
      }
    }
    for entry in values where expected[entry.name] == nil {
      if isBlankElement(entry.value, of: line), isLeftOut(entry.name) { continue }
      report(nil, entry.value, path.appending(.member(entry.name)), line, state: .value)
    }
  }

  // MARK: - A list or its object

  /// Whether a line takes a list or its object, so that an app may have a list of either.
  private func mayBeList(_ line: PropertyLine?) -> Bool {
    (line?.value.type ?? types.root)?.holdsListOrObject ?? false
  }

  /// The element of a list of one, where that stands for an object; `nil` if the app's value is no
  /// list, or has the object's properties itself.
  private func singleElement(of value: ReflectedValue, for id: ObjectID) -> Any? {
    guard let list = value.layers.lazy.compactMap(\.elements).first, list.count == 1,
      holder(of: lines.of(id).filter { $0.property != nil }, store[id].type, value) == nil
    else { return nil }
    return list[0]
  }

  // MARK: - Reporting

  private mutating func report(
    _ expected: MappedValue?, _ found: Any, _ path: InstancePath, _ line: PropertyLine?,
    hint: String? = nil, state: ValueState? = nil
  ) {
    differences.append(
      ValueDifference(
        kind: .value, path: path, line: line, expected: text(expected),
        found: ReflectedText(found).description, hint: hint,
        state: state ?? expected.map { $0.isNull ? .null : .value } ?? .absent,
        outcome: Outcome(found),
        isDefault: ReflectedValue(found).map { isDefault($0, of: line) } ?? false,
        isBareCase: ReflectedValue(found)?.isBareCase ?? false))
  }

  private mutating func reportCounts(
    _ expected: Int, _ found: Int, _ path: InstancePath, _ line: PropertyLine?
  ) {
    let elements = { (count: Int) in counted(count, "element") }
    differences.append(
      ValueDifference(
        kind: .value, path: path, line: line, expected: elements(expected), found: elements(found)))
  }

  /// A dictionary of the app does not have a name, be it that of a null.
  private mutating func reportMissing(
    _ expected: MappedValue, _ path: InstancePath, _ line: PropertyLine?
  ) {
    differences.append(
      ValueDifference(
        kind: .value, path: path, line: line, expected: text(expected), found: "not there"))
  }

  func text(_ value: MappedValue?) -> String { MappedValueText(value, in: store).description }
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

/// A value of the app and the name that it has in its dictionary, or by what tells it apart.
private struct ReflectedEntry {
  var name: MemberName
  var value: Any
}

extension MappedEntry {
  /// The elements of a keyed collection, by their names.
  fileprivate static func entries(of collection: MappedCollection) -> [MappedEntry] {
    zip(collection.names, collection.elements).map { MappedEntry(name: $0, value: $1) }
  }
}

extension MappedCollection {
  /// The collection as an app has it whose list has no place for nil.
  fileprivate var withoutNulls: MappedCollection {
    let nulls = zip(positions, elements).filter { $1.isNull }.map(\.0)
    return MappedCollection(elements.filter { !$0.isNull }, skipped: (skipped + nulls).sorted())
  }

  /// The positions in the payload that the elements had.
  var positions: [Int] {
    guard !skipped.isEmpty else { return Array(elements.indices) }
    let skipped = Set(skipped)
    return (0..<elements.count + skipped.count).filter { !skipped.contains($0) }
  }
}

extension ValueType {
  /// The property that the names of a keyed collection in the type become, and the mapping of its
  /// elements.
  var key: (property: PropertyPath, mapping: MemberName)? {
    switch self {
    case .keyed(let property, let mapping): (property, mapping.value)
    case .array(let element), .set(let element), .dictionary(let element): element.type.key
    case .scalar, .literal, .mapping, .union: nil
    }
  }

  /// The values that lists of the type, or of its elements, name.
  fileprivate var listed: [Literal] {
    switch self {
    case .literal(let literal): [literal]
    case .union(let types): types.flatMap(\.listed)
    case .array(let element), .set(let element), .dictionary(let element): element.type.listed
    case .scalar, .mapping, .keyed: []
    }
  }

  /// Whether it is, or has as elements, a list or its object.
  fileprivate var holdsListOrObject: Bool {
    switch self {
    case .union: listAndObject != nil
    case .array(let element), .set(let element), .dictionary(let element):
      element.type.holdsListOrObject
    case .scalar, .literal, .mapping, .keyed: false
    }
  }
}
