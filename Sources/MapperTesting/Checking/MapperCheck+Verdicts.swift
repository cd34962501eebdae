import ContractModel
import JSONParsing
import MappingEngine

extension MapperCheck {
  func accepts(
    _ violation: Violation, _ result: MappingResult, _ answer: MapperAnswer
  ) -> Disagreement {
    let found = values(of: answer, result)
    let event = result.events.first { $0.violation == violation }
    let loss = loss(around: violation, result, answer, found)
    let value = loss == nil ? self.value(of: violation, result, answer, found) : nil
    let text = loss?.text ?? value?.text
    var disagreement = Disagreement(
      kind: .accepts, line: loss == nil ? violation.line : loss?.line,
      origin: violation.origin, path: violation.path, contract: rejection(violation),
      mapper: "accepts it" + (text.map { ": \($0)" } ?? ""), hint: hint(for: violation, event))
    disagreement.object = event?.object
    disagreement.state =
      switch violation.rule {
      case .missingKey where loss == nil: .absent
      case .nullValue where loss == nil: .null
      default: .broken(violation.rule)
      }
    disagreement.outcome = loss?.outcome ?? value.map { Outcome($0.value) }
    disagreement.isBareCase = value.flatMap { ReflectedValue($0.value) }?.isBareCase ?? false
    disagreement.source = violation.path
    disagreement.keepsSome = loss?.keepsSome ?? false
    return disagreement
  }

  /// Returns the outermost value around a violation for which the app has nil, or fewer elements
  /// than the payload; `nil` if the app has all of them.
  private func loss(
    around violation: Violation, _ result: MappingResult, _ answer: MapperAnswer,
    _ values: (MappingEvent) -> Any?
  ) -> (text: String, line: PropertyLine?, outcome: Outcome, keepsSome: Bool)? {
    let steps = violation.path.steps
    let around = result.events.filter { event in
      event.isTerminal && event.path.steps.count < steps.count
        && steps.starts(with: event.path.steps)
    }
    for event in around.sorted(by: { $0.path.steps.count < $1.path.steps.count }) {
      guard let found = values(event) ?? root(of: answer, at: event.path) else { continue }
      let place = self.place(of: event, in: result).map { displayed($0.description) } ?? "it"
      guard let value = ReflectedValue(found) else {
        return ("\(place) = nil", event.line, .nothing, false)
      }
      guard event.json?.kind == .array, let count = event.json?.elements.count,
        let elements = value.elements, elements.count < count
      else { continue }
      let text = "\(place) has \(elements.count) of \(counted(count, "element"))"
      return (text, event.line, .leftOut, !elements.isEmpty)
    }
    return nil
  }

  private func root(of answer: MapperAnswer, at path: InstancePath) -> Any? {
    if case .value(let value) = answer, path.steps.isEmpty { value } else { nil }
  }

  /// Returns the disagreement with the mapping of its line.
  func named(_ disagreement: Disagreement) -> Disagreement {
    // A variant has its mapping already, and so has an unread member.
    if [.variant, .refusesMember].contains(disagreement.kind) { return disagreement }
    var disagreement = disagreement
    disagreement.mapping =
      disagreement.line.map { mappingName(of: $0) } ?? mapping(at: disagreement.origin)
    return disagreement
  }

  /// Adds the switch key to a disagreement if the mapper rejects an object at the key by which a
  /// mapping distinguishes its cases, and no line reads that key.
  func atSwitch(_ disagreement: Disagreement) -> Disagreement {
    guard disagreement.kind == .refuses,
      case .member(let key)? = disagreement.source?.steps.last,
      disagreement.line?.source.lastName != key || disagreement.isAroundIt
    else { return disagreement }
    let mappings = types.index.mappingsInOrder.filter { mapping in
      types.index.dispatch(of: mapping)?.switchPath?.value.lastName == key
        && !types.index.allLines(of: mapping).contains { $0.source.lastName == key }
    }
    guard !mappings.isEmpty else { return disagreement }
    var disagreement = disagreement
    (disagreement.line, disagreement.isAroundIt, disagreement.switchKey) = (nil, false, key)
    disagreement.mapping = nil
    if mappings.count == 1 {
      (disagreement.mapping, disagreement.origin) = (mappings[0].name, mappings[0].origin)
    }
    disagreement.hint =
      "if every object has to have it, add \(quoted(key.text)): \"_: String\" to the lines around "
      + "the cases"
    return disagreement
  }

