import ContractModel
import JSONParsing
import MappingEngine

/// Compares the results of two mappers of the app for one payload, property by property.
///
/// The types of the results may differ: values are compared by the names of their properties, and
/// by the values that they wrap. A property that only one of them has counts if the contract maps
/// one of that name.
struct ReflectedComparison {
  /// The first place where two values differ, and their texts, safe to display, with the place in
  /// front: `[0].fileUrlString = "a"`.
  struct Difference {
    var path: InstancePath
    var value: String
    var other: String
  }

  private let names: Set<MemberName>
  private let types: ComparedTypes
  private let options: ComparisonOptions
  private(set) var difference: Difference?
  /// The pairs of references that were compared, since objects may refer to each other in cycles.
  private var compared: Set<[ObjectIdentifier]> = []

  /// - Parameter names: The names of the properties that both values have to have.
  init(_ names: Set<MemberName>, _ types: ComparedTypes, _ options: ComparisonOptions) {
    (self.names, self.types, self.options) = (names, types, options)
  }

  mutating func compare(_ value: Any, _ other: Any, at path: InstancePath = InstancePath()) {
    guard difference == nil else { return }
    guard let own = ReflectedValue(value), let peer = ReflectedValue(other) else {
      if (ReflectedValue(value) == nil) != (ReflectedValue(other) == nil) {
        report(value, other, path)
      }
      return
    }
    let (left, right) = (Self.scalar(own), Self.scalar(peer))
    if left != nil || right != nil {
      if let left, let right, Self.areEqual(left, right) { return }
      report(value, other, path)
    } else if let left = own.layeredElements, let right = peer.layeredElements {
      compare(left, right, areSets: own.isSet || peer.isSet, path)
    } else if own.reference == nil || peer.reference == nil
      || compared.insert([own.reference, peer.reference].compactMap { $0 }).inserted
    {
      compareProperties(own, peer, path)
    }
  }

  // MARK: - Scalars

  /// Returns the text of a value that is or wraps a scalar.
  private static func scalar(_ value: ReflectedValue) -> String? {
    for layer in value.layers {
      if let text = ReflectedText.scalar(layer.value) { return text }
      if layer.caseName != nil, layer.inner == nil {
        return ReflectedText(complete: layer.readable).description
      }
    }
    return nil
  }

  /// Returns whether two texts are equal, or equal as numbers, as far as both types are exact.
  private static func areEqual(_ left: String, _ right: String) -> Bool {
    if left.utf8.elementsEqual(right.utf8) { return true }
    guard let own = Double(left), let other = Double(right), own == other else { return false }
    return Int128(left) == nil || Int128(right) == nil
  }

  // MARK: - Values with parts

  private mutating func compare(
    _ values: [Any], _ others: [Any], areSets: Bool, _ path: InstancePath
  ) {
    guard values.count == others.count else {
      return report("\(values.count) elements", "\(others.count) elements", at: path)
    }
    guard !areSets else {
      if let odd = odd(of: values, others) {
        report("\(ReflectedText(odd)) in the set", "not in the set", at: path)
      }
      return
    }
    for (position, (value, other)) in zip(values, others).enumerated() {
      compare(value, other, at: path.appending(.element(position)))
    }
  }

  /// Returns the first value that cannot be paired with an equal value among as many others.
  func odd(of values: [Any], _ others: [Any]) -> Any? {
    var rest = others
    return values.first { value in
      let equal = rest.take { other in
        var comparison = self
        comparison.compare(value, other)
        return comparison.difference == nil
      }
      return equal == nil
    }
  }

  private mutating func compareProperties(
    _ value: ReflectedValue, _ other: ReflectedValue, _ path: InstancePath
  ) {
    if let left = value.caseName, let right = other.caseName, left != right {
      return report(value.readable, other.readable, path)
    }
    let type = options.saysAnything ? typeName(of: value) : ""
    var rest = other.properties
    let areDictionaries = value.isDictionary || other.isDictionary
    for property in value.properties {
      let label = options.labels(of: PropertyPath([MemberName(property.label)]), of: type)
      let peer = rest.take { MemberName.isSame($0.label, label.first ?? "") }
      if property.isUnread || peer?.isUnread ?? false { continue }
      compare(property.label, of: type, property.value, peer?.value, areDictionaries, path)
    }
    for property in rest where !property.isUnread {
      compare(property.label, of: type, nil, property.value, areDictionaries, path)
    }
  }

  /// Returns the contract's name for the app's type of a value, or else that type's own name.
  private func typeName(of value: ReflectedValue) -> MemberName {
    let name = value.typeName
    let types = types.index.mappingsInOrder.lazy.flatMap(types.index.typeNames)
    return types.first { options.isName(name, of: $0) } ?? MemberName(name)
  }

  private mutating func compare(
    _ label: String, of type: MemberName, _ value: Any?, _ other: Any?, _ isEntry: Bool,
    _ path: InstancePath
  ) {
    guard difference == nil else { return }
    let name = MemberName(label)
    let way = options.way(of: PropertyPath([name]), of: type)
    if case .skipped? = way { return }
    let path = path.appending(.member(name))
    if let value, let other {
      if case .custom(let areEqual)? = way, Self.isEither(value, other, areEqual) { return }
      return compare(value, other, at: path)
    }
    guard isEntry || names.contains(name) else { return }
    let text = { (value: Any?) in value.map { ReflectedText($0).description } ?? "not there" }
    report(text(value), text(other), at: path)
  }

  /// Returns whether a test's own comparison says that two values are equal, where one of them is a
  /// scalar, which stands for the contract's value.
  private static func isEither(
    _ value: Any, _ other: Any, _ areEqual: (MappedValue, Any) -> Bool
  ) -> Bool {
    guard let value = ReflectedValue(value), let other = ReflectedValue(other) else { return false }
    return [(value, other), (other, value)].contains { one, two in
      one.scalar.map { areEqual($0, two.value) } ?? false
    }
  }

  // MARK: - Reporting

  private mutating func report(_ value: Any, _ other: Any, _ path: InstancePath) {
    report(ReflectedText(value).description, ReflectedText(other).description, at: path)
  }

  private mutating func report(_ value: String, _ other: String, at path: InstancePath) {
    let place = path.steps.isEmpty ? "" : "\(displayed(path.description)) = "
    difference = difference ?? Difference(path: path, value: place + value, other: place + other)
  }
}

extension Array {
  /// Removes the first element for which a predicate is true, and returns it.
  mutating func take(where isMeant: (Element) -> Bool) -> Element? {
    firstIndex(where: isMeant).map { remove(at: $0) }
  }
}
