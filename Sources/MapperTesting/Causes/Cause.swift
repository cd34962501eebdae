import ContractModel
package import JSONParsing

package struct Cause: Sendable {
  /// The observation that is shown: one on a valid payload, which says most about the mapper, or
  /// else the one on the smallest payload.
  var shown: Observation
  /// The names of the payloads; the name of the shown one comes first.
  package private(set) var caseNames: [String]
  /// The lines of the contract that the cause affects, in the order in which they were first seen.
  private(set) var lines: [Line] = []
  /// The states of the values in the payloads there, in the order in which they were first seen.
  private(set) var states: [ValueState] = []
  /// The mapper's whole answers to the payloads that the contract rejects: one text if the answer
  /// is always the same, otherwise two of the texts.
  private(set) var answers: Set<String> = []
  /// Whether a payload as a whole was faulty, and whether a part of one was.
  private(set) var isOfWhole = false, isOfPart = false
  /// The value, safe to display, that the mapper falls back to whatever is wrong.
  var fallback: String?
  /// Whether the mapper was seen to leave out some elements of a collection and to keep others.
  private(set) var keepsSome = false
  /// The common cause, if causes of several types were joined into this one.
  var joinedCause: DisagreementKey?
  /// The only difference between the payload and the valid one, on a line that is safe to display;
  /// `nil` if there are several.
  package internal(set) var difference: String?

  struct Line: Sendable {
    var mapping: MemberName?
    var line: PropertyLine

    var key: ContractLineKey { ContractLineKey(line) }
  }

  /// The severity: 0 is worst.
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

  package init(_ observation: Observation) {
    (shown, caseNames) = (observation, [observation.caseName])
    note(observation.disagreement)
  }

  package internal(set) var disagreement: Disagreement {
    get { shown.disagreement }
    set { shown.disagreement = newValue }
  }
  package var caseID: String? { shown.caseID }
  package var shrinking: Shrinking? { shown.shrinking }
  /// Whether the shown payload is not the one that failed, because recorded values are hidden.
  package var hidesValues: Bool { shown.hidesValues }
  /// The types of the affected objects, by the names of their mappings.
  package var typeNames: Set<MemberName> { Set(lines.compactMap(\.mapping)) }
  var isOnValid: Bool { shown.isCanonical }
  var isOfHistory: Bool { shown.isOfHistory }

  /// Adds another case. Of cases that cannot be shrunk, the one with the smallest payload is shown;
  /// a case with a fault at one place is preferred to one whose payload is faulty as a whole.
  mutating func add(_ other: Observation) {
    guard caseNames.last != other.caseName, !other.isKept else { return }
    let found = other.disagreement
    // The shown case also has to represent the results for the other cases. For a list of values, a
    // case with an unknown word does that best.
    let isBetter =
      other.isOfNewWord
      ? (found.kind, found.place, found.outcome)
        == (disagreement.kind, disagreement.place, disagreement.outcome)
      : found.typeCause == disagreement.typeCause && found.extent < disagreement.extent
    if other.isMinimal, !isOnValid, !shown.isOfNewWord, isBetter {
      shown = other
      caseNames.insert(other.caseName, at: 0)
    } else {
      caseNames.append(other.caseName)
    }
  }

  mutating func note(_ disagreement: Disagreement) {
    keepsSome = keepsSome || disagreement.keepsSome
    if !states.contains(disagreement.state) { states.append(disagreement.state) }
    if let line = disagreement.line { add(Line(mapping: disagreement.mapping, line: line)) }
    if let answer = disagreement.answer?.complete, answers.count < 2 { answers.insert(answer) }
    if disagreement.source?.steps.isEmpty ?? true { isOfWhole = true } else { isOfPart = true }
    guard disagreement.kind == .refusesMember, let type = disagreement.mapping else { return }
    if type != self.disagreement.mapping { self.disagreement.mapping = nil }
  }

  mutating func take(_ other: Cause) {
    for line in other.lines { add(line) }
    states += other.states.filter { !states.contains($0) }
    caseNames += other.caseNames
  }

  private mutating func add(_ line: Line) {
    if !lines.contains(where: { $0.key == line.key }) { lines.append(line) }
  }

  /// The cause in a sentence without a full stop, safe to display.
  package var headline: String { CauseHeadline(self).description }

  /// Removes from a note what the cause already says: keys never read, and keys read instead.
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
}

extension Disagreement {
  /// Whether the payload is faulty as a whole, and the total length of the payloads in bytes.
  fileprivate var extent: (Int, Int) {
    (place?.steps.isEmpty == true ? 1 : 0, payloads.reduce(0) { $0 + $1.count })
  }
}
