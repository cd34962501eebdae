import ContractModel
import Generation
import JSONParsing
import MappingEngine

/// Members of payloads that no line of the contract reads.
extension MapperCheck {
  /// Returns the disagreements about a payload with a member that no line reads, attributed to that
  /// member if it causes them: it does not if the mapper also disagrees without it.
  func attributed(_ breaches: [Disagreement], to item: MapperCase) -> [Disagreement] {
    guard !breaches.isEmpty, let cell = item.cell, let (name, path) = cell.unreadMember else {
      return breaches
    }
    let without = cell.payload(unread: nil).bytes
    // Where names are values, as in a dictionary, the contract reads the member.
    guard contractText(without) == contractText(item.bytes) else { return breaches }
    let others = disagreements(over: [without])
    return breaches.reduce(into: []) { result, breach in
      var breach = breach
      let isOwn = !others.contains { $0.kind == breach.kind && $0.outcome == breach.outcome }
      switch breach.kind {
      case .refuses
      where isOwn
        && (cell.faultClass != .depth || answer(cell.payload(unread: "1").bytes).isRefusal):
        breach = refusingMember(breach, at: path, self.result(of: item.bytes))
      case .accepts where isOwn && breach.source == cell.path,
        .differs where isOwn && (breach.source ?? cell.path).starts(with: cell.path):
        let isKey = cell.spelling != nil || cell.faultClass == .dottedKey
        guard isKey, let line = item.line ?? breach.line else { break }
        breach.kind = .readsMember
        (breach.line, breach.detail, breach.outcome, breach.state) = (line, name, nil, .value)
        // The values inside an object that is read from the member are not reported separately.
        if result.contains(where: { $0.kind == .readsMember }) { return }
      default: break
      }
      result.append(breach)
    }
  }

  /// Returns whether mappers may accept another spelling of a key.
  ///
  /// For an exact key, that is the spelling that `convertFromSnakeCase` accepts, whatever the
  /// mapper: one that also reads the key in camel case needs no fix. So it is for a key that the
  /// contract reads in several spellings, but not in this one, which has no acronym. If the contract
  /// allows the spelling, it is open which one counts in an object with two of them.
  func isOpen(_ spelled: SpelledKey) -> Bool {
    if let settings = settingsOfSpellings(of: spelled),
      KeyFolding(settings).makesOne(of: spelled.key, and: spelled.other)
    {
      return spelled.isBeside
    }
    return KeyFolding(.snakeCase).makesOne(of: spelled.key, and: spelled.other)
  }

  /// Returns whether the mapper may accept another spelling of the key, and seems to accept it.
  /// Then the result for a payload with further faults is unknown.
  func mayRead(_ spelled: SpelledKey) -> Bool {
    isOpen(spelled)
      && (settingsOfSpellings(of: spelled) != nil
        || spelled.payloads.contains { !disagreements(over: [$0.bytes]).isEmpty })
  }

  /// Returns the settings by which a key is read in several spellings; `nil` for an exact key.
  private func settingsOfSpellings(of spelled: SpelledKey) -> MappingSettings? {
    let mapping = spelled.line.flatMap { mappingName(of: $0) }.flatMap { types.index[$0] }
    let settings = mapping.map { types.index.settings(of: $0) } ?? statedContract.settings
    return settings.keys.map { $0 != .exact } ?? false ? settings : nil
  }

  /// Returns the other spelling of a key, if the case has this single fault and the mapper takes
  /// the spelling for the key where it may.
  func openSpelling(of item: MapperCase) -> SpelledKey? {
    guard let spelled = item.cell?.spelling, !spelled.isBeside, isOpen(spelled) else { return nil }
    let found = attributed(disagreements(over: [item.bytes]), to: item)
    return found.contains { $0.kind == .readsMember } ? spelled : nil
  }

  /// Returns a predicate that says whether the names in an object are values to the contract: in a
  /// dictionary, a keyed collection, and any value that is taken as it is.
  func objectsWithNames(_ payload: [UInt8]) -> (InstancePath) -> Bool {
    guard let result = result(of: payload) else { return { _ in false } }
    var found = NamedObjects()
    for event in result.events where event.isTerminal && !event.isMissing {
      guard let json = event.json, let line = event.line else { continue }
      found.add(json, line.value.type, event.path)
    }
    if let root = types.root, let document = try? JSONDocument(parsing: payload) {
      found.add(document.root, root, InstancePath())
    }
    return { found.contains($0) }
  }

