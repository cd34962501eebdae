import ContractModel
package import JSONParsing
package import MappingEngine

extension MappingEvidence {
  /// Maps a payload after earlier ones, and keeps the evidence.
  ///
  /// - Parameters:
  ///   - mapper: The app's mapper; `nil` to test the contract's own mapping.
  ///   - given: The payloads that are mapped before, into the same store.
  ///   - object: The object to map onto.
  package init(
    _ payload: JSONDocument, by contract: Mapper, as target: MappingTarget,
    mapper: MapperUnderTest? = nil, options: ComparisonOptions = ComparisonOptions(),
    given: [JSONDocument] = [], into store: ObjectStore = ObjectStore(),
    onto object: ObjectID? = nil,
    exchange: MappingExchange? = nil
  ) {
    var store = mapper?.keepsObjects ?? true ? store : ObjectStore(findsObjectsAgain: false)
    for document in given { contract.map(document, as: target, into: &store, exchange: exchange) }
    self.payload = payload
    result = contract.map(payload, as: target, into: &store, onto: object, exchange: exchange)
    app = mapper.map {
      AppEvidence(
        $0, contract, target, options, exchange: exchange, given: given, payload: payload)
    }
  }

  /// Why nothing was mapped at all; `nil` if something was.
  package var refusal: String? {
    guard let app else {
      return result.isAnythingMapped ? nil : "nothing of the payload was mapped"
    }
    guard case .refused(let refusal) = app.answer else { return nil }
    return "the mapper rejects the payload: \(refusal.reason)"
  }

  /// Searches for a value that is mapped from a place of the payload to a property.
  ///
  /// - Parameter source: An instance path: `comments[1].author`.
  package func finding(from source: String, to property: String) -> Finding {
    let source = Self.normalized(source)
    let here = result.events.filter { $0.isTerminal && Self.isAt(source, $0) }
    guard !here.isEmpty else {
      if value(at: source) != nil { return .notMapped("no line of the contract maps it") }
      let hint = nearest(to: source).map { "; did you mean \(quoted($0))?" } ?? ""
      return .notMapped(
        "the payload has nothing there, and no line of the contract reads it" + hint)
    }
    let there = here.filter {
      $0.property?.description.utf8.elementsEqual(property.utf8) ?? false
    }
    guard let event = there.first(where: \.isMapped) ?? there.first else {
      let others = here.compactMap { $0.property?.description }
      guard !others.isEmpty else { return .notMapped("the contract only checks it") }
      return .notMapped("the contract maps it to \(others.map(quoted).joined(separator: ", "))")
    }
    guard event.isMapped else { return .notMapped(Self.reason(event)) }
    guard let app else {
      return .mapped(
        Mapping(
          path: event.path, property: event.property ?? PropertyPath([]), json: event.json,
          event: event, mapped: .contract(event.value, result.store)))
    }
    return finding(event, app)
  }

  private func finding(_ event: MappingEvent, _ app: AppEvidence) -> Finding {
    guard let line = event.line, let property = line.property else {
      return .notMapped("no line of the contract maps it")
    }
    guard let found = app.property(property, of: event.object, result, app.answer) else {
      return .notMapped("the mapper has nothing for the property \(quoted(property.description))")
    }
    if let json = event.json, !event.isMissing,
      !app.isRead(json, by: line, of: event.object, result)
    {
      let text = ReflectedText(found)
      return .notMapped(
        "\(displayed("\(property)")) stays \(text) when it is changed, so it comes from elsewhere")
    }
    return .mapped(
      Mapping(
        path: event.path, property: property, json: event.json, event: nil, mapped: .app(found)))
  }

  package func isRead(_ source: String) -> ReadFinding {
    let source = Self.normalized(source)
    guard let value = value(at: source) else { return .notThere(nearest(to: source)) }
    guard let app else {
      let isRead = result.events.contains { $0.isTerminal && Self.isAt(source, $0) && $0.isMapped }
      return isRead ? .read : .unread
    }
    return app.isIgnored(value) ? .unread : .read
  }

  /// Whether a place of the payload is read.
  package enum ReadFinding: Equatable {
    case read, unread
    /// The payload has no value there; the associated value is the place that was probably meant.
    case notThere(String?)
  }

  /// Returns how many objects of a type were created, updated and so on; each counts once.
  package func objectCounts(ofType type: MemberName) -> ObjectCounts {
    guard let app else { return result.counts[type] ?? ObjectCounts() }
    switch app.answer {
    case .refused: return ObjectCounts()
    case .stored(let objects): return app.earlier.counts(ofType: type, in: objects)
    case .value(let value):
      var counts = ObjectCounts()
      counts.distinct = AppObjects(in: value).count(ofType: type, app, result)
      counts.created = counts.distinct
      return counts
    }
  }

  // MARK: - Places

  private static func normalized(_ source: String) -> String {
    (try? InstancePath(parsing: source))?.description ?? source
  }

  private static func isAt(_ source: String, _ event: MappingEvent) -> Bool {
    event.path.description.utf8.elementsEqual(source.utf8)
  }

  private func value(at source: String) -> JSONValue? {
    guard let path = try? InstancePath(parsing: source) else { return nil }
    return payload.root.value(at: path.pointer)
  }

  private func nearest(to source: String) -> String? {
    let places = result.events.filter(\.isTerminal).map(\.path.description)
    // A place below an element, written without the element.
    return places.first { $0.hasSuffix("]." + source) || $0.hasSuffix("." + source) }
      ?? nearestWord(to: source, among: places)
  }

  private static func reason(_ event: MappingEvent) -> String {
    if let violation = event.violation { return violation.message }
    return event.isMissing ? "the payload does not have it" : "it is \(event.name.rawValue)"
  }
}

extension MappingEvent {
  /// Whether the event set the property, or found it unchanged.
  fileprivate var isMapped: Bool {
    switch name {
    case .set, .unchanged, .setNull, .nullKept, .connected: true
    case .setDefault: !isMissing
    default: false
    }
  }
}
