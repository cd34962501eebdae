import ContractModel
import DraftWriting
import JSONParsing
import MappingEngine

/// The type of a line in the form of a contract, with its notes.
struct DraftedType {
  var text: String
  var notes: [String] = []
  /// The meaning of `[]` for an object, or of `""` for a text, which needs the long form of a line.
  var option: DraftedLine.Option?

  mutating func admitNull() {
    if !text.hasSuffix("?") { text += "?" }
  }
}

/// The uses of objects, known when all lines have their types.
struct KnownUses {
  /// The numbers of empty objects at the places of a cluster's objects.
  var emptyCounts: [Int: Int] = [:]
  /// The objects that lines read as mappings; `nil` for all. Other objects, such as those below an
  /// `Any`, add no lines.
  var objects: Set<ObjectSummaryID>?
  /// The mappings of the contract that are used in place of drafted ones, by cluster.
  var existing: [Int: String] = [:]
}

struct TypeDraft {
  let families: MappingFamilies
  /// The used mappings, in the order of their first use, each after its base.
  private(set) var wanted: [Int] = []
  /// The mappings that have only cases, by their content.
  private(set) var variants: [DraftedMapping] = []

  private(set) var uses = KnownUses(objects: [])

  init(_ families: MappingFamilies) { self.families = families }

  private var table: ValueTable { families.shapes.table }

  /// Removes a mapping whose lines are in an endpoint.
  mutating func remove(_ cluster: Int) { wanted.removeAll { $0 == cluster } }

  /// Records that lines read objects.
  mutating func note(_ objects: [TaggedObjects]) { uses.objects?.formUnion(objects.map(\.id)) }

  /// Returns the name of a mapping, which will be written.
  private mutating func use(_ cluster: Int) -> String {
    for mapping in families.chain(cluster).reversed()
    where !wanted.contains(mapping) && families.existing[mapping] == nil {
      wanted.append(mapping)
    }
    return families.names[cluster] ?? ""
  }

  /// - Parameters:
  ///   - isLine: Whether the type is a whole line, which can express more than a type.
  ///   - depth: The number of types around it.
  mutating func type(
    _ facts: ValueFacts, _ key: String, isLine: Bool = false, depth: Int = 0
  ) -> DraftedType {
    let kinds = facts.someKinds
    // The content of values that were cut off is unknown.
    let isCut = facts.isCut || depth + 1 >= ValueType.deepestNesting
    if isCut, kinds.contains(.array) || kinds.contains(.object) {
      return DraftedType(
        text: facts.nullCount > 0 ? "Any?" : "Any", notes: ["nested too deep to be drafted"])
    }
    if kinds == [.array, .object], let type = listOrObject(facts, key, isLine: isLine, depth) {
      return type
    }
    if isLine, kinds == [.text], let type = Self.textOrEmpty(facts, key) { return type }
    guard let kind = kinds.first else {
      return DraftedType(text: "Any?", notes: facts.count > 0 ? ["only ever null"] : [])
    }
    var type: DraftedType
    if kinds.count == 1 {
      type = single(facts, kind, key, depth)
    } else if let kind = Self.usual(facts), !families.clusters.areNested(facts.deepObjects) {
      type = single(facts, kind, key, depth)
      let (count, odd) = (facts.count, facts.count - facts.kinds[kind] - facts.nullCount)
      type.notes.append("\(odd) of \(count) \(odd == 1 ? "is" : "are") no \(kind.shownName)")
    } else {
      type = mixed(facts, kinds)
    }
    if facts.nullCount > 0 { type.admitNull() }
    return type
  }

  private mutating func single(
    _ facts: ValueFacts, _ kind: ValueKind, _ key: String, _ depth: Int
  ) -> DraftedType {
    switch kind {
    case .null: DraftedType(text: "Any")
    case .bool: DraftedType(text: "Bool")
    case .real: Self.real(facts)
    case .integer: Self.integer(facts, key)
    case .text: Self.text(facts, key)
    case .array: array(facts, key, depth)
    case .object: object(facts, key, depth)
    }
  }

  // MARK: - Several kinds

