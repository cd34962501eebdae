import CaptureChecking
import ContractModel
import DraftWriting
import JSONParsing
import MappingEngine

/// The changes of single lines and of lists of cases.
struct LineChanges {
  private(set) var proposals: [Proposal] = []
  private(set) var remainders: [ContractUpdate.Remainder] = []
  private let lines: ContractLines
  private let evidence: UpdateEvidence
  /// The types of the file, by position.
  private var types: [Int: ConstrainedType] = [:]
  /// The event counts of lines, by position.
  private var finds: [Int: (line: PropertyLine, counts: EventCounts)] = [:]

  private var widened: Set<Int> = []
  private var isNarrowing = false

  /// A rule that a line breaks.
  private struct Broken: Hashable {
    var place: Origin.Place
    var rule: RuleID
  }

  private var contract: Contract { evidence.contract }

  init(_ lines: ContractLines, _ evidence: UpdateEvidence) {
    (self.lines, self.evidence) = (lines, evidence)
    for case .value(let type) in contract.endpoints.map(\.body) { add(type) }
    for totals in evidence.check.tally(ofContract: 0)?.lines ?? [] where isOwn(totals.line.origin) {
      add(totals.line.value)
      let start = totals.line.origin.range.lowerBound
      finds[start, default: (totals.line, EventCounts())].counts.merge(totals.counts)
    }
  }

  private mutating func add(_ type: ConstrainedType) {
    types[type.origin.range.lowerBound] = type
    switch type.type {
    case .array(let element), .set(let element), .dictionary(let element): add(element)
    case .scalar, .literal, .mapping, .keyed, .union: break
    }
  }

  private func isOwn(_ origin: Origin) -> Bool {
    MemberName.isSame(origin.path, contract.path)
  }

  /// - Parameter isError: Whether a check of the captures finds an error there.
  private mutating func remain(_ origin: Origin, _ message: String, isError: Bool = true) {
    remainders.append(
      ContractUpdate.Remainder(
        path: origin.path, offset: origin.range.lowerBound, message: message, isError: isError))
  }

  /// - Parameter start: The offset of a byte of the line that gets the note.
  private mutating func propose(
    _ text: String, for range: Range<Int>, _ note: String, at start: Int
  ) {
    let edit = TextEdit(range: range, text: text)
    proposals.append(Proposal(edits: [edit], note: (note, start), isNarrower: isNarrowing))
  }

  /// Records that a proposal would make the contract invalid.
  mutating func refuse(_ proposal: Proposal) {
    guard let note = proposal.note else { return }
    let origin = Origin(path: contract.path, range: note.offset..<note.offset)
    remain(
      origin, "\(note.text); lint refuses the line that would admit it",
      isError: !proposal.isNarrower)
  }

  // MARK: - Widening

  mutating func widen() {
    for (name, value) in evidence.refused.events.sorted(by: { $0.key < $1.key }) {
      guard let origin = evidence.origins[name] else { continue }
      widen(origin, ValueFacts([value], in: evidence.refused.table))
    }
    let totals = evidence.check.totals
    var absences: [Origin.Place: (origin: Origin, count: Int)] = [:]
    var cases: [Origin.Place: (origin: Origin, counts: [MemberName: Int])] = [:]
    // A group is of one endpoint, and a line may be read at several.
    var others: [Broken: (origin: Origin, count: Int, isError: Bool)] = [:]
    for key in totals.groupKeys {
      guard let group = totals.violations[key], group.severity > .information else { continue }
      let mapper = evidence.check.mappers[0]
      let line = mapper.line(of: key)
      let origin = line?.origin ?? mapper.caseOrigin(of: key) ?? .none
      switch key.rule {
      case .missingKey where line != nil:
        absences[origin.place, default: (origin, 0)].count += group.count
      case .noCase where !group.values.isEmpty:
        for entry in group.values.mostFrequent {
          let value = MemberName(entry.text)
          cases[origin.place, default: (origin, [:])].counts[value, default: 0] += entry.count
        }
      case .unmatchedEndpoint, .unexpectedStatus: break
      case .unknownKey where evidence.changes.contains(.newKeys): break
      case _ where isOfType(key.rule, line): break
      default:
        let broken = Broken(place: origin.place, rule: key.rule)
        var (_, count, isError) = others[broken] ?? (origin, 0, false)
        (count, isError) = (count + group.count, isError || group.severity == .error)
        others[broken] = (origin, count, isError)
      }
    }
    for (broken, found) in others {
      remain(found.origin, "\(broken.rule.rawValue) \(found.count)×", isError: found.isError)
    }
    // Included files are not changed, so their order does not matter.
    for (_, found) in absences.sorted(by: { $0.key.start < $1.key.start }) {
      allowAbsence(found.origin, found.count)
    }
    for (_, found) in cases.sorted(by: { $0.key.start < $1.key.start }) {
      addCases(found.counts, at: found.origin)
    }
  }