  /// Returns the mapping of a line; `nil` for a line over the payload.
  func mappingName(of line: PropertyLine) -> MemberName? { mappingNames[ContractLineKey(line)] }

  /// Returns the mapping around a place in a contract file; `nil` if the place is not in a file.
  func mapping(at origin: Origin) -> MemberName? {
    guard !origin.range.isEmpty else { return nil }
    let before = types.index.mappingsInOrder.filter {
      $0.origin.place.path == origin.place.path && $0.origin.place.start <= origin.place.start
    }
    return before.max { $0.origin.place.start < $1.origin.place.start }?.name
  }

  /// Returns the contract's verdict: `rejects it: [0].id: the key "id" is missing`
  func rejection(_ violation: Violation) -> String {
    let place = violation.path.steps.isEmpty ? "" : "\(displayed(violation.path.description)): "
    return "rejects it: \(place)\(violation.message)"
  }

  /// Returns a hint where the contract rejects null for an optional key: the app has an optional
  /// there, and most readers also read null as `nil`. Another hint is about `true`, which
  /// Foundation's numbers read as 1.
  private func hint(for violation: Violation, _ event: MappingEvent?) -> String? {
    if event?.json?.kind == .bool, case .scalar(let scalar)? = violation.line?.value.type,
      scalar.name.isNumber, scalar.coercions.isEmpty
    {
      return "if true and false are right, too, write \(scalar.name.rawValue)(number | bool)"
    }
    guard violation.rule == .nullValue, let line = violation.line, line.isOptional,
      !line.value.allowsNull, case .member? = violation.path.steps.last
    else { return nil }
    return "if null may come, write \(displayed(line.value.type.description))? in the contract"
  }

  /// Returns the disagreement for a rejected payload. A `Codable` model is decoded once more, to
  /// find where it fails.
  func refuses(
    _ refusal: Refusal, _ payload: [UInt8], _ result: MappingResult
  ) -> Disagreement {
    let failure = mapper.watch?(payload).failure
    let event = failure.flatMap { result.event(ofPropertyAt: $0.path) }
    let place = failure.map { displayed($0.path.description) } ?? ""
    let reason = failure.map { (place.isEmpty ? "" : "\(place): ") + $0.message } ?? refusal.reason
    var disagreement = Disagreement(
      kind: .refuses, line: event?.line, path: failure?.path ?? InstancePath(),
      contract: "accepts it" + (event.map { value(of: $0, result) } ?? ""),
      mapper: "rejects it: \(reason)")
    disagreement.detail = failure?.message ?? reason
    disagreement.source = failure?.path
    let wrongName = event == nil ? wrongName(in: refusal, failure, result) : nil
    disagreement.unreadLine = wrongName?.line
    disagreement.hint =
      hint(forBadElement: result) ?? wrongName?.hint ?? hint(forConvertedKey: failure)
      ?? hint(forKindOf: failure, event) ?? hint(forRefusal: failure, event)
    if let event { disagreement.state = event.state }
    return disagreement
  }

  /// Returns what the contract does with the value that a line reads at a place.
  func event(
    of line: PropertyLine, at place: InstancePath?, in payload: [UInt8]
  ) -> MappingEvent? {
    result(of: payload)?.events.first { event in
      event.isTerminal && event.path == place
        && event.line.map { ContractLineKey($0) } == ContractLineKey(line)
    }
  }

  /// Returns the line that reads a place of a payload, or else the line that reads the innermost
  /// value around it; `nil` if only the payload itself is around it.
  func line(around path: InstancePath, of payload: [UInt8]) -> PropertyLine? {
    let events = result(of: payload)?.events.filter { event in
      event.isTerminal && event.line != nil && !event.path.steps.isEmpty
        && path.starts(with: event.path)
    }
    return events?.max { $0.path.steps.count < $1.path.steps.count }?.line
  }

  /// Returns the contract's value at a place: `: [0].remoteId = 1`; empty if there is none.
  func valueText(at path: InstancePath, of payload: [UInt8]) -> String {
    guard let result = result(of: payload), let event = result.event(ofPropertyAt: path) else {
      return ""
    }
    return value(of: event, result)
  }