  /// Whether a union of the kinds would state no more than that the value is a scalar.
  private static func areMany(_ kinds: [ValueKind]) -> Bool {
    kinds.contains(.bool) && kinds.contains(.text)
      && (kinds.contains(.integer) || kinds.contains(.real))
  }

  /// Returns the type of a list or one of its objects, `[A] | A`, or the type of an object that is
  /// `[]` when absent; `nil` if the arrays and objects are of other types.
  private mutating func listOrObject(
    _ facts: ValueFacts, _ key: String, isLine: Bool, _ depth: Int
  ) -> DraftedType? {
    let isCollection = facts.element != nil
    guard isCollection || isLine else { return nil }
    let before = self
    var type = object(facts, key, depth)
    let list = isCollection ? array(facts, key, depth) : type
    let isDictionary = type.text.hasPrefix("[String: ")
    let element = isDictionary ? String(type.text.dropFirst(9).dropLast()) : type.text
    let isMapping = families.names.values.contains(element)
    let isAlike = isMapping && list.text == "[\(element)]"
    guard isCollection ? isAlike : isDictionary || isMapping else {
      // The mappings of the rejected types are not used.
      self = before
      return nil
    }
    if isCollection {
      type.text = "\(list.text) | \(type.text)"
      type.notes = ["\(facts.kinds[.array]) arrays, \(facts.kinds[.object]) objects"]
    } else {
      type.option = DraftedLine.Option(
        "emptyArray", json: DraftText.json(isDictionary ? "empty" : "null"))
      type.notes.append("[] in \(facts.kinds[.array])")
    }
    if facts.nullCount > 0 || !isDictionary && !isCollection { type.text += "?" }
    return type
  }

  /// The minimum number of arrays or objects for each other value, which then counts as a mistake.
  private static let leastUsual = 20

  /// Returns the kind of nearly all values, array or object; a check then reports the others.
  private static func usual(_ facts: ValueFacts) -> ValueKind? {
    [ValueKind.array, .object].first { kind in
      facts.kinds[kind] >= leastUsual * (facts.count - facts.nullCount - facts.kinds[kind])
    }
  }

  private func mixed(_ facts: ValueFacts, _ kinds: [ValueKind]) -> DraftedType {
    if kinds.contains(.object) || kinds.contains(.array) || Self.areMany(kinds) {
      let words = kinds.map { kind in
        switch kind {
        case .null, .bool: "true or false"
        case .integer: "integers"
        case .real: "numbers"
        case .text: facts.formats[.empty] == facts.kinds[.text] ? "\"\"" : "strings"
        case .array: "arrays"
        case .object: "objects"
        }
      }
      return DraftedType(text: "Any", notes: ["found " + words.joined(separator: ", ")])
    }
    if kinds == [.integer, .real] { return Self.real(facts) }
    let names: [(ValueKind, String)] = [
      (.bool, "Bool"), (.integer, "Int"), (.real, "Double"), (.text, "String"),
    ]
    let types = names.filter { kind, _ in
      kinds.contains(kind) && !(kind == .integer && kinds.contains(.real))
    }
    let counts = types.map { kind, name in
      let more = kind == .real ? facts.kinds[.integer] : 0
      return "\(name) \(facts.kinds[kind] + more)"
    }
    let texts = types.map { kind, name in
      kind == .integer ? Self.integer(facts, "").text : kind == .real ? Self.real(facts).text : name
    }
    return DraftedType(
      text: texts.contains("Any") ? "Any" : texts.joined(separator: " | "),
      notes: [counts.joined(separator: ", ")])
  }

  // MARK: - Containers

  private mutating func array(_ facts: ValueFacts, _ key: String, _ depth: Int) -> DraftedType {
    guard let element = facts.element else {
      return DraftedType(text: "[Any]", notes: ["always empty"])
    }
    let type = type(element, key, depth: depth + 1)
    return DraftedType(text: "[\(type.text)]", notes: type.notes)
  }

