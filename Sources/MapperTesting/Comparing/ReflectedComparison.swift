import ContractModel
import JSONParsing

/// Compares the results of two mappers of the app for one payload, property by property.
///
/// The types of the results may differ: values are compared by the names of their properties, and
/// by the values that they wrap. A property that only one of them has counts if the contract maps
/// one of that name.
struct ReflectedComparison {
  /// The first place where two values differ, and their texts there, safe to display.
  struct Difference {
    var path: InstancePath
    var value: String
    var other: String
  }

  /// The names of the contract's properties.
  private let names: Set<MemberName>
  private let options: ComparisonOptions
  private(set) var difference: Difference?
  /// The pairs of references that were compared, since objects may refer to each other in cycles.
  private var compared: Set<[ObjectIdentifier]> = []

  init(_ contract: Contract, _ options: ComparisonOptions) {
    let lines = (contract.mappings + contract.includedMappings).flatMap(\.lines)
    names = Set(lines.compactMap { $0.property?.names.first })
    self.options = options
  }

  mutating func compare(_ value: Any, _ other: Any, at path: InstancePath = InstancePath()) {
    guard difference == nil else { return }
    guard let own = ReflectedValue(value), let peer = ReflectedValue(other) else {
      if (ReflectedValue(value) == nil) != (ReflectedValue(other) == nil) {
        report(value, other, path)
      }
      return
    }
    if let (left, right) = scalars(own, peer) {
      if !Self.areEqual(left, right) { report(value, other, path) }
    } else if let left = own.layeredElements, let right = peer.layeredElements {
      compare(left, right, areSets: own.isSet || peer.isSet, path)
    } else if own.reference == nil || peer.reference == nil
      || compared.insert([own.reference, peer.reference].compactMap { $0 }).inserted
    {
      compareProperties(own, peer, path)
    }
  }

  // MARK: - Scalars

  /// Returns the texts of two values, if one of them is or wraps a scalar.
  private func scalars(_ value: ReflectedValue, _ other: ReflectedValue) -> (String, String)? {
    let (left, right) = (Self.scalar(value), Self.scalar(other))
    if left == nil, right == nil { return nil }
    let absent = "a value with parts"
    return (left ?? absent, right ?? absent)
  }

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
      let odd = values.first { value in !others.contains { agrees(value, $0) } }
      if let odd { report("\(ReflectedText(odd)) in the set", "not in the set", at: path) }
      return
    }
    for (position, (value, other)) in zip(values, others).enumerated() {
      compare(value, other, at: path.appending(.element(position)))
    }
  }

  /// Returns whether two values are equal when compared alone.
  func agrees(_ value: Any, _ other: Any) -> Bool {
    var comparison = self
    comparison.compare(value, other)
    return comparison.difference == nil
  }

  private mutating func compareProperties(
    _ value: ReflectedValue, _ other: ReflectedValue, _ path: InstancePath
  ) {
    if let left = value.caseName, let right = other.caseName, left != right {
      return report(value.readable, other.readable, path)
    }
    var rest = other.properties
    let areDictionaries = value.isDictionary || other.isDictionary
    for property in value.properties {
      let label = options.labels(of: PropertyPath([MemberName(property.label)]), of: "")
      let index = rest.firstIndex { $0.label.utf8.elementsEqual((label.first ?? "").utf8) }
      let peer = index.map { rest.remove(at: $0).value }
      compare(property.label, property.value, peer, areDictionaries, path)
    }
    for property in rest {
      compare(property.label, nil, property.value, areDictionaries, path)
    }
  }

  private mutating func compare(
    _ label: String, _ value: Any?, _ other: Any?, _ isEntry: Bool, _ path: InstancePath
  ) {
    guard difference == nil else { return }
    let name = MemberName(label)
    if case .skipped? = options.way(of: PropertyPath([name]), of: "") { return }
    let path = path.appending(.member(name))
    if let value, let other { return compare(value, other, at: path) }
    guard isEntry || names.contains(name) else { return }
    let text = { (value: Any?) in value.map { ReflectedText($0).description } ?? "not there" }
    report(text(value), text(other), at: path)
  }

  // MARK: - Reporting

  private mutating func report(_ value: Any, _ other: Any, _ path: InstancePath) {
    report(ReflectedText(value).description, ReflectedText(other).description, at: path)
  }

  private mutating func report(_ value: String, _ other: String, at path: InstancePath) {
    difference = difference ?? Difference(path: path, value: value, other: other)
  }
}