  /// Returns whether the mapper accepts a payload with the values at some places from a valid one.
  func takes(_ payload: PayloadTree, with places: [InstancePath], of valid: PayloadTree) -> Bool {
    // A saved payload is not a tree yet.
    var mended = PayloadTree(read: payload.bytes)
    for place in places {
      if let source = valid.node(at: place) { _ = mended.put(valid.subtree(source), at: place) }
    }
    return !answer(mended.bytes).isRefusal && admits(payload.bytes)
  }

  /// Completes a rejection at the place where the nearest passing payload differs: adds the line
  /// that reads the value there, or turns it into the rejection of a member that no line reads.
  func located(_ disagreement: Disagreement, at path: InstancePath?) -> Disagreement {
    guard disagreement.kind == .refuses, let path,
      let payload = disagreement.payloads.last, let result = result(of: payload)
    else { return disagreement }
    let event = result.events.first { $0.isTerminal && $0.path == path && $0.line != nil }
    var disagreement = disagreement
    if let event {
      (disagreement.line, disagreement.path) = (event.line, path)
    } else if case .member? = path.steps.last, let document = try? JSONDocument(parsing: payload),
      PayloadTree(document).node(at: path) != nil
    {
      disagreement = refusingMember(disagreement, at: path, result)
    }
    return disagreement
  }

  /// Returns a rejection as that of a member which no line and no case reads, if a decoder fails
  /// there.
  func atUnreadMember(_ breach: Disagreement, in payload: [UInt8]) -> Disagreement {
    let tree = PayloadTree(read: payload)
    let dispatches = types.index.mappingsInOrder.compactMap { types.index.dispatch(of: $0) }
    guard let path = breach.source, case .member(let name)? = path.steps.last,
      !dispatches.flatMap(\.sources).contains(where: { $0.segmentNames.contains(name) }),
      let node = tree.node(at: path), let result = result(of: payload),
      !result.events.contains(where: { $0.isTerminal && $0.path.starts(with: path) }),
      // Where names are values, as in a dictionary, the contract reads the member.
      contractText(tree.filtered { $0 != node }.bytes) == contractText(payload)
    else { return breach }
    return refusingMember(breach, at: path, result)
  }

  private func refusingMember(
    _ breach: Disagreement, at path: InstancePath, _ result: MappingResult?
  ) -> Disagreement {
    var breach = breach
    (breach.kind, breach.hint, breach.line) = (.refusesMember, nil, nil)
    breach.mapping = result.flatMap { mapping(around: path, $0) }
    return breach
  }

  /// Returns the mapping of the lines that read the members next to a member.
  private func mapping(around member: InstancePath, _ result: MappingResult) -> MemberName? {
    let object = member.dropLast()
    let inside = result.events.filter { event in
      event.isTerminal && event.path.steps.count > object.steps.count
        && event.path.starts(with: object)
    }
    let nearest = inside.min { $0.path.steps.count < $1.path.steps.count }
    return nearest?.line.flatMap { mappingName(of: $0) }
  }
}

/// The objects of a payload whose member names are values.
private struct NamedObjects {
  private var dictionaries: Set<InstancePath> = []
  /// The values that are taken as they are, with everything in them.
  private var whole: [InstancePath] = []

  func contains(_ path: InstancePath) -> Bool {
    dictionaries.contains(path) || whole.contains { path.starts(with: $0) }
  }

  mutating func add(_ json: JSONValue, _ type: ValueType, _ path: InstancePath) {
    switch type {
    case .scalar(let scalar): if scalar.name == .any { whole.append(path) }
    case .array(let element), .set(let element):
      for (index, value) in json.elements.enumerated() {
        add(value, element.type, path.appending(.element(index)))
      }
    case .dictionary(let element):
      if json.kind == .object { dictionaries.insert(path) }
      for member in json.members {
        add(member.value, element.type, path.appending(.member(member.name)))
      }
    case .keyed: if json.kind == .object { dictionaries.insert(path) }
    case .mapping, .literal, .union: break
    }
  }
}