  /// Whether the violations of a rule are repaired by changing the broken type.
  private func isOfType(_ rule: RuleID, _ line: PropertyLine?) -> Bool {
    guard rule.isAboutValue, let line else { return false }
    // The type of a whole body is written after the endpoint.
    return line.source == .representation && line.property == nil
      || evidence.origins.values.contains { origin in
        MemberName.isSame(origin.path, line.origin.path)
          && line.origin.range.contains(origin.range.lowerBound)
      }
  }

  private mutating func widen(_ origin: Origin, _ facts: ValueFacts) {
    let start = origin.range.lowerBound
    guard isOwn(origin), let known = types[start],
      let line = lines.lines.first(where: { $0.text.contains(start) })
    else { return remain(origin, "found " + facts.words(of: ValueKind.allCases)) }
    var widened = known
    var notes: [String] = []
    if facts.nullCount > 0 {
      widened.allowsNull = true
      notes.append(nullNote(facts.nullCount, known, line))
    }
    if !facts.someKinds.isEmpty {
      let found = "found " + facts.words(of: facts.someKinds)
      if known.constraints.isEmpty, let type = known.type.widened(by: facts) {
        let idle = idleLiterals(of: known)
        widened.type = type.without(idle.literals)
        notes += [found] + idle.notes
      } else {
        remain(origin, "\(found), expected \(displayed(known.description))")
      }
    }
    guard widened != known else { return }
    let (note, end) = (notes.joined(separator: "; "), origin.range.upperBound)
    guard widened.type != known.type else { return propose("?", for: end..<end, note, at: start) }
    self.widened.insert(start)
    let text = widened.type.description + (widened.allowsNull ? "?" : "")
    propose(DraftText.inner(text), for: origin.range, note, at: start)
  }

  private func nullNote(_ count: Int, _ type: ConstrainedType, _ line: ContractLines.Line) -> String
  {
    guard let find = finds[line.text.lowerBound], find.counts.null == count,
      find.line.value.origin.range.lowerBound == type.origin.range.lowerBound
    else { return "null \(count)×" }
    return "null in \(count) of \(find.counts.present)"
  }

  private mutating func allowAbsence(_ origin: Origin, _ count: Int) {
    let start = origin.range.lowerBound
    guard isOwn(origin), let find = finds[start], !find.line.isOptional,
      let key = lines.lines.first(where: { $0.text.lowerBound == start })?.key
    else { return remain(origin, "absent \(count)×") }
    let (isWhole, end) = (find.counts.missing == count, key.upperBound - 1)
    let note = isWhole ? "absent in \(count) of \(find.counts.total)" : "absent \(count)×"
    propose("?", for: end..<end, note, at: start)
  }

  // MARK: - Cases

  /// The maximum number of cases, or literals, that are added.
  static let mostWords = 24

