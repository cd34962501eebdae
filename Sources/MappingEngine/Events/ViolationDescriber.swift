import ContractModel
import JSONParsing

/// Describes problems in words.
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

  func words(
    _ problem: MappingProblem, _ event: RawEvent, _ line: PropertyLine?
  ) -> Words {
    switch problem.rule {
    case .missingKey, .keyCase, .nearKey: keyWords(problem, event, line)
    case .unknownKey, .duplicateKey, .loneSurrogate, .blockedPath:
      placeWords(problem, event, line)
    case .unexpectedBody: Words("the endpoint has no body")
    case .badElement: elementWords(problem, event, line)
    case .noCase, .noSwitchKey, .nothingMapped, .identityMissing, .identityConflict,
      .ambiguousConnection:
      objectWords(problem, event)
    default: valueWords(problem, event, line)
    }
  }

  // MARK: - Keys

  private func keyWords(
    _ problem: MappingProblem, _ event: RawEvent, _ line: PropertyLine?
  ) -> Words {
    let key = line?.source.description ?? ""
    let near = problem.other >= 0 ? document.string(Int(problem.other)) : nil
    switch problem.rule {
    case .keyCase:
      let found = DiscreetText(quoted(near ?? ""), discreet: "a key")
      return Words(
        "\(found) is \(quoted(key)) but for case and underscores",
        hint: "the line's key is absent, and nothing maps this one")
    case .nearKey:
      let found = DiscreetText("the key \(quoted(near ?? ""))", discreet: "a key")
      return Words(
        "\(found) looks like \(quoted(key)), which is absent",
        hint: "nothing maps this key")
    default:
      return Words(
        "the key \(quoted(key)) is missing\(gap(event, line))",
        hint: (rootKeys(event, near) ?? near.map { "the payload has \(quoted($0))" })
          .map { DiscreetText($0, discreet: "") } ?? absenceHint(line))
    }
  }

  /// Returns a hint that a type with a question mark says nothing of an absent key.
  private func absenceHint(_ line: PropertyLine?) -> DiscreetText? {
    guard let line, line.value.allowsNull else { return nil }
    return DiscreetText("it may be null; if it may be absent, write \(quoted("\(line.key)?"))")
  }

  /// How many keys of a payload a message lists, if the expected key is missing.
  private static let mostKeys = 8

  /// Returns the keys of the payload where the root is expected (§ 37), the near one first.
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

  private func placeWords(
    _ problem: MappingProblem, _ event: RawEvent, _ line: PropertyLine?
  ) -> Words {
    let key = { (node: Int32) in
      DiscreetText("the key \(quoted(document.string(Int(node))))", discreet: "a key")
    }
    switch problem.rule {
    case .unknownKey: return Words("\(key(event.node)) is not in the contract")
    case .duplicateKey:
      let there: DiscreetText =
        problem.other >= 0
        ? DiscreetText(
          "as \(quoted(document.string(Int(problem.other)))), too", discreet: "more than once")
        : "more than once"
      return Words(
        "\(key(event.node)) is there \(there)", hint: "mappers differ in which one they take")
    case .loneSurrogate:
      return Words(
        "the text has half of a surrogate pair", hint: "it is no Unicode, and is read as U+FFFD")
    default:
      let key = quoted(line?.source.description ?? "")
      let found = kind(JSONValue(document: document, node: Int(event.node)))
      let isArray = document.word(Int(event.node)).kind == .array
      return Words(
        "the key path \(key) leads into \(found)",
        hint: isArray ? "write [] where the path goes on in every element" : nil)
    }
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
}

extension JSONDocument {
  func text(_ node: Int) -> String {
    let value = JSONValue(document: self, node: node)
    if let string = value.string { return quoted(string) }
    return shortened(displayed(value.text()))
  }
}