  private mutating func object(_ facts: ValueFacts, _ key: String, _ depth: Int) -> DraftedType {
    let objects = facts.objects
    let targets = families.clusters.targets(objects)
    let all = objects.map { table.object($0.id) }
    guard !all.contains(where: table.isDictionary) else {
      return dictionary(all, hasMappings: !targets.isEmpty, key, depth)
    }
    let empty = all.filter { $0.memberCount == 0 }
    guard !targets.isEmpty else {
      let isEmpty = empty.count == all.count
      return DraftedType(
        text: "Any", notes: [isEmpty ? "always {}" : "keys that no line can name"])
    }
    if let common = families.common(targets) {
      uses.emptyCounts[common, default: 0] += empty.reduce(0) { $0 + $1.count }
      note(objects)
      return DraftedType(text: use(common))
    }
    if let variant = variant(objects, key) {
      note(objects)
      return DraftedType(text: variant)
    }
    return DraftedType(text: "Any", notes: ["objects of \(targets.count) shapes"])
  }

  private mutating func dictionary(
    _ objects: [ObjectSummary], hasMappings: Bool, _ key: String, _ depth: Int
  ) -> DraftedType {
    let values = objects.flatMap(\.valuesOfAnyKey)
    let kinds = Set(values.map { KindSet(table[$0].kinds) }.filter { !$0.isEmpty })
    if hasMappings, kinds.count > 1 {
      return DraftedType(text: "Any", notes: ["keyed by data, mixed"])
    }
    let type = type(ValueFacts(values, in: table), key, depth: depth + 1)
    return DraftedType(text: "[String: \(type.text)]", notes: type.notes)
  }

  /// Returns the mapping of objects that their own tag distinguishes; `nil` if it does not.
  private mutating func variant(_ objects: [TaggedObjects], _ key: String) -> String? {
    guard var byTag = clustersByTag(objects) else { return nil }
    let untagged = (byTag.removeValue(forKey: nil) ?? []).sorted()
    let tags = byTag.keys.compactMap(\.self).sorted()
    guard let first = tags.first, untagged.count <= 1, Set(tags.map(\.name)).count == 1 else {
      return nil
    }
    var cases: [(value: MemberName, cluster: Int)] = []
    for tag in tags {
      guard let cluster = families.common((byTag[tag] ?? []).sorted()) else { return nil }
      cases.append((tag.value, cluster))
    }
    let read = { [names = families.names] in DraftedUse.type(names[$0] ?? "") }
    let dispatch = DraftedSwitch(
      tag: first.name, cases: cases.map { ($0.value, read($0.cluster)) },
      other: untagged.first.map(read) ?? .lines([]))
    if let known = variants.first(where: { $0.dispatch?.isSame(as: dispatch) == true }) {
      return known.name
    }
    var mapping = DraftedMapping(name: freeName(Words.typeName(key, isPlural: true)))
    mapping.dispatch = dispatch
    for cluster in cases.map(\.cluster) + untagged { _ = use(cluster) }
    variants.append(mapping)
    return mapping.name
  }

  /// Returns the clusters of objects by tag; `nil` if an object belongs to none.
  private func clustersByTag(_ objects: [TaggedObjects]) -> [ObjectTag?: Set<Int>]? {
    var byTag: [ObjectTag?: Set<Int>] = [:]
    for object in objects {
      guard let shape = families.shapes.shape(of: object.id), families.shapes[shape].isMapped else {
        return nil
      }
      byTag[object.tag, default: []].insert(families.clusters.cluster(of: shape))
    }
    return byTag
  }

  private func freeName(_ name: String) -> String {
    let taken = families.taken.union(families.names.values).union(variants.map(\.name))
    return taken.contains(name) ? Words.unused(name + "Variant", besides: taken) : name
  }

  /// Whether the objects of a line are distinguished by their own tag.
  func isVariant(_ facts: ValueFacts) -> Bool {
    var deepest = facts
    while let element = deepest.element { deepest = element }
    guard let byTag = clustersByTag(deepest.objects), byTag[nil] == nil else { return false }
    return byTag.count > 1 && Set(byTag.keys.map { $0?.name }).count == 1
      && byTag.values.allSatisfy { $0.count == 1 }
  }
}

extension DraftedSwitch {
  /// Whether both distinguish the same mappings by the same values.
  fileprivate func isSame(as other: DraftedSwitch) -> Bool {
    tag == other.tag && self.other?.types == other.other?.types
      && cases.elementsEqual(other.cases) { $0.value == $1.value && $0.use.types == $1.use.types }
  }
}