  /// - Parameter values: The values as JSON.
  private mutating func addCases(_ values: [MemberName: Int], at origin: Origin) {
    let mapping = contract.mappings.first { $0.dispatch?.switchPath?.origin.place == origin.place }
    let words = values.compactMap { text, count in
      (try? JSONDocument(parsing: text.text))?.root.string.map { (MemberName($0), count) }
    }
    let count = values.values.reduce(0, +)
    guard isOwn(origin), let mapping, words.count == values.count, words.count <= Self.mostWords,
      words.allSatisfy({ Token.isToken($0.0.text.utf8) }),
      let cases = lines.root["mappings"]?[mapping.name.text]?["cases"], cases.kind == .object,
      // Values that are skipped on purpose would be mapped in lists, too.
      mapping.dispatch?.skipsOthers == false,
      // A case without lines, in a mapping without lines, would map nothing.
      !mapping.lines.isEmpty || mapping.extends != nil
    else { return remain(origin, "no case for \(counted(values.count, "value")) \(count)×") }
    let rows = words.sorted { $0.0 < $1.0 }
      .map { "\(DraftText.json($0.0.text)): {},  // \($0.1)×" }
    proposals.append(Proposal(edits: lines.appending(rows, to: cases)))
  }

  // MARK: - Narrowing

  /// The minimum number of objects without use of a question mark before it is removed. By the rule
  /// of three, most likely fewer than 1 in 100 objects then need it.
  private static let leastIdle = 300

  mutating func narrow() {
    isNarrowing = true
    narrowMarks()
    narrowLiterals()
    narrowCases()
  }

  private mutating func narrowMarks() {
    for place in lines.lines {
      guard let (line, counts) = finds[place.text.lowerBound], let key = place.key else { continue }
      if line.isOptional, line.defaultValue == nil, counts.missing + counts.blocked == 0,
        counts.total >= Self.leastIdle, evidence.probe?.absent.contains(line.origin.place) == false
      {
        remove(key.upperBound - 2, "never absent in \(counts.total)", place)
      }
      // Any accepts null among all other values.
      if line.value.allowsNull, !line.value.type.takesAnyJSON, counts.null == 0,
        counts.present >= Self.leastIdle
      {
        remove(line.value.origin.range.upperBound - 1, "never null in \(counts.present)", place)
      }
    }
  }

  private mutating func narrowLiterals() {
    for (start, type) in types.sorted(by: { $0.key < $1.key }) {
      let idle = idleLiterals(of: type)
      guard !idle.literals.isEmpty, !widened.contains(start),
        let line = lines.lines.first(where: { $0.text.contains(start) })
      else { continue }
      var range = type.origin.range
      if lines.text[range.upperBound - 1] == UInt8(ascii: "?") {
        range = range.lowerBound..<range.upperBound - 1
      }
      propose(
        DraftText.inner(type.type.without(idle.literals).description), for: range,
        idle.notes.joined(separator: "; "), at: line.text.lowerBound)
    }
  }

  /// Returns the literals of a type that none of the inspected values has, if there are enough
  /// values; empty if nothing is to be narrowed, or no literal occurred.
  private func idleLiterals(of type: ConstrainedType) -> (literals: [Literal], notes: [String]) {
    guard evidence.changes.contains(.narrow),
      let counts = evidence.probe?.literals[type.origin.place], counts.total >= Self.leastIdle
    else { return ([], []) }
    let idle = zip(counts.literals, counts.counts).filter { $1 == 0 }.map(\.0)
    guard !idle.isEmpty, idle.count < counts.literals.count else { return ([], []) }
    let words = idle.map { ValueType.literal($0).description }.joined(separator: ", ")
    return (idle, ["\(words) in none of \(counts.total)"])
  }

  /// Comments out cases that no object has chosen, if enough objects have chosen others.
  private mutating func narrowCases() {
    let tallied = evidence.check.tally(ofContract: 0)?.cases ?? []
    // Mappings that inherit cases count them, too.
    let own = tallied.filter { isOwn($0.item.origin) }
    let counts = Dictionary(own.map { ($0.item.origin.place, $0.count) }, uniquingKeysWith: +)
    for mapping in contract.mappings {
      let items = mapping.dispatch?.cases ?? []
      let total = items.reduce(0) { $0 + (counts[$1.origin.place] ?? 0) }
      guard total >= Self.leastIdle,
        let cases = lines.root["mappings"]?[mapping.name.text]?["cases"], cases.kind == .object
      else { continue }
      for (item, member) in zip(items, cases.members) where counts[item.origin.place] == 0 {
        let start = member.nameRange.lowerBound
        let note = "never chosen in \(total)"
        guard lines.isAlone(member) else {
          remain(
            item.origin, "\(note), and other text is on the case's lines", isError: false)
          continue
        }
        propose("// ", for: start..<start, note, at: start)
      }
    }
  }

