import JSONParsing

/// The places at which the key paths of one representation lead into arrays by a number.
///
/// A key path may state whether a number is an array element (`[0]`) or a member (`\0`). Otherwise,
/// a number at the representation itself is a member. Numbers below a name are array elements if
/// they run from 0 without a gap, and no key path has a name at the same place.
///
///     "96"                         // a member
///     "phones.0", "phones.1"       // two elements of an array
///     "codes.200", "codes.404"     // two members
package struct ArrayPlaces {
  private struct Steps {
    var numbers: Set<Int> = []
    var kinds: Set<SourceKeyPath.NumberKind> = []
    var hasName = false

    /// Whether the numbers are 0, 1, 2 and so on.
    var isWithoutGap: Bool { (numbers.max() ?? -1) < numbers.count }
  }

  private var places: [[SourceKeyPath.Step]: Steps] = [:]

  /// The largest array index that generated payloads may have.
  package static let largestIndex = 10_000
  /// The largest number that, despite a gap before it, is more likely an index than a name.
  private static let largestLikelyIndex = 9

  /// - Parameter sources: All key paths of the representation.
  package init(_ sources: [SourceKeyPath]) {
    let own = sources.filter { $0.base == .representation }
    guard own.contains(where: { $0.steps.contains { $0.number != nil } }) else { return }
    for source in own {
      for (depth, step) in source.steps.enumerated() where step != .fanOut {
        let place = Array(source.steps[..<depth])
        switch step.number {
        case let number? where number <= Self.largestIndex:
          places[place, default: Steps()].numbers.insert(number)
          if let kind = source.numberKinds[depth] {
            places[place, default: Steps()].kinds.insert(kind)
          }
        default: places[place, default: Steps()].hasName = true
        }
      }
    }
  }

  /// Returns the numbers of the steps in a key path that lead to an array element.
  package func elements(of path: SourceKeyPath) -> Set<Int> {
    guard !places.isEmpty else { return [] }
    return Set(
      path.steps.indices.filter { depth in
        path.steps[depth].number != nil && isArray(path.steps[..<depth])
      })
  }

  private func isArray(_ place: ArraySlice<SourceKeyPath.Step>) -> Bool {
    guard let steps = places[Array(place)], !steps.hasName else { return false }
    if !steps.kinds.isEmpty { return !steps.kinds.contains(.member) }
    return !place.isEmpty && steps.isWithoutGap
  }

  /// Returns the first step of a key path that is read as a member, but may have been meant as an
  /// array index; `nil`, if no step is ambiguous.
  func unclearStep(of path: SourceKeyPath) -> Int? {
    path.steps.indices.first { depth in
      let place = Array(path.steps[..<depth])
      guard path.steps[depth].number != nil, let steps = places[place], !steps.hasName,
        steps.kinds.isEmpty
      else { return false }
      if place.isEmpty { return steps.isWithoutGap }
      return !steps.isWithoutGap && (steps.numbers.max() ?? 0) <= Self.largestLikelyIndex
    }
  }
}

extension SourceKeyPath.Step {
  fileprivate var number: Int? {
    if case .segment(let name) = self { SourceKeyPath.index(name) } else { nil }
  }
}
