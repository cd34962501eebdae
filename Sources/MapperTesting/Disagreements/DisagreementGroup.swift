import ContractModel
import ContractReporting
import Generation
import JSONParsing

/// The disagreements of one cause.
package struct DisagreementGroup: Sendable {
  /// On a valid payload, or else on the smallest.
  package internal(set) var disagreement: Disagreement
  /// The names of the payloads, that of the disagreement first.
  package internal(set) var caseNames: [String]
  /// The id that makes the payload again: `null@[0].file_url`, `random:42:17`.
  package internal(set) var caseID: String?
  /// Whether the payload of the disagreement is valid, which says most of the mapper.
  package internal(set) var isOnValid = false
  /// Whether it was found among payloads that are shrunk.
  var isShrunk = false
  /// Whether an earlier run failed on the payload.
  var isKept = false
  /// Whether its payload has a word that a list of the contract does not name.
  var isOfNewWord = false
  /// Whether it was found over a history.
  var isOfHistory = false
  /// The way from the first payload to this one, if it was shrunk.
  package internal(set) var shrinking: Shrinking?
  /// The lines of the contract that it shows at, in the order in which they first came.
  private(set) var lines: [Line] = []
  /// The things that payloads have there, in the order in which they first came.
  var states: [ValueState] = []
  /// All that the mapper made of each payload that the contract refuses: one text, if it is always the
  /// same, or else two of them.
  var answers: Set<String> = []
  /// Whether something was wrong with a payload as a whole, and with a part of one.
  var isOfWhole = false, isOfPart = false
  /// The value, safe to display, that the mapper falls back to whatever is wrong.
  var fallback: String?
  /// Whether the mapper was seen to leave elements out and to have others of the collection.
  private(set) var keepsSome = false
  /// The one thing that is special about the payload, on a line that is safe to display; `nil`, if
  /// there are more.
  package internal(set) var difference: String?

  /// A line of the contract, and the mapping that it is of.
  struct Line: Sendable {
    var mapping: MemberName?
    var line: PropertyLine

    var key: ContractLineKey { ContractLineKey(line) }
  }

  /// How bad it is: 0 is worst.
  var rank: Int {
    switch disagreement.kind {
    case .startsFull, .unstable: 0
    case .refuses: isOnValid ? 0 : 1
    case .refusesMember: 1
    case .noProperty, .variant, .differs, .count, .readsMember: 2
    case .accepts: 3
    case .breaks: 4
    }
  }

  /// Notes where the disagreement shows.
  mutating func note(_ disagreement: Disagreement) {
    keepsSome = keepsSome || disagreement.keepsSome
    if !states.contains(disagreement.state) { states.append(disagreement.state) }
    if let line = disagreement.line { add(Line(mapping: disagreement.mapping, line: line)) }
    if let answer = disagreement.answer?.complete, answers.count < 2 { answers.insert(answer) }
    if disagreement.source?.steps.isEmpty ?? true { isOfWhole = true } else { isOfPart = true }
    guard disagreement.kind == .refusesMember, let type = disagreement.mapping else { return }
    if type != self.disagreement.mapping { self.disagreement.mapping = nil }
  }

  private mutating func add(_ line: Line) {
    if !lines.contains(where: { $0.key == line.key }) { lines.append(line) }
  }

  /// Whether the cause of another group is this one: a property that is `nil` on the valid payload
  /// is not read of its key, whatever else happens there; what a property is on the valid payload,
  /// it is of a wrong value too; a key that the mapper reads by another name is not read; what becomes
  /// of null becomes of nothing; an object that is made another variant is read as that; what is
  /// another value each time is no value of the payload; and where several things become of the same
  /// lines, one is told.
  fileprivate func explains(_ other: DisagreementGroup) -> Bool {
    let (own, foreign) = (disagreement, other.disagreement)
    guard !other.lines.isEmpty else { return false }
    // Values follow from objects that are there twice, or not at all.
    if own.kind == .count, foreign.kind == .differs, other.isOfHistory {
      return own.mapping == nil || other.lines.contains { $0.mapping == own.mapping }
    }
    // A store that is emptied before each load forgets what the response does not say.
    if own.isEmptied, other.isOfHistory, foreign.wipes { return true }
    if let type = own.variantType {
      return isOnValid && other.lines.allSatisfy { $0.mapping == type }
    }
    if own.kind == .refuses, isOnValid, let line = own.unreadLine {
      return [.accepts, .differs].contains(foreign.kind)
        && other.lines.allSatisfy { $0.key == ContractLineKey(line) }
    }
    guard Set(lines.map(\.key)).isSuperset(of: other.lines.map(\.key)) else { return false }
    switch (own.kind, foreign.kind) {
    case (.unstable, .accepts), (.unstable, .differs): return true
    case (.accepts, .accepts):
      return own.outcome != nil && foreign.outcome == nil
    case (.differs, .differs):
      if isOnValid, own.outcome == .nothing { return !other.isOnValid }
      return isOnValid == other.isOnValid
        && (own.state.isNothing == foreign.state.isNothing || own.outcome == foreign.outcome)
    case (.differs, .accepts) where isOnValid && own.outcome == .nothing,
      (.differs, .readsMember) where isOnValid:
      return true
    case (.differs, .accepts) where own.outcome == foreign.outcome:
      let isOfNothing = other.states.allSatisfy(\.isNothing)
      return own.outcome == .value
        ? isOnValid && !other.states.contains(where: \.isNothing)
        : isOnValid || own.state.isNothing && isOfNothing
    default: return false
    }
  }

  /// The cause in a sentence without a full stop, safe to display.
  package var headline: String { DisagreementHeadline(self).description }

  // MARK: - Keys

  /// Takes out of a note what the group says: of keys that are never read, and of those that are
  /// read instead.
  package mutating func take(from note: inout ReadingNote) {
    guard isOnValid else { return }
    if let type = disagreement.variantType, type == note.mapping { note.unread = [] }
    guard disagreement.kind == .differs, disagreement.outcome == .nothing else { return }
    let reported = Set(lines.map(\.key))
    note.unread.removeAll { reported.contains(ContractLineKey($0)) }
    let sources = lines.map(\.line.source.description)
    let instead = note.unmentioned.filter { name in
      sources.contains { likeness(of: name, to: $0) == .sameLetters }
        || nearestWord(to: name, among: sources) != nil
    }
    guard !instead.isEmpty, lines.first?.mapping == note.mapping, disagreement.hint == nil else {
      return
    }
    note.unmentioned.removeAll { name in instead.contains { $0.utf8.elementsEqual(name.utf8) } }
    let names = listed(instead.map { quoted($0) }, most: ReadingNote.nameLimit)
    disagreement.hint = "the model reads \(names), which the contract does not mention"
  }

  // MARK: - Several types

  /// A cause that may show in many types of objects.
  struct CommonCause: Hashable {
    var kind: Disagreement.Kind
    var outcome: Outcome?
    var isOfNothing: Bool
    var isOnValid: Bool
    /// The fault, the type of the value and the mapper's reason of what is refused.
    var detail: [MemberName]
  }

  fileprivate var commonCause: CommonCause? {
    guard disagreement.mapping != nil else { return nil }
    var detail: [MemberName] = []
    switch disagreement.kind {
    case .refuses:
      guard !isOnValid, let fault = caseID?.prefix(while: { $0 != "@" }),
        let line = disagreement.line
      else { return nil }
      detail = [MemberName(String(fault)), MemberName("\(line.value.type)")]
      detail.append(disagreement.cause.detail)
    case .accepts, .differs:
      guard [nil, .value].contains(disagreement.outcome) else { break }
      // Another value is the same mistake where one fault shows it.
      guard !isOnValid, let fault = caseID?.prefix(while: { $0 != "@" }),
        let line = disagreement.line
      else { return nil }
      detail = [MemberName(String(fault))]
      if disagreement.kind == .differs { detail.append(MemberName("\(line.value.type)")) }
    case .readsMember: break
    // Of one payload, each count is told with those of the other types.
    case .count where isOfHistory: break
    default: return nil
    }
    return CommonCause(
      kind: disagreement.kind, outcome: disagreement.outcome,
      isOfNothing: disagreement.cause.isOfNothing, isOnValid: isOnValid, detail: detail)
  }

  /// How many types have to have it before it is one cause: that three make `nil` of what is absent
  /// is how the app is written, that two do may be chance.
  fileprivate var commonCount: Int {
    if [nil, .value].contains(disagreement.outcome) { return 2 }
    return switch disagreement.kind {
    case .accepts: 3
    case .differs: disagreement.outcome == .oldValue ? 2 : 3
    default: 2
    }
  }

  /// What the mapper made of each payload, if that is always the same.
  fileprivate var onlyAnswer: String? {
    disagreement.kind == .accepts && answers.count == 1 ? answers.first : nil
  }

  /// The cause that the mapper falls back to one value whatever is wrong, if all of these groups show
  /// that value: of whole payloads and of parts of them.
  fileprivate static func fallback(of groups: [DisagreementGroup]) -> DisagreementGroup? {
    var others = groups
    guard let place = groups.firstIndex(where: \.isOfWhole), groups.contains(where: \.isOfPart),
      let text = groups[place].disagreement.answer?.short
    else { return nil }
    var group = others.remove(at: place).joined(with: others)
    (group.fallback, group.disagreement.mapper) = (text, "accepts it: \(text)")
    return group
  }

  /// Whether the other one's list, of which nothing is left, was not made of its elements, but is what
  /// this one shows: an empty one, whatever is wrong.
  fileprivate func isWhole(of other: DisagreementGroup) -> Bool {
    disagreement.kind == .accepts && disagreement.outcome == .emptyCollection
      && other.disagreement.kind == .accepts && other.disagreement.outcome == .leftOut
      && !other.keepsSome && !other.lines.isEmpty
      && Set(lines.map(\.key)).isSuperset(of: other.lines.map(\.key))
  }

  /// The group with the payloads of another one.
  fileprivate mutating func take(_ other: DisagreementGroup) {
    states += other.states.filter { !states.contains($0) }
    caseNames += other.caseNames
  }

  /// The group with others of the same cause in other types.
  fileprivate func joined(with others: [DisagreementGroup]) -> DisagreementGroup {
    var group = self
    group.disagreement.mapping = nil
    for other in others {
      for line in other.lines { group.add(line) }
      group.states += other.states.filter { !group.states.contains($0) }
      group.caseNames += other.caseNames
    }
    return group
  }
}