  /// Returns a hint where a mapper gives a property the value of another property, and still does
  /// when that one is changed. The numbers and texts of the simplest payload are distinct.
  func hint(forOther disagreement: Disagreement) -> String? {
    guard disagreement.kind == .differs, disagreement.outcome == .value,
      let path = disagreement.source, let payload = disagreement.payloads.last,
      let result = result(of: payload), let found = text(at: path, of: payload)
    else { return nil }
    let others = result.events.filter { event in
      guard event.isTerminal, event.property != nil, let value = event.value else { return false }
      let text = MappedValueText(value, in: result.store).description
      return [text, text + ".0"].contains { $0.utf8.elementsEqual(found.utf8) }
    }
    guard others.count == 1, let other = others.first, let place = place(of: other, in: result),
      let changed = PayloadTree(read: payload).changingScalar(at: other.path),
      let next = text(at: path, of: changed.bytes), !next.utf8.elementsEqual(found.utf8)
    else { return nil }
    return "that is what \(displayed(place.description)) is"
  }

  /// Returns the text of the mapper's value for a path of a payload.
  private func text(at path: InstancePath, of payload: [UInt8]) -> String? {
    let answer = answer(payload)
    guard let result = result(of: payload), let event = result.event(ofPropertyAt: path) else {
      return nil
    }
    return mapper.read { self.values(of: answer, result)(event).map { "\(ReflectedText($0))" } }
  }

  /// Returns a hint where the contract leaves out an element and maps the others.
  private func hint(forBadElement result: MappingResult) -> String? {
    result.violations.first { $0.rule == .badElement }.map { violation in
      "the contract goes on: at \(displayed(violation.path.description)), \(violation.message)"
    }
  }

  /// Returns a hint on a name in the mapper's error that no line of the contract reads, and the
  /// line whose key is probably meant.
  private func wrongName(
    in refusal: Refusal, _ failure: DecodingFailure?, _ result: MappingResult
  ) -> (hint: String, line: PropertyLine?)? {
    let missing = (failure.map { Refusal(error: $0.error) } ?? refusal).missingKey
    let parent = failure?.path.steps.dropLast()
    let lines = result.events.filter { event in
      guard event.isTerminal, let parent else { return event.isTerminal }
      return !event.path.steps.isEmpty && event.path.steps.dropLast() == parent
    }.compactMap(\.line)
    let named = lines.compactMap { line in line.source.lastName.map { (name: $0.text, line: line) }
    }
    let names = named.map(\.name)
    func hint(_ text: String, meaning name: String) -> (String, PropertyLine?) {
      let line = named.first { MemberName.isSame($0.name, name) }?.line
      return ("\(text); the contract's line is \(quoted(name))", line)
    }
    guard let key = missing else {
      guard failure == nil, let (word, name) = refusal.reason.wordLike(names) else { return nil }
      return hint("the error names \(quoted(word))", meaning: name)
    }
    let reads = "the \(failure == nil ? "mapper" : "model") reads \(quoted(key))"
    let alike = names.first { $0.utf8.starts(with: key.utf8.prefix(3)) }
    if let name = nearestWord(to: key, among: names) ?? alike { return hint(reads, meaning: name) }
    let isMentioned = types.index.mappingsInOrder.contains { mapping in
      (mapping.lines + mapping.addedLines).contains { $0.source.lastName == MemberName(key) }
    }
    return isMentioned
      ? ("\(reads), for which the contract has no line here", nil)
      : ("\(reads), which the contract does not mention", nil)
  }

  /// Returns a hint where a model asks for a key that the payload has, but not after the decoder's
  /// key strategy.
  private func hint(forConvertedKey failure: DecodingFailure?) -> String? {
    guard case .keyNotFound(let key, _)? = failure?.error as? DecodingError else { return nil }
    let name = key.stringValue
    let made = KeyFolding(.snakeCase).folded(name)
    guard made != name,
      failure?.nearest?.members.contains(where: { $0.name.text == name }) ?? false
    else { return nil }
    return "the payload has \(quoted(name)), of which the decoder's keyDecodingStrategy makes "
      + quoted(made)
  }

  /// Returns a hint on how to fix the rejection of a generated value that only looks valid.
  private func hint(forRefusal failure: DecodingFailure?, _ event: MappingEvent?) -> String? {
    let isMadeUp =
      event?.value.map { if case .string = $0 { true } else { false } } ?? (failure == nil)
    guard isMadeUp else { return nil }
    if event == nil, case .endpoint(.http(let selector)) = target, !selector.isOfSuccess {
      return "if the app throws what it reads of this status, let the test catch and return it"
    }
    return event == nil
      ? "its error names nothing of the payload; if it wants certain texts, give their lines an "
        + "example or literals"
      : "if the mapper wants certain texts, give the line an example or literals"
  }

