import ContractModel
import JSONParsing

struct ViolationDescriber: Sendable {
  let plan: MappingPlan
  let document: JSONDocument
  let paths: InstancePathTable
  /// The events that would have rejected the bad elements.
  private let causes: [RawEvent]

  init(
    _ events: [RawEvent], causes: [RawEvent] = [], _ plan: MappingPlan, _ document: JSONDocument
  ) {
    (self.plan, self.document, self.causes) = (plan, document, causes)
    var nodes = (events + causes).map { max(0, $0.node) }
    for problem in (events + causes).lazy.compactMap(\.problem) {
      nodes += [max(0, problem.node), max(0, problem.other)]
    }
    paths = InstancePathTable(of: nodes, in: document)
  }

  func violation(of event: RawEvent) -> Violation? {
    guard let problem = event.problem else { return nil }
    let line = plan.line(event.line)
    let words = self.words(problem, event, line)
    var violation = Violation(
      rule: problem.rule, severity: problem.severity,
      path: problem.node >= 0 ? paths.path(of: Int(problem.node)) : path(of: event),
      byteRange: byteRange(problem.node >= 0 ? problem.node : event.node),
      message: words.message.full, hint: words.hint?.full, line: line,
      origin: line?.origin ?? connection(event)?.origin ?? caseOrigin(problem, event))
    violation.discreet = words.discreet
    if problem.value >= 0 { violation.typeOrigin = plan.tables.sourceTypes[problem.value].origin }
    if let cause = cause(of: problem) { violation.causes = [cause] }
    return violation
  }

  private func cause(of problem: MappingProblem) -> Violation? {
    problem.cause >= 0 ? violation(of: causes[Int(problem.cause)]) : nil
  }

  private func elementWords(
    _ problem: MappingProblem, _ event: RawEvent, _ line: PropertyLine?
  ) -> Words {
    let outcome = line?.options.elements == .null ? "becomes null" : "is left out"
    guard let cause = cause(of: problem) else { return Words("the element \(outcome)") }
    let depth = path(of: event).steps.count
    let rest = InstancePath(Array(cause.path.steps.dropFirst(depth)))
    let place = DiscreetText(rest.placeText, discreet: "")
    let message = DiscreetText(cause.message, discreet: cause.discreet.message)
    return Words(
      "the element \(outcome)\(place): \(message)",
      hint: cause.hint.map { DiscreetText($0, discreet: cause.discreet.hint ?? "") })
  }

  /// Returns the path of an event; for a missing value, where it would have been.
  func path(of event: RawEvent) -> InstancePath {
    var path = paths.path(of: Int(max(0, event.node)))
    guard event.missingStep >= 0, let source = plan.line(event.line)?.source else { return path }
    var isInArray = document.word(Int(max(0, event.node))).kind == .array
    for step in source.steps.dropFirst(Int(event.missingStep)) {
      guard case .segment(let name) = step else { break }
      let index = isInArray ? SourceKeyPath.index(name) : nil
      path.steps.append(index.map { .element($0) } ?? .member(name))
      isInArray = false
    }
    return path
  }

  /// Returns the bytes of a value; for an array or object, its opening bracket.
  private func byteRange(_ node: Int32) -> Range<Int> {
    let range = document.byteRange(Int(max(0, node)))
    guard document.word(Int(max(0, node))).kind.isContainer else { return range }
    return range.lowerBound..<range.lowerBound + 1
  }

  // MARK: - Words

  struct Words {
    var message: DiscreetText
    /// The hint; its discreet form is empty if it is only about the payload.
    var hint: DiscreetText?

    init(_ message: DiscreetText, hint: DiscreetText? = nil) {
      (self.message, self.hint) = (message, hint)
    }

    /// - Parameter hint: A text that contains nothing of a payload.
    init(_ message: DiscreetText, hint: String?) {
      self.init(message, hint: hint.map { DiscreetText($0) })
    }

