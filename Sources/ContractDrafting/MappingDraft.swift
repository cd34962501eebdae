import ContractModel
import DraftWriting
import JSONParsing
import MappingEngine

struct MappingDraft {
  private(set) var types: TypeDraft
  private let families: MappingFamilies
  /// Keys of objects that many mappings have and that are absent in some.
  private var absentElsewhere: Set<Int> = []
  /// Keys that are null in some mapping, by kind.
  private var nullElsewhere: Set<KeyKind> = []
  /// The properties of the mappings drafted so far, by cluster.
  private var properties: [Int: Set<String>] = [:]

  private struct KeyKind: Hashable {
    var key: Int
    var kinds: KindSet
  }

  /// The minimum number of objects for a significant “always”. By the rule of three, a key that is
  /// never missing in 20 objects may be absent from up to 3 in 20.
  private static let fewObjects = 20
  /// The minimum number of mappings that have a shared key.
  private static let sharedCount = 5

  private let known: KnownUses

  init(_ families: MappingFamilies, _ known: KnownUses) {
    (self.families, self.known) = (families, known)
    types = TypeDraft(families)
    noteDoubts()
  }

  private var shapes: ObjectShapes { families.shapes }
  private var table: ValueTable { shapes.table }

  private mutating func noteDoubts() {
    var mappingCounts: [Int: Int] = [:]
    for cluster in families.clusters.clusters {
      let own = families.clusters.shapes(of: cluster).map { shapes[$0] }
      let total = own.reduce(0) { $0 + $1.count }
      let members = Dictionary(grouping: own.flatMap(\.members), by: \.key)
      for (key, members) in members {
        mappingCounts[key, default: 0] += 1
        let count = members.reduce(0) { $0 + $1.count }
        if count < total, members.contains(where: { $0.kinds == .object }) {
          absentElsewhere.insert(key)
        }
        if members.contains(where: { table[$0.value].kinds[.null] > 0 }) {
          nullElsewhere.formUnion(members.map { KeyKind(key: key, kinds: $0.kinds) })
        }
      }
    }
    absentElsewhere = absentElsewhere.filter { mappingCounts[$0] ?? 0 >= Self.sharedCount }
  }
}

// MARK: - Lines

extension MappingDraft {
  /// A key of a mapping, or of one of its cases.
  private struct KeyFacts {
    var key: Int
    /// The key's other spellings, with the number of objects that have them.
    var spellings: [(key: Int, count: Int)] = []
    var facts: ValueFacts
    /// The number of all objects.
    var total: Int
    /// The number of objects with the key.
    var count: Int { facts.count }
  }

  private struct Contents {
    var keys: [KeyFacts]
    var cases: [(value: MemberName, keys: [KeyFacts])]
    var tag: MemberName?
    var total: Int
    /// The key style that reads several spellings, if some keys have several.
    var style: MappingSettings.KeyStyle?
  }

  /// Returns the keys of a mapping in the order of objects.
  private func contents(_ cluster: Int) -> Contents {
    let below = read(families.shapesBelow(cluster))
    let total = below.reduce(0) { $0 + $1.count } + emptyCount(cluster)
    let inherited = Set(
      families.chain(cluster).dropFirst().flatMap { read(families.clusters.shapes(of: $0)) }
        .flatMap { $0.members.map(\.key) })
    let own = Set(
      read(families.clusters.shapes(of: cluster)).flatMap { $0.members.map(\.key) }
    ).subtracting(inherited).sorted()
    let all = own.map { keyFacts($0, of: below, total) }
    let doubled = Set(below.flatMap { table.object($0.object).doubled ?? [] })
    let spellings = KeySpellings(
      all.map { key in
        KeySpellings.Key(
          number: key.key, name: shapes.keys[key.key], count: key.count,
          kinds: KindSet(key.facts.kinds),
          isDoubled: doubled.contains(shapes.keys[key.key].plain))
      }, inherited: inherited.map { shapes.keys[$0] }, total: total)
    let replaced = Set(spellings.others.values.joined())
    var keys = all.filter { !replaced.contains($0.key) }.map { key in
      spellings.others[key.key].map { keyFacts(key.key, spelled: $0, of: below, total) } ?? key
    }
    let byTag = Dictionary(grouping: below, by: \.tag)
    let tags = byTag.keys.compactMap(\.self).sorted()
    guard Set(tags.map(\.name)).count == 1, byTag[nil] == nil, tags.count > 1 else {
      return Contents(
        keys: ordered(keys), cases: [], tag: nil, total: total, style: spellings.style)
    }
    let tagName = tags[0].name
    let cased = Set(
      keys.filter { key in
        shapes.keys[key.key] != tagName && key.spellings.isEmpty
          && isCased(key, tags.map { byTag[$0] ?? [] }, total)
      }.map(\.key))
    keys.removeAll { cased.contains($0.key) }
    let cases = tags.compactMap { tag -> (value: MemberName, keys: [KeyFacts])? in
      let own = byTag[tag] ?? []
      let count = own.reduce(0) { $0 + $1.count }
      let keys = cased.sorted().map { keyFacts($0, of: own, count) }.filter { $0.count > 0 }
      return keys.isEmpty ? nil : (tag.value, ordered(keys))
    }
    return Contents(
      keys: ordered(keys), cases: cases.sorted { $0.value < $1.value }, tag: tagName, total: total,
      style: spellings.style)
  }

