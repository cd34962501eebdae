import ContractModel
import JSONParsing

struct LineGroup {
  var source: SourceKeyPath
  var lines: [PropertyLine]

  /// Returns the groups in the order of their first lines. Lines that make different objects of the
  /// representation are in different groups, so that it has the members of all.
  static func groups(_ lines: [PropertyLine]) -> [LineGroup] {
    var groups: [LineGroup] = []
    var numbers: [SourceKeyPath: [Int]] = [:]
    for line in lines {
      let known = numbers[line.source, default: []].first { groups[$0].mayTake(line) }
      if let known {
        groups[known].lines.append(line)
      } else {
        numbers[line.source, default: []].append(groups.count)
        groups.append(LineGroup(source: line.source, lines: [line]))
      }
    }
    return groups
  }

  private func mayTake(_ line: PropertyLine) -> Bool {
    guard source == .representation, let mapping = line.value.type.mapping else { return true }
    let other = lines.lazy.compactMap(\.value.type.mapping).first
    return other == nil || other == mapping
  }

  /// Returns whether the group makes a value; it does not if it accepts any and inner lines make
  /// one.
  func isMade(among all: [PropertyLine]) -> Bool {
    guard source.base == .representation else { return false }
    let takesAny = lines.allSatisfy { line in
      line.value.type.takesAnyJSON || line.value.type.elementTakesAnyJSON
    }
    return !takesAny
      || !all.contains { other in
        other.source.base == source.base && !other.isOptional
          && other.source.steps.count > source.steps.count
          && other.source.steps.starts(with: source.steps)
      }
  }

  /// The line that accepts least.
  var strictest: PropertyLine {
    lines.max { $0.value.strictness < $1.value.strictness } ?? lines[0]
  }

  /// Whether the other lines accept every value that the strictest line accepts.
  var isOfOneMind: Bool {
    let value = strictest.value
    return lines.allSatisfy { line in
      line.value == value
        || line.value.constraints.isEmpty
          && (line.value.type == .scalar(ScalarType(.any))
            || line.value.type == .scalar(ScalarType(.string))
              && value.type.acceptedKinds == [.string]
            || line.value.type == .scalar(ScalarType(.string, [.number]))
              && value.type.acceptedKinds == [.number])
    }
  }

  /// Returns whether lines of another source read the same values.
  func overlaps(_ other: LineGroup) -> Bool {
    guard source.base == other.source.base, source != other.source else { return false }
    let (own, foreign) = (source.steps, other.source.steps)
    if own.starts(with: foreign) || foreign.starts(with: own) { return true }
    let common = zip(own, foreign).prefix { $0 == $1 }.map(\.0)
    return common.contains(.fanOut)
  }
}

extension ArrayPlaces {
  /// Returns lines for the elements that neither a line nor a condition reads before an element that
  /// a line reads: apps that map the whole array expect elements of one kind.
  ///
  /// Elements before a read one with an index above 9, and those behind the first 32 lines, have no
  /// lines; they are empty objects.
  ///
  /// - Parameter compared: The sources of conditions.
  func linesOfUnreadElements(
    _ lines: [PropertyLine], comparing compared: [SourceKeyPath]
  ) -> [PropertyLine] {
    let read = Set(
      (lines.map(\.source) + compared).flatMap { source in
        elements(of: source).map { source.steps[...$0] }
      })
    guard !read.isEmpty else { return [] }
    var found: [PropertyLine] = []
    var made: Set<PropertyLine> = []
    var next = 0
    while next < lines.count + found.count, found.count < 32 {
      let line = next < lines.count ? lines[next] : found[next - lines.count]
      next += 1
      for depth in elements(of: line.source).sorted() {
        guard case .segment(let name) = line.source.steps[depth],
          let index = SourceKeyPath.index(name), (1...9).contains(index)
        else { continue }
        var other = PropertyLine(
          source: line.source, isOptional: line.isOptional, property: nil, value: line.value)
        other.value.constraints.removeAll { $0.value.isEqual }
        other.source.steps[depth] = .segment(MemberName("\(index - 1)"))
        if !read.contains(other.source.steps[...depth]), made.insert(other).inserted {
          found.append(other)
        }
      }
    }
    return found
  }
}

extension LineGroup {
  func startsLike(_ other: LineGroup) -> Bool {
    source.steps.isEmpty
      || source.base == other.source.base && source.steps.first == other.source.steps.first
  }

  /// Returns whether the value must equal another one, or another line that may reject the value
  /// must read an equal one.
  func isEqual(among groups: [LineGroup]) -> Bool {
    if lines.contains(where: { !$0.value.equalSources.isEmpty }) { return true }
    return groups.flatMap(\.lines).contains { line in
      guard line.value.equalSource == source else { return false }
      let other = line.value.constraints.map(\.value).filter { !$0.isEqual }
      return lines.count > 1 || line.value.type != lines[0].value.type
        || !Set(other).isSubset(of: Set(lines[0].value.constraints.map(\.value)))
    }
  }

  func isLookedAt(by groups: [LineGroup]) -> Bool {
    groups.flatMap(\.lines).contains { $0.value.equalSource == source }
  }
}

extension ValueType {
  fileprivate var mapping: MemberName? {
    if case .mapping(let name) = self { name.value } else { nil }
  }

  var isOrdered: Bool {
    switch self {
    case .array, .set: true
    default: false
    }
  }

  fileprivate var elementTakesAnyJSON: Bool {
    switch self {
    case .array(let element), .set(let element): element.type.takesAnyJSON
    default: false
    }
  }
}

extension Constraint {
  fileprivate var isEqual: Bool { if case .equals = self { true } else { false } }
}

extension ConstrainedType {
  /// The key path of the same representation to which the value has to be equal.
  var equalSource: SourceKeyPath? {
    equalSources.first { $0.base == .representation }
  }

  /// The key paths of all values to which the value has to be equal.
  var equalSources: [SourceKeyPath] {
    constraints.compactMap { constraint in
      if case .equals(let other) = constraint.value { other } else { nil }
    }
  }
}

extension CaseCondition {
  func literal(at source: SourceKeyPath) -> Literal? {
    if case .equals(source, let literal) = self { literal } else { nil }
  }
}
