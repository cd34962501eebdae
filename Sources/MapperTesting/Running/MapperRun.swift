import Generation

/// A run of a mapper over payloads, one after the other, which it is held against laws on.
///
/// Each reason to disagree is reported once. A payload that is drawn or combined is shrunk to a
/// minimal one; a single fault is minimal.
package struct MapperRun {
  package let check: MapperCheck
  /// The payloads that are made up for the target; needed to shrink, and to look for other places.
  let cases: GeneratedCases?
  private let steps: [Step]
  /// How many single faults there are; 0, if none is wanted.
  private let cellCount: Int
  /// How many failures are shrunk; further ones are reported as they are.
  private static let shrinkLimit = 8

  /// Payloads of one kind.
  struct Step {
    var count: Int
    var item: (Int) -> MapperCase
    var laws: [LawCheck]
    var isShrunk = false
    /// The number that the payloads count for, if any.
    var counter: WritableKeyPath<MapperCoverage, Int>?
  }

  init(_ check: MapperCheck, _ cases: GeneratedCases?, _ steps: [Step], cellCount: Int) {
    (self.check, self.cases, self.steps, self.cellCount) = (check, cases, steps, cellCount)
  }

  /// The payloads that the mapper is tested on if there is time enough.
  package var planned: MapperCoverage {
    var coverage = MapperCoverage(cellCount: cellCount)
    for step in steps { coverage.add(step.count, step) }
    return coverage
  }

  /// The simplest valid payload; `nil`, of a run over given payloads alone.
  package var valid: [UInt8]? { cases?.sweep.bases.first?.tree.bytes }

  /// Runs the mapper. One payload is mapped however little time there is.
  ///
  /// - Parameter isOver: Whether the time is up.
  /// - Returns: One group for each reason to disagree, and what the mapper was tested on.
  package func run(
    until isOver: @escaping () -> Bool = { false }
  ) -> (groups: [DisagreementGroup], coverage: MapperCoverage) {
    var found = FoundDisagreements()
    var coverage = MapperCoverage(cellCount: cellCount)
    var isFirst = true
    for step in steps {
      var count = 0
      while count < step.count, isFirst || !isOver() {
        hold(step.item(count), step, &found, isOver)
        count += 1
        isFirst = false
      }
      coverage.add(count, step)
    }
    return (generalised(found.groups, until: isOver), coverage)
  }

  /// Whether the mapper keeps its contract on one payload.
  package func passes(_ item: MapperCase) -> Bool {
    LawCheck(.agreesWithTheContract, check).breaches(on: item).isEmpty
  }

  /// Holds the mapper against each law on one payload.
  private func hold(
    _ item: MapperCase, _ step: Step, _ found: inout FoundDisagreements,
    _ isOver: @escaping () -> Bool
  ) {
    for (number, law) in step.laws.enumerated() where law.isUseful(on: item) {
      if number > 0, isOver() { return }
      let breaches = law.breaches(on: item)
      for breach in breaches where found.isNew(breach, item, isShrunk: step.isShrunk) {
        var group = DisagreementGroup(breach.about(item.line), item, isShrunk: step.isShrunk)
        if step.isShrunk, found.shrunkCount < Self.shrinkLimit, !isOver() {
          shrink(&group, item, law, until: isOver)
        }
        found.add(group)
      }
      // A payload on which one law is broken says little of the others.
      if !breaches.isEmpty { return }
    }
  }
}

extension MapperCoverage {
  fileprivate mutating func add(_ count: Int, _ step: MapperRun.Step) {
    if let counter = step.counter { self[keyPath: counter] += count }
  }
}