extension [DisagreementGroup] {
  /// How many causes of one type of object are told in full.
  private static var mostOfType: Int { 3 }

  /// The worst first; of the causes of a type of object the first three, the last of them with the
  /// others. What another cause explains is none of its own, and what many types have alike is one.
  package var worstFirst: [(group: DisagreementGroup, others: [DisagreementGroup])] {
    let sorted = withFallback.withWholeLists.unexplained.enumerated()
      .sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }.map(\.element)
    var result: [(group: DisagreementGroup, others: [DisagreementGroup])] = []
    var places: [MemberName: [Int]] = [:]
    for group in sorted.joinedOverTypes {
      guard let mapping = group.disagreement.mapping else {
        result.append((group, []))
        continue
      }
      if let known = places[mapping], known.count == Self.mostOfType {
        result[known[known.count - 1]].others.append(group)
      } else {
        places[mapping, default: []].append(result.count)
        result.append((group, []))
      }
    }
    return result
  }

  /// One group, at the place of the first, for all that show one value which the mapper falls back to.
  private var withFallback: [DisagreementGroup] {
    for answer in Set(compactMap(\.onlyAnswer)).sorted() {
      let alike = indices.filter { self[$0].onlyAnswer == answer }
      guard let one = DisagreementGroup.fallback(of: alike.map { self[$0] }) else { continue }
      return indices.compactMap { index in
        index == alike[0] ? one : alike.contains(index) ? nil : self[index]
      }
    }
    return self
  }

  /// Lists that are read as empty ones as a whole, with what seems to be left out of them.
  private var withWholeLists: [DisagreementGroup] {
    var groups = self
    let leftOut = indices.filter { place in contains { $0.isWhole(of: self[place]) } }
    for place in leftOut {
      guard let whole = groups.firstIndex(where: { $0.isWhole(of: self[place]) }) else { continue }
      groups[whole].take(self[place])
    }
    return groups.indices.filter { !leftOut.contains($0) }.map { groups[$0] }
  }

  /// Of two that explain each other, the first stands.
  private var unexplained: [DisagreementGroup] {
    indices.filter { index in
      !indices.contains { other in
        other != index && self[other].explains(self[index])
          && (other < index || !self[index].explains(self[other]))
      }
    }.map { self[$0] }
  }

  private var joinedOverTypes: [DisagreementGroup] {
    let common = Dictionary(grouping: self) { $0.commonCause }
    var reported: Set<DisagreementGroup.CommonCause> = []
    return compactMap { group in
      guard let cause = group.commonCause, let alike = common[cause],
        Set(alike.map(\.disagreement.mapping)).count >= group.commonCount
      else { return group }
      return reported.insert(cause).inserted ? group.joined(with: Array(alike.dropFirst())) : nil
    }
  }
}
