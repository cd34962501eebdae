import ContractModel
import JSONParsing

/// A member of a base that can have other values than the simplest, and still be valid.
struct PairwiseFactor: Sendable {
  struct Level: Sendable {
    enum Change: Sendable {
      case none
      case absent
      case replaced(FaultText)
      /// Another copy of the first element, after the others.
      case anotherElement
    }

    var name: String
    var change: Change
    /// Whether the level removes the content of the value.
    var removes: Bool
  }

  let node: Int32
  let path: InstancePath
  private(set) var levels = [Level(name: "canonical", change: .none, removes: false)]
  /// The texts that the levels write, each once.
  private var written: Set<MemberName>

  /// - Returns: `nil` if the value is not a member that lines read, or can have no other value.
  init?(_ reads: FaultedKeyPath.Reads, _ base: FaultBase) {
    let parent = base.parents[reads.node]
    // Other bases vary the values that distinguish cases; the identity pairs vary identities.
    guard parent >= 0, base.tree.nodes[Int(parent)].kind == .object, !reads.values.isEmpty,
      reads.literals == nil, !reads.isIdentity
    else { return nil }
    node = Int32(reads.node)
    path = base.paths[reads.node]
    written = [MemberName(base.tree.text(of: reads.node))]
    addAbsence(reads)
    if !reads.isForeignKey, !reads.isTransformed, !base.isCompared(reads) {
      addValues(reads, base)
    }
    guard levels.count > 1 else { return nil }
  }

  private mutating func addAbsence(_ reads: FaultedKeyPath.Reads) {
    let mayBeAbsent = reads.lines.allSatisfy { $0.isOptional && $0.options.missing != .fail }
    if reads.level == 0, mayBeAbsent {
      levels.append(Level(name: "absent", change: .absent, removes: true))
    }
    let mayBeNull =
      reads.level == 0
      ? reads.lines.allSatisfy { $0.nullPolicy != .reject } : reads.values.allSatisfy(\.allowsNull)
    if mayBeNull { add("null", "null") }
  }

  private mutating func addValues(_ reads: FaultedKeyPath.Reads, _ base: FaultBase) {
    switch base.tree.nodes[reads.node].kind {
    case .array: addCounts(reads, base.tree.children(of: reads.node).count)
    case .object: addEmptyObject(reads)
    case .scalar: addEdges(reads, base.tree)
    }
  }

  mutating func add(_ name: String, _ text: String) {
    guard written.insert(MemberName(text)).inserted else { return }
    levels.append(Level(name: name, change: .replaced(FaultText(text)), removes: true))
  }

  /// Adds an empty array, and an array with one element more than the base's. Only one is added,
  /// because several copies may be equal.
  private mutating func addCounts(_ reads: FaultedKeyPath.Reads, _ count: Int) {
    guard reads.types.allSatisfy(\.isOrdered) else { return }
    let ranges = reads.countRanges
    if ranges.allSatisfy({ $0.contains(0) }) { add("empty", "[]") }
    let isUnique = reads.constraints.contains(.unique)
    if count > 0, !isUnique, ranges.allSatisfy({ $0.contains(count + 1) }) {
      levels.append(Level(name: "another element", change: .anotherElement, removes: false))
    }
  }

  private mutating func addEmptyObject(_ reads: FaultedKeyPath.Reads) {
    let isDictionary = reads.types.allSatisfy { type in
      switch type {
      case .dictionary, .keyed: true
      default: false
      }
    }
    if isDictionary, reads.countRanges.allSatisfy({ $0.contains(0) }) { add("empty", "{}") }
  }
}

extension FaultBase {
  /// Returns whether a line requires a value to equal this one, or this one to equal another.
  fileprivate func isCompared(_ reads: FaultedKeyPath.Reads) -> Bool {
    guard reads.equalSources.isEmpty, case .member(let name)? = paths[reads.node].steps.last else {
      return true
    }
    return comparedNames.contains(name)
  }
}

extension FaultedKeyPath.Reads {
  fileprivate var countRanges: [CountRange] {
    constraints.compactMap { if case .count(let range, _) = $0 { range } else { nil } }
  }

  /// The key paths with which lines compare the value.
  var equalSources: [SourceKeyPath] { values.flatMap(\.equalSources) }
}
