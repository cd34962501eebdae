import ContractModel
import JSONParsing
import MappingEngine

// Arrays, sets, dictionaries and keyed collections.

extension ResultComparison {
  mutating func compare(
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
      // The order of members means nothing.
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
      return report(
        counted(collection.elements.count, "element"), counted(elements.count, "element"), at: path,
        line)
    }
    let count = differences.count
    for (index, position) in collection.positions.enumerated() {
      compare(collection.elements[index], aligned[index], path.appending(.element(position)), line)
    }
    guard differences.count > count else { return }
    if !collection.names.isEmpty {
      // The order of members means nothing, even if the app's elements do not have their names.
      guard aligned.count <= Self.pairLimit else { return differences.removeSubrange(count...) }
      guard let paired = paired(aligned, with: collection.elements) else { return }
      differences.removeSubrange(count...)
      for (index, position) in collection.positions.enumerated() {
        compare(collection.elements[index], paired[index], path.appending(.element(position)), line)
      }
      return
    }
    guard !isAsking, isReordered(collection.elements, aligned) else { return }
    differences.removeSubrange(count...)
    report(
      text(.array(collection)), ReflectedText(value.readable).description, at: path, line,
      outcome: .reordered)
  }

  /// Returns the app's elements in the contract's order: those that agree, then those that agree in
  /// all that lines set; `nil` if one has no partner.
  private func paired(_ found: [Any], with elements: [MappedValue]) -> [Any]? {
    var asking = self
    asking.ignoresDerived = true
    var rest = Array(found.indices)
    var partners: [Int?] = Array(repeating: nil, count: elements.count)
    for comparison in [self, asking] {
      for index in elements.indices where partners[index] == nil {
        partners[index] = rest.take { comparison.agrees(elements[index], found[$0]) }
      }
    }
    let pairs = partners.compactMap { $0.map { found[$0] } }
    return pairs.count == elements.count ? pairs : nil
  }

  /// Returns the app's elements of a keyed collection with their names, since the order of members
  /// means nothing; `nil` for an array of the payload, or if names do not distinguish elements.
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

  /// Returns the app's elements without the blank ones, where the contract leaves an element out;
  /// `nil` if their count then differs from the contract's.
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

  /// Returns whether the app's element for one that the contract leaves out is blank; for a mapping
  /// with cases, that is the app's case for all other objects.
  private func isBlankElement(_ element: Any, of line: PropertyLine?) -> Bool {
    guard let value = ReflectedValue(element) else { return true }
    let type = line?.value.type ?? types.root
    return value.isBareCase && types.hasCases(type)
      || (type?.mappings ?? []).contains { isBlank(value, $0.value) }
  }

  /// Returns whether the contract made nothing of a member with this name in the payload (§ 16).
  private func isLeftOut(_ name: MemberName) -> Bool {
    (earlier + [result]).contains { result in
      result.events.contains {
        $0.name == .elementUnmappable && $0.path.steps.last == .member(name)
      }
    }
  }

  /// Compares two collections in any order: each element has to be in the other one.
  mutating func compareSet(
    _ collection: MappedCollection, _ value: ReflectedValue, _ path: InstancePath,
    _ line: PropertyLine?
  ) {
    guard let elements = value.layeredElements else {
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

  mutating func compare(
    _ entries: [MappedEntry], _ value: ReflectedValue, _ path: InstancePath, _ line: PropertyLine?
  ) {
    guard value.isDictionary else {
      guard let inner = value.layers.dropFirst().first(where: \.isDictionary) else {
        let list = mayBeList(line) ? value.layeredElements : nil
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
    // The last of two entries with one name counts.
    let expected = Dictionary(entries.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
    for entry in entries where expected[entry.name] == entry.value {
      let path = path.appending(.member(entry.name))
      if let value = found[entry.name] {
        compare(entry.value, value, path, line)
      } else {
        // The app's dictionary lacks the name, even if its value is null.
        report(text(entry.value), "not there", at: path, line)
      }
    }
    for entry in values where expected[entry.name] == nil {
      if isBlankElement(entry.value, of: line), isLeftOut(entry.name) { continue }
      report(nil, entry.value, path.appending(.member(entry.name)), line, state: .value)
    }
  }

  /// Returns whether a line accepts both a list and a single object, so that an app may have a list
  /// for either.
  func mayBeList(_ line: PropertyLine?) -> Bool {
    (line?.value.type ?? types.root)?.innermost.listAndObject != nil
  }

  /// Returns the element of a list of one that stands for an object; `nil` if the app's value is
  /// not a list, or has the object's properties itself.
  func singleElement(of value: ReflectedValue, for id: ObjectID) -> Any? {
    guard let list = value.layeredElements, list.count == 1,
      holder(of: lines.of(id).filter { $0.property != nil }, store[id].type, value) == nil
    else { return nil }
    return list[0]
  }
}

/// A value of the app with its name in its dictionary, or with the value that identifies it.
private struct ReflectedEntry {
  var name: MemberName
  var value: Any
}

extension MappedEntry {
  fileprivate static func entries(of collection: MappedCollection) -> [MappedEntry] {
    zip(collection.names, collection.elements).map { MappedEntry(name: $0, value: $1) }
  }
}

extension MappedCollection {
  /// The collection without its nulls, for an app whose list cannot hold nil.
  fileprivate var withoutNulls: MappedCollection {
    let nulls = zip(positions, elements).filter { $1.isNull }.map(\.0)
    return MappedCollection(elements.filter { !$0.isNull }, skipped: (skipped + nulls).sorted())
  }

  var positions: [Int] {
    guard !skipped.isEmpty else { return Array(elements.indices) }
    let skipped = Set(skipped)
    return (0..<elements.count + skipped.count).filter { !skipped.contains($0) }
  }
}

extension ValueType {
  /// The type, or that of the elements of a collection, at any depth.
  var innermost: ValueType {
    switch self {
    case .array(let element), .set(let element), .dictionary(let element): element.type.innermost
    case .scalar, .literal, .mapping, .keyed, .union: self
    }
  }

  /// The property for the names of a keyed collection in the type, and its elements' mapping.
  var key: (property: PropertyPath, mapping: MemberName)? {
    if case .keyed(let property, let mapping) = innermost { (property, mapping.value) } else { nil }
  }
}