  /// Returns the shapes that lines read; all shapes, if none is read.
  private func read(_ numbers: [Int]) -> [ObjectShape] {
    let all = numbers.map { shapes[$0] }
    let read = all.filter { known.objects?.contains($0.object) ?? true }
    return read.isEmpty ? all : read
  }

  private func emptyCount(_ cluster: Int) -> Int {
    families.extensions(of: cluster).reduce(known.emptyCounts[cluster] ?? 0) { $0 + emptyCount($1) }
  }

  private func keyFacts(
    _ key: Int, spelled others: [Int] = [], of shapes: [ObjectShape], _ total: Int
  ) -> KeyFacts {
    let values = { (key: Int) in shapes.compactMap { $0.member(key)?.value } }
    let facts = ValueFacts(([key] + others).flatMap(values), in: table)
    let spellings = others.map { other in
      (key: other, count: values(other).reduce(0) { $0 + table[$1].count })
    }
    return KeyFacts(key: key, spellings: spellings, facts: facts, total: total)
  }

  private func ordered(_ keys: [KeyFacts]) -> [KeyFacts] {
    keys.sorted { left, right in left.facts.isBefore(right.facts) ?? (left.key < right.key) }
  }

  /// Whether a key is present for some values of the tag and never for others, or leads to
  /// different mappings.
  private func isCased(_ key: KeyFacts, _ byTag: [[ObjectShape]], _ total: Int) -> Bool {
    let counts = byTag.map { shapes in
      (
        with: shapes.reduce(0) { $0 + ($1.member(key.key)?.count ?? 0) },
        all: shapes.reduce(0) { $0 + $1.count }
      )
    }
    let full = counts.filter { $0.with == $0.all }
    let none = counts.count { $0.with == 0 }
    let fullCount = full.reduce(0) { $0 + $1.all }
    let isOnly =
      none > 0 && full.count + none == counts.count && full.count <= max(1, counts.count / 2)
      && fullCount >= 2 && total - fullCount >= 2
    return isOnly || leadsElsewhere(key, byTag)
  }

  private func leadsElsewhere(_ key: KeyFacts, _ byTag: [[ObjectShape]]) -> Bool {
    let kinds = key.facts.someKinds
    guard kinds == [.object] || kinds == [.array] else { return false }
    let targets = byTag.map { shapes -> [Int] in
      let objects = shapes.compactMap { $0.member(key.key) }.flatMap { member in
        ValueFacts([member.value], in: table).deepObjects
      }
      let targets = families.clusters.targets(objects)
      return targets.count > 1 ? families.common(targets).map { [$0] } ?? targets : targets
    }
    return Set(targets.joined()).count > 1 && targets.allSatisfy { $0.count <= 1 }
      && !types.isVariant(key.facts)
  }

  // MARK: - Writing