  /// Returns the contract's value at the place where a mapper fails: `: [0].remoteId = 1`.
  private func value(of event: MappingEvent, _ result: MappingResult) -> String {
    guard let path = place(of: event, in: result) else { return "" }
    let isThere = !event.isMissing || event.name == .setDefault
    let value = MappedValueText(isThere ? event.value : nil, in: result.store)
    return ": \(displayed(path.description)) = \(value)"
  }

  /// Returns the mapper's value where the contract rejects the payload: `[0].fileUrlString = ""`.
  private func value(
    of violation: Violation, _ result: MappingResult, _ answer: MapperAnswer,
    _ values: (MappingEvent) -> Any?
  ) -> (text: String, value: Any)? {
    guard let event = result.events.first(where: { $0.violation == violation }) else { return nil }
    let known = values(event).flatMap { value in
      self.place(of: event, in: result).map { (value: value, place: $0) }
    }
    guard let (value, path) = known ?? self.value(at: event.path, result, answer) else {
      return nil
    }
    let label = path.steps.isEmpty ? "" : displayed(path.description) + " = "
    return ("\(label)\(ReflectedText(value))", value)
  }

  /// Returns a function from events to the mapper's values of their properties.
  private func values(
    of answer: MapperAnswer, _ result: MappingResult
  ) -> (MappingEvent) -> Any? {
    let comparison = StoreComparison([result], types, options)
    let holders = comparison.holders(in: answer)
    return { event in
      if let part = self.types.returned, part.isRead(by: event) {
        return self.root(of: answer, at: InstancePath())
      }
      return event.property.flatMap { comparison.value(of: $0, of: event.object, by: holders) }
    }
  }

  /// Returns the mapper's value for a path of the payload, and the path of its property. The search
  /// goes from the outside in, because no event has the place of an object that was not made.
  private func value(
    at path: InstancePath, _ result: MappingResult, _ answer: MapperAnswer
  ) -> (value: Any, place: InstancePath)? {
    let around = { (count: Int) in self.value(at: path.dropLast(count), result, answer) }
    switch path.steps.last {
    case nil: return root(of: answer, at: path).map { ($0, path) }
    case .element(let index):
      guard let (list, place) = around(1), let elements = ReflectedValue(list)?.elements,
        elements.indices.contains(index)
      else { return nil }
      return (elements[index], place.appending(.element(index)))
    case .member:
      guard let event = result.event(ofPropertyAt: path), let property = event.property,
        let source = event.line?.source,
        source.base == .representation, !source.steps.isEmpty,
        let (holder, place) = around(source.steps.count),
        let value = ReflectedPath.value(of: options.labels(of: property, of: ""), in: holder)
      else { return nil }
      return (value, place.appending(property))
    }
  }

  /// Returns the path of the property that an event is about: `[0].remoteId`.
  func place(of event: MappingEvent, in result: MappingResult) -> InstancePath? {
    ObjectPlaces(result).place(of: event)
  }
}

extension MappingResult {
  /// Returns the event of the payload's value at a path, if it becomes a property.
  fileprivate func event(ofPropertyAt path: InstancePath) -> MappingEvent? {
    events.first { $0.isTerminal && $0.path == path && $0.property != nil }
  }
}

extension MappingEvent {
  /// The state of the payload's value for the line.
  var state: ValueState {
    if isMissing { return .absent }
    if json?.isNull ?? false { return .null }
    return value?.isNull ?? false && json?.kind == .string ? .empty : .value
  }
}

extension String {
  /// Returns a word of an error's text that resembles one of some names without being one of them,
  /// and that name. A word outside of quotes has to have the same letters.
  fileprivate func wordLike(_ names: [String]) -> (word: String, name: String)? {
    for (number, part) in split(separator: "\"", omittingEmptySubsequences: false).enumerated() {
      let words = part.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "-" }.map(
        String.init)
      for word in words where !names.contains(where: { $0.utf8.elementsEqual(word.utf8) }) {
        let same = names.first { likeness(of: word, to: $0) == .sameLetters }
        let isQuoted = number % 2 == 1 && words.count == 1
        if let name = same ?? (isQuoted ? nearestWord(to: word, among: names) : nil) {
          return (word, name)
        }
      }
    }
    return nil
  }
}