    var discreet: Violation.Words {
      let hint = hint?.discreet ?? ""
      return Violation.Words(message: message.discreet, hint: hint.isEmpty ? nil : hint)
    }
  }

  private func words(
    _ problem: MappingProblem, _ event: RawEvent, _ line: PropertyLine?
  ) -> Words {
    let value = ValueInWords(self, problem, event, line)
    return switch problem.rule {
    // Keys
    case .missingKey: missingWords(problem, event, line)
    case .keyCase, .nearKey: nearWords(problem, line)
    case .unknownKey: Words("\(key(event.node)) is not in the contract")
    case .duplicateKey: duplicateWords(problem, event)
    case .blockedPath: blockedWords(event, line)
    // Objects
    case .noCase: caseWords(event)
    case .noSwitchKey: switchWords(event)
    case .nothingMapped: nothingWords(problem)
    case .ambiguousConnection: connectionWords(problem, event)
    case .identityMissing:
      Words("the object has no identity", hint: "it cannot be found again")
    case .identityConflict: conflictWords(problem, event)
    case .badElement: elementWords(problem, event, line)
    // Values
    case .nullValue: value.nullWords
    case .wrongType: value.typeWords
    case .cannotCoerce: value.textWords
    case .lossyNumber: value.words("\(value.found) does not fit \(value.type) without loss")
    case .outOfRange: value.rangeWords
    case .badCount: value.countWords("element", discreet: "another count")
    case .badLength: value.countWords("character", discreet: "another length")
    case .badFormat:
      value.words("expected a text that \(value.constraintText), found \(value.found)")
    case .notUnique: value.words("two elements are equal")
    case .notACase: value.listWords
    case .newValue: value.words("\(value.found) is a new value of \(value.type)")
    case .tooDeep: value.depthWords
    case .tooBig: value.sizeWords
    case .loneSurrogate:
      Words(
        "the text has half of a surrogate pair", hint: "it is no Unicode, and is read as U+FFFD")
    case .unexpectedBody: Words("the endpoint has no body")
    // No event has these rules: they are about bodies that are not mapped, and about captures.
    case .notJSON, .notAForm, .emptyBody, .bodyUndecodable, .ambiguousPlus, .unexpectedStatus,
      .unmatchedEndpoint, .presenceBelow, .nullRateAbove, .unseenKey, .unseenCase, .neverCaptured,
      .breaksRelease, .grew:
      Words("\(problem.rule.traits.meaning)")
    }
  }

  // MARK: - Keys

  private func key(_ node: Int32) -> DiscreetText {
    DiscreetText("the key \(quoted(document.string(Int(node))))", discreet: "a key")
  }

  private func missingWords(
    _ problem: MappingProblem, _ event: RawEvent, _ line: PropertyLine?
  ) -> Words {
    let near = problem.other >= 0 ? document.string(Int(problem.other)) : nil
    let found = rootKeys(event, near) ?? near.map { "the payload has \(quoted($0))" }
    return Words(
      "the key \(quoted(line?.source.description ?? "")) is missing\(gap(event, line))",
      hint: found.map { DiscreetText($0, discreet: "") } ?? absenceHint(line))
  }

  /// Describes a key that looks like the line's key.
  private func nearWords(_ problem: MappingProblem, _ line: PropertyLine?) -> Words {
    let key = quoted(line?.source.description ?? "")
    let near = quoted(problem.other >= 0 ? document.string(Int(problem.other)) : "")
    guard problem.rule == .keyCase else {
      return Words(
        "\(DiscreetText("the key \(near)", discreet: "a key")) looks like \(key), which is absent",
        hint: "nothing maps this key")
    }
    return Words(
      "\(DiscreetText(near, discreet: "a key")) is \(key) but for case and underscores",
      hint: "the line's key is absent, and nothing maps this one")
  }

