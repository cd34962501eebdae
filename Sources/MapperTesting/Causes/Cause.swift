import ContractModel
import ContractReporting
import Generation
package import JSONParsing

/// The disagreements of one cause.
package struct Cause: Sendable {
  /// The one that is shown: on a valid payload, which says most of the mapper, or else on the smallest.
  var shown: Observation
  /// The names of the payloads, that of the one that is shown first.
  package private(set) var caseNames: [String]
  /// The lines of the contract that it shows at, in the order in which they first came.
  private(set) var lines: [Line] = []
  /// The things that payloads have there, in the order in which they first came.
  private(set) var states: [ValueState] = []
  /// All that the mapper made of each payload that the contract refuses: one text, if it is always the
  /// same, or else two of them.
  private(set) var answers: Set<String> = []
  /// Whether something was wrong with a payload as a whole, and with a part of one.
  private(set) var isOfWhole = false, isOfPart = false
  /// The value, safe to display, that the mapper falls back to whatever is wrong.
  var fallback: String?
  /// Whether the mapper was seen to leave elements out and to have others of the collection.
  private(set) var keepsSome = false
  /// The cause of several types that were joined.
  var joinedCause: CommonCause?
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
  /// Whether its payload is not the one that failed, since values of a recorded body are hidden.
  package var hidesValues: Bool { shown.hidesValues }
  /// The types of objects that it shows in, by the names of their mappings.
  package var typeNames: Set<MemberName> { Set(lines.compactMap(\.mapping)) }
  var isOnValid: Bool { shown.isCanonical }
  var isOfHistory: Bool { shown.isOfHistory }

  /// Notes another case; of those that cannot be shrunk the smallest payload is shown, and one that
  /// is special at one place rather than as a whole.
  mutating func add(_ other: Observation) {
    guard caseNames.last != other.caseName, !other.isKept else { return }
    let found = other.disagreement
    // What is shown says what became of the others, too; of a list, a new word says it best.
    let isBetter =
      other.isOfNewWord
      ? found.isAlike(disagreement)
      : found.typeCause == disagreement.typeCause && found.extent < disagreement.extent
    if other.isMinimal, !isOnValid, !shown.isOfNewWord, isBetter {
      shown = other
      caseNames.insert(other.caseName, at: 0)
    } else {
      caseNames.append(other.caseName)
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

  /// Notes what another cause shows.
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

  /// Takes out of a note what the cause says: of keys that are never read, and of those that are
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
}

extension Disagreement {
  /// Whether the same becomes of a value at the same place, for whatever reason.
  fileprivate func isAlike(_ other: Disagreement) -> Bool {
    (kind, place, outcome) == (other.kind, other.place, other.outcome)
  }

  /// Whether the payload is special as a whole, and the length of its payloads in bytes.
  fileprivate var extent: (Int, Int) {
    (place?.steps.isEmpty == true ? 1 : 0, payloads.reduce(0) { $0 + $1.count })
  }
}