  private mutating func remove(_ offset: Int, _ note: String, _ line: ContractLines.Line) {
    guard lines.text[offset] == UInt8(ascii: "?") else { return }
    propose("", for: offset..<offset + 1, note, at: line.text.lowerBound)
  }
}

extension ValueFacts {
  /// Returns the kinds with their counts: `2 strings, 1 object`.
  fileprivate func words(of kinds: [ValueKind]) -> String {
    kinds.filter { self.kinds[$0] > 0 }
      .map { counted(self.kinds[$0], $0 == .text ? "string" : $0.shownName) }
      .joined(separator: ", ")
  }
}

extension ValueType {
  fileprivate func without(_ literals: [Literal]) -> ValueType {
    guard !literals.isEmpty else { return self }
    let rest = alternatives.filter { type in
      if case .literal(let literal) = type { !literals.contains(literal) } else { true }
    }
    return rest.count == 1 ? rest[0] : .union(rest)
  }

  /// Returns the type with alternatives for further values; `nil` if it is not a type of scalars,
  /// or accepts the values already.
  fileprivate func widened(by facts: ValueFacts) -> ValueType? {
    switch self {
    case .scalar, .literal, .union: break
    case .mapping, .array, .set, .dictionary, .keyed: return nil
    }
    let kinds = facts.someKinds
    var types = alternatives
    if kinds.contains(.array) || kinds.contains(.object) { types = [.scalar(ScalarType(.any))] }
    if kinds.contains(.bool) { types.append(.scalar(ScalarType(.bool))) }
    if kinds.contains(.integer) || kinds.contains(.real) {
      types.admitNumber(TypeDraft.number(facts))
    }
    if kinds.contains(.text) { types.admitTexts(facts) }
    if types.contains(.scalar(ScalarType(.any))) { types = [.scalar(ScalarType(.any))] }
    var seen: Set<ValueType> = []
    types.removeAll { !seen.insert($0).inserted }
    let type = types.count == 1 ? types[0] : .union(types)
    return type == self ? nil : type
  }
}

extension [ValueType] {
  /// Adds a type of numbers, the narrowest of the rejected ones, which replaces the types whose
  /// values it holds completely.
  fileprivate mutating func admitNumber(_ name: ScalarName) {
    let added = ValueType.scalar(ScalarType(name))
    // The rejected number is not in the list of literals beside the type.
    guard !contains(added) else { return }
    removeAll { type in
      guard case .scalar(let scalar) = type, scalar.coercions.isEmpty else { return false }
      return scalar.name.isHeld(by: name)
    }
    // After a type that accepts all its values, the new type would never be reached.
    insert(added, at: firstIndex { $0.takesAll(of: added) } ?? endIndex)
  }

  /// Adds words to a list of words, or else any text.
  fileprivate mutating func admitTexts(_ facts: ValueFacts) {
    let last = lastIndex { if case .literal(.string) = $0 { true } else { false } }
    let words = facts.tokenCount == facts.kinds[.text] ? facts.samples?.counts ?? [:] : [:]
    guard let last, !words.isEmpty, count + words.count <= LineChanges.mostWords else {
      append(.scalar(ScalarType(.string)))
      return
    }
    let sorted = words.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    insert(contentsOf: sorted.map { .literal(.string($0.key)) }, at: last + 1)
  }
}

extension ScalarName {
  /// Whether another type holds all values of this one, because it has enough bits. A `Double` does
  /// not hold each integer, and does not accept bools in a lenient contract.
  fileprivate func isHeld(by other: ScalarName) -> Bool {
    guard case .number(let own) = family, case .number(let wider) = other.family else {
      return false
    }
    switch (own, wider) {
    case (.signed(let own), .signed(let bits)), (.unsigned(let own), .unsigned(let bits)):
      return own <= bits
    case (.unsigned(let own), .signed(let bits)): return own < bits
    default: return false
    }
  }
}

extension DraftText {
  /// Returns a text as it is between the quotes of JSON.
  fileprivate static func inner(_ text: String) -> String {
    String(json(text).dropFirst().dropLast())
  }
}
