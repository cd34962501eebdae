import ContractModel
import JSONParsing

/// The places of members in the representations of mappings. Members must be given in the order of
/// the payload, which is walked once.
///
/// The contents of an object that no key path of the mapping leads into are data, like the keys of
/// a dictionary: their names are replaced by a placeholder.
struct MemberPaths {
  private let plan: MappingPlan
  private let document: JSONDocument
  /// The mappings of objects, by their nodes.
  private let mappings: [Int32: Int32]
  /// The objects and arrays that enclose the last member, the root first.
  private var levels: [Level] = []

  /// An object or array.
  private struct Level {
    var node: Int
    /// The member or element that is entered.
    var child: Int
    var isArray: Bool
    /// The mapping of the enclosing representation; −1 outside of all representations.
    var mapping: Int32
    /// The level's own place in the plan; −1, if no key path leads there.
    var place: Int32
    /// The step from the enclosing level; `nil` at a representation.
    var step: SourceKeyPath.Step?
  }

  init(
    _ plan: MappingPlan, _ document: JSONDocument,
    _ representations: [(node: Int32, mapping: Int32)]
  ) {
    (self.plan, self.document) = (plan, document)
    mappings = Dictionary(representations.map { ($0.node, $0.mapping) }) { $1 }
  }

  /// Returns the mapping of the object that encloses a member, and the key path from there; `nil`,
  /// if the member is in no mapped object.
  mutating func path(to name: Int) -> (mapping: Int32, keyPath: MemberName)? {
    while let last = levels.last, name < last.child || document.next(last.node) <= name {
      levels.removeLast()
    }
    if levels.isEmpty { levels.append(level(at: 0, nil, behind: nil)) }
    while true {
      let number = levels.count - 1
      let isArray = levels[number].isArray
      while document.next(isArray ? levels[number].child : levels[number].child + 1) <= name {
        levels[number].child = document.next(
          isArray ? levels[number].child : levels[number].child + 1)
      }
      let level = levels[number]
      let step = self.step(into: level)
      if !isArray, level.child == name {
        guard level.mapping >= 0 else { return nil }
        return (level.mapping, keyPath(endingIn: step.shown))
      }
      levels.append(
        self.level(at: isArray ? level.child : level.child + 1, level, behind: step))
    }
  }

  // MARK: - Steps

  /// A step as it is displayed, and the place in the plan after it.
  private typealias Step = (shown: SourceKeyPath.Step, place: Int32)

  private func step(into level: Level) -> Step {
    if level.isArray { return (.fanOut, plan.place(behind: .fanOut, of: level.place)) }
    let name = document.string(level.child)
    let step = SourceKeyPath.Step.segment(MemberName(name))
    let next = plan.place(behind: step, of: level.place)
    if next >= 0 { return (step, next) }
    let isNamed = level.step == nil || level.place >= 0 && leads(level.place)
    let isShown = isNamed && !KeyName.isData(name)
    return (isShown ? step : .segment(MemberName(KeyName.placeholder)), next)
  }

  private func leads(_ place: Int32) -> Bool { !plan.tables.places[place].names.keys.isEmpty }

  private func level(at node: Int, _ parent: Level?, behind step: Step?) -> Level {
    let isArray = document.word(node).kind == .array
    var level = Level(
      node: node, child: document.firstChild(node), isArray: isArray,
      mapping: parent?.mapping ?? -1, place: step?.place ?? -1, step: step?.shown)
    if let mapping = mappings[Int32(truncatingIfNeeded: node)] {
      (level.mapping, level.place, level.step) =
        (mapping, plan.tables.mappings[mapping].place, nil)
    }
    return level
  }

  private func keyPath(endingIn last: SourceKeyPath.Step) -> MemberName {
    let start = levels.lastIndex { $0.step == nil } ?? 0
    let steps = levels[(start + 1)...].compactMap(\.step) + [last]
    return MemberName(SourceKeyPath(steps: steps).description)
  }
}