  /// Returns the lines of keys. Small objects become key paths, unless the mapping has a key style.
  private mutating func lines(
    _ keys: [KeyFacts], prefix: String = "", inlinesObjects: Bool = true,
    _ used: inout Set<String>
  ) -> [DraftedLine] {
    var lines: [DraftedLine] = []
    for key in keys {
      let name = shapes.keys[key.key]
      let path = prefix + PathEscape.escaped(name)
      if inlinesObjects, let inner = inlined(key) {
        types.note(key.facts.objects)
        lines += self.lines(inner, prefix: path + ".", &used)
        continue
      }
      lines.append(line(key, name.text, path, prefix, &used))
    }
    return lines
  }

  private mutating func line(
    _ key: KeyFacts, _ name: String, _ path: String, _ prefix: String, _ used: inout Set<String>
  ) -> DraftedLine {
    var type = types.type(key.facts, name, isLine: true)
    let property = Words.writtenProperty(name, prefix, &used)
    let kinds = key.facts.someKinds
    let missing = key.total - key.count
    let isFew = key.total < Self.fewObjects
    let mark = KeyKind(key: key.key, kinds: KindSet(key.facts.kinds))
    var doubt: String?
    if isFew, missing == 0, absentElsewhere.contains(key.key),
      families.names.values.contains(type.text)
    {
      doubt = "absent elsewhere"
    }
    var notes = missing > 0 ? ["absent in \(missing) of \(key.total)"] : []
    if !key.spellings.isEmpty {
      let others = key.spellings.map { "\(DraftText.json(shapes.keys[$0.key].text)) \($0.count)×" }
      notes.append("also " + others.joined(separator: ", "))
    }
    notes += type.notes
    notes += key.facts.nullNotes
    let isScalar = !kinds.contains { [.bool, .array, .object].contains($0) }
    if isFew, key.facts.nullCount == 0, isScalar, nullElsewhere.contains(mark) {
      type.admitNull()
      notes.append("null elsewhere")
    }
    if KeyHints.isPaging(name), key.total < 5 * Self.fewObjects, !kinds.isEmpty, isScalar {
      if missing == 0 { doubt = "paging" }
      type.admitNull()
    }
    if let doubt { notes.insert(doubt, at: 0) }
    return DraftedLine(
      source: path + (missing > 0 || doubt != nil ? "?" : ""),
      property: property, type: type.text, options: [type.option].compactMap(\.self), notes: notes)
  }

  // MARK: - Small objects

  /// The maximum number of keys of an object that becomes key paths of its parent.
  private static let inlinedKeys = 3

  /// Returns the keys of an object that can become key paths: an object at a single place that is
  /// never absent or null, with only scalars and arrays; `nil` if the object has its own mapping.
  private func inlined(_ key: KeyFacts) -> [KeyFacts]? {
    let facts = key.facts
    guard facts.someKinds == [.object], key.count == key.total, facts.nullCount == 0,
      !facts.isCut
    else { return nil }
    let objects = facts.objects.map { table.object($0.id) }
    guard !objects.contains(where: { $0.memberCount == 0 || table.isDictionary($0) }) else {
      return nil
    }
    let targets = families.clusters.targets(facts.objects)
    guard targets.count == 1, let target = targets.first, isAtOnePlace(target) else { return nil }
    let contents = contents(target)
    // An object with an identity has its own mapping.
    guard !contents.keys.contains(where: { IdentityMember.names.contains(shapes.keys[$0.key]) })
    else { return nil }
    let hasObjects = contents.keys.contains { $0.facts.kinds[.object] > 0 }
    return contents.cases.isEmpty && contents.style == nil && !hasObjects ? contents.keys : nil
  }

  private func isAtOnePlace(_ cluster: Int) -> Bool {
    let own = families.clusters.shapes(of: cluster).map { shapes[$0] }
    let outer = Set(own.map { $0.outer.map(families.clusters.cluster) })
    guard let first = own.first, first.outer != nil, first.place.last != ObjectShape.element,
      outer.count == 1, Set(own.map(\.place.last)).count == 1
    else { return false }
    return Set(own.flatMap { $0.members.map(\.key) }).count <= Self.inlinedKeys
  }

  // MARK: - Mappings