  /// Returns a hint that a question mark after a type does not permit an absent key.
  private func absenceHint(_ line: PropertyLine?) -> DiscreetText? {
    guard let line, line.value.allowsNull else { return nil }
    return DiscreetText("it may be null; if it may be absent, write \(quoted("\(line.key)?"))")
  }

  /// How many keys of a payload a message lists, if the expected key is missing.
  private static let mostKeys = 8

  /// Returns the payload's keys, for a missing key at the root (§ 37); a near key comes first.
  private func rootKeys(_ event: RawEvent, _ near: String?) -> String? {
    let node = Int(max(0, event.node))
    guard event.line >= 0, isRoot(event.line), document.word(node).kind == .object,
      !plan.tables.lines[event.line].isOfExchange
    else {
      return nil
    }
    var keys = near.map { [$0] } ?? []
    var count = keys.count
    for member in JSONValue(document: document, node: node).members
    where !keys.contains(where: { MemberName.isSame($0, member.name.text) }) {
      count += 1
      if keys.count < Self.mostKeys { keys.append(member.name.text) }
    }
    guard !keys.isEmpty else { return "the payload has no key" }
    let rest = count > keys.count ? " and \(count - keys.count) more" : ""
    return "the payload has \(keys.map(quoted).joined(separator: ", "))\(rest)"
  }

  /// Returns whether a line belongs to an endpoint's map, or to a target such as `user: User`.
  private func isRoot(_ line: Int32) -> Bool {
    plan.tables.variants.contains { variant in
      variant.type < 0 && variant.lines.indices.contains { plan.tables.order[$0] == line }
    }
  }

  /// Returns the first missing part of a longer key path: `, for there is no "article"`.
  private func gap(_ event: RawEvent, _ line: PropertyLine?) -> String {
    guard let line, event.missingStep >= 0, Int(event.missingStep) < line.source.steps.count - 1,
      case .segment(let name) = line.source.steps[Int(event.missingStep)]
    else { return "" }
    return ", for there is no \(quoted(name.text))"
  }

  private func duplicateWords(_ problem: MappingProblem, _ event: RawEvent) -> Words {
    let there: DiscreetText =
      problem.other >= 0
      ? DiscreetText(
        "as \(quoted(document.string(Int(problem.other)))), too", discreet: "more than once")
      : "more than once"
    return Words(
      "\(key(event.node)) is there \(there)", hint: "mappers differ in which one they take")
  }

  private func blockedWords(_ event: RawEvent, _ line: PropertyLine?) -> Words {
    let key = quoted(line?.source.description ?? "")
    let found = kind(JSONValue(document: document, node: Int(event.node)))
    let isArray = document.word(Int(event.node)).kind == .array
    return Words(
      "the key path \(key) leads into \(found)",
      hint: isArray ? "write [] where the path goes on in every element" : nil)
  }
}

extension ViolationDescriber {
  /// Returns a value for display, and its kind.
  func text(_ node: Int32, isSensitive: Bool = false) -> DiscreetText {
    let kind = JSONValue(document: document, node: Int(node)).kind.words
    return DiscreetText(isSensitive ? kind : document.text(Int(node)), discreet: kind)
  }

  /// Returns the kind of a value; for a Boolean that is not sensitive, its value.
  func kind(_ value: JSONValue, isSensitive: Bool = false) -> DiscreetText {
    let isShown = value.kind == .bool && !isSensitive
    return DiscreetText(isShown ? value.rawText : value.kind.words, discreet: value.kind.words)
  }

  /// Returns a hint with the listed text that equals the text except for white space around it.
  func whiteSpaceHint(_ text: String, among listed: [String]) -> String? {
    listed.first { trimmed($0).utf8.elementsEqual(trimmed(text).utf8) }
      .map { "it is \(quoted($0)) but for white space; \"trim\": true leaves it out" }
  }
}

extension JSONDocument {
  func text(_ node: Int) -> String {
    let value = JSONValue(document: self, node: node)
    if let string = value.string { return quoted(string) }
    return shortened(displayed(value.text()))
  }
}