  mutating func mapping(_ cluster: Int) -> DraftedMapping {
    let contents = contents(cluster)
    // A base is drafted before its extensions.
    var used = families.bases[cluster].flatMap { properties[$0] } ?? []
    let inlinesObjects = contents.style == nil
    let lines = lines(contents.keys, inlinesObjects: inlinesObjects, &used)
    var all = used
    let cases = contents.cases.map { value, keys in
      var own = used
      defer { all.formUnion(own) }
      let lines = self.lines(keys, inlinesObjects: inlinesObjects, &own)
      return (value: value, use: DraftedUse.lines(lines))
    }
    properties[cluster] = all
    let lead = families.leads[cluster]
    var mapping = DraftedMapping(name: families.names[cluster] ?? "")
    mapping.note = contents.total == 1 ? "seen once" : "seen \(contents.total) times"
    mapping.base = families.bases[cluster].flatMap { families.names[$0] }
    mapping.typeName = lead == cluster ? nil : lead.flatMap { families.names[$0] }
    // An extension inherits its identity.
    if families.bases[cluster] == nil { mapping.identity = identity(cluster, contents, lines) }
    mapping.keyStyle = contents.style?.rawValue
    mapping.lines = lines
    mapping.dispatch = contents.tag.flatMap { tag in
      cases.isEmpty ? nil : DraftedSwitch(tag: tag, cases: cases, other: .lines([]))
    }
    return mapping
  }

  private func identity(
    _ cluster: Int, _ contents: Contents, _ lines: [DraftedLine]
  ) -> DraftedIdentity? {
    let family = families.shapesBelow(cluster).map { table.object(shapes[$0].object) }
    for (index, name) in IdentityMember.names.enumerated() {
      guard let key = contents.keys.first(where: { shapes.keys[$0.key] == name }) else { continue }
      let kinds = key.facts.someKinds
      guard key.count == key.total, key.facts.nullCount == 0,
        kinds == [.integer] || kinds == [.text],
        key.facts.formats[.empty] == 0,
        let line = lines.first(where: { $0.source == PathEscape.escaped(name) })
      else { continue }
      let property = line.type.firstRange(of: ": ").map { line.type[..<$0.lowerBound] }
      let type = property.map { line.type.dropFirst($0.utf8.count + 2) } ?? line.type[...]
      guard ["Int", "String", "UUID", "UInt64"].contains(type) else { continue }
      let count = family.reduce(0) { $0 + ($1.conflicts.isEmpty ? 0 : $1.conflicts[index]) }
      return DraftedIdentity(property: property.map(String.init) ?? name.text, conflictCount: count)
    }
    return nil
  }

  // MARK: - Bodies

  mutating func type(ofBodies values: [ValueID], _ key: String) -> DraftedType {
    types.type(ValueFacts(values, in: table), key)
  }

  var wanted: [Int] { types.wanted }

  /// Returns the lines of a body that is an envelope; `nil` if it is none.
  mutating func envelopeLines(_ value: ValueID) -> [DraftedLine]? {
    guard let object = table[value].objects.first, let number = shapes.shape(of: object.id),
      shapes[number].isEnvelope
    else { return nil }
    let shape = shapes[number]
    let keys = shape.members.map { keyFacts($0.key, of: [shape], shape.count) }
    var used: Set<String> = []
    return ordered(keys).flatMap { key -> [DraftedLine] in
      let name = shapes.keys[key.key].text
      guard Words.isGeneric(name) || keys.count == 1 else { return lines([key], &used) }
      return [line(key, name, PathEscape.escaped(shapes.keys[key.key]), "", &used)]
    }
  }

  /// Returns the lines of a page; `nil` if the cluster is no page. The mapping of a page is not
  /// written.
  mutating func pageLines(_ cluster: Int) -> [DraftedLine]? {
    guard families.isPage(cluster) else { return nil }
    let contents = contents(cluster)
    guard contents.style == nil else { return nil }
    var used: Set<String> = []
    let lines = lines(contents.keys, &used)
    types.remove(cluster)
    return lines
  }
}

extension ObjectShape {
  func member(_ key: Int) -> Member? { members.first { $0.key == key } }
}
