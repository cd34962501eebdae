import ContractModel
import JSONParsing

/// A run of one payload through a plan: the interpreter of contracts.
///
/// The run walks the document's tape. For each object it fills the slots of the mapping's key paths
/// in one pass over the members, chooses the case, finds or creates the object, and runs the lines
/// in order. It reports every event to the sink.
struct MappingRun<Sink: MappingSink, Destination: MappingDestination>
where Sink.Value == Destination.Value {
  typealias Value = Destination.Value

  let plan: MappingPlan
  private(set) var document: JSONDocument
  let reader: ScalarReader
  /// The values of key paths at `@path`, `@request` and `@header`; see `ExchangeDocument`.
  private(set) var exchange: ExchangeDocument?
  var sink: Sink
  var destination: Destination
  /// The slots of all objects being mapped, the innermost last; −1 is empty.
  var slots: [Int32] = []
  /// The objects around the representation, the innermost last; kept only if `@parent` is used.
  var ancestors: [Int32] = []
  var root = MappingRoot()
  var depth: MappingDepth
  var recording = Recording()
  /// The objects that a value mapped in place refers to, by position.
  var mappedObjects: [ObjectID?] = []
  var connections: [PendingConnection] = []
  /// The objects that properties and lists no longer refer to (§ 22).
  var losses: [Loss] = []
  /// The parameters of the requested path. Complete lists of different parameters are different
  /// lists.
  var pathParameters: [MemberName: String] = [:]
  /// The events that would have rejected the elements that were left out.
  var causes: [RawEvent] = []
  var mentions = Mentions()
  var aggregates = Aggregates()
  var members: MemberReading
  /// The objects that were mapped, and their mappings; kept only if the document has notices.
  var representations: [(node: Int32, mapping: Int32)]?
  /// The bytes of the identity being looked up.
  var identityBytes: [UInt8] = []
  /// The objects and arrays of the payload that were compared with each other.
  var interned = InternedValues()
  /// The similar keys that were found so far, across payloads.
  var likenesses = KeyLikenesses()

  init(
    _ plan: MappingPlan, _ document: JSONDocument, _ reader: ScalarReader,
    exchange: ExchangeDocument?,
    _ sink: Sink, _ destination: Destination
  ) {
    (self.plan, self.document, self.reader) = (plan, document, reader)
    (self.exchange, self.sink, self.destination) = (exchange, sink, destination)
    members = MemberReading(isWanted: Sink.wantsDrift || plan.reportsUnknownKeys)
    depth = MappingDepth(nextStack: DeepStack.levelCount(for: document))
  }

  /// Begins another payload, and reuses the memory of the previous one.
  mutating func begin(_ document: JSONDocument, exchange: ExchangeDocument?) {
    (self.document, self.exchange) = (document, exchange)
    (root, recording) = (MappingRoot(), Recording())
    depth = MappingDepth(nextStack: DeepStack.levelCount(for: document))
    mappedObjects.removeAll(keepingCapacity: true)
    losses.removeAll(keepingCapacity: true)
    mentions.removeAll()
    causes.removeAll(keepingCapacity: true)
    aggregates = Aggregates()
    members.removeAll()
    interned.removeAll()
  }

  /// Releases the payload. Otherwise parsing the next payload into its memory would copy that
  /// memory.
  mutating func end() {
    (document, exchange, representations) = (.empty, nil, nil)
  }

  /// Maps the payload; returns the value that it became, if any.
  mutating func run(_ target: PlanTarget, onto object: ObjectID? = nil) -> Value? {
    destination.beginRun(plan)
    if Sink.wantsNotices { recordNotices() }
    var result: Value?
    switch target {
    case .value(let line): result = mapRoot(line, onto: object)
    case .lines(let mapping):
      // The result is a dictionary of the lines' values.
      if case .lines(let lines) = map(mapping, 0, Place()) { result = lines }
    case .nothing: report(MappingProblem(.unexpectedBody), at: 0)
    }
    connect()
    deleteLost()
    return result
  }

  private mutating func mapRoot(_ number: Int32, onto object: ObjectID?) -> Value? {
    let line = Line(
      number: number, planned: plan.tables.lines[number],
      frame: Frame(node: 0, slots: 0, mapping: -1), node: 0)
    sink.noteRead(0, by: number, as: line.planned.value, isElement: false)
    let type = plan.tables.values[line.planned.value]
    guard document.word(0).kind != .null || type.takesNull else {
      _ = applyNull(line)
      return type.allowsNull ? .null : nil
    }
    noteEmptyText(line.planned.value, 0, line: number, line.frame)
    var place = Place(line)
    (place.existing, place.isOnto) = (object, object != nil)
    let evaluated = evaluate(line.planned.value, 0, place)
    if root.isNothingMapped, recording.errorCount == 0 { reportNothing(number, 0) }
    guard case .value(let result) = evaluated else {
      _ = settle(evaluated, line)
      return nil
    }
    if !line.planned.isSingle { _ = destination.hold(result, in: nil) }
    record(.set, line, value: result)
    return result
  }

  // MARK: - Recording

  /// Reports an event to the sink, and counts it if it is an error.
  mutating func record(_ event: RawEvent, _ value: Value? = nil, old: Value? = nil) {
    var event = event
    recording.note(&event)
    sink.record(event, value, old: old)
  }

  mutating func record(
    _ name: MappingEventName, _ line: Line, value: Value? = nil, problem: MappingProblem? = nil
  ) {
    let object = line.frame.object
    record(RawEvent(name, at: line.node, object, line: line.number, problem: problem), value)
  }

  /// Reports that a line's value does not fit; `problem` is `nil` if the elements reported it.
  mutating func fail(_ line: Line, _ problem: MappingProblem?) {
    record(line.event(problem?.event ?? .coercionFailed, problem))
  }

  mutating func record(
    _ name: MappingEventName, at node: Int, _ object: ObjectID? = nil, line: Int32 = -1,
    mapping: Int32 = -1, problem: MappingProblem? = nil
  ) {
    var event = RawEvent(name, at: node, object, line: line, mapping: mapping, problem: problem)
    event.isElement = true
    record(event)
  }

  mutating func report(
    _ problem: MappingProblem, at node: Int, _ object: ObjectID? = nil, line: Int32 = -1,
    mapping: Int32 = -1
  ) {
    record(problem.event, at: node, object, line: line, mapping: mapping, problem: problem)
  }

  /// Reports the document's notices, which the parser accepts although a contract may not.
  private mutating func recordNotices() {
    let notices = document.notices
    guard !notices.isEmpty else { return }
    representations = []
    for (notice, node) in zip(notices, document.nodes(atOffsets: notices.map(\.offset))) {
      switch notice.kind {
      case .byteOrderMark: break
      case .duplicateMember: report(MappingProblem(.duplicateKey, severity: .warning), at: node)
      case .unpairedSurrogate: report(MappingProblem(.loneSurrogate, severity: .warning), at: node)
      }
    }
  }
}

extension MappingRun: Sendable where Sink: Sendable, Destination: Sendable {}

extension MappingRun {
  enum Evaluated {
    case value(Value)
    /// An empty text that stands for null.
    case null
    /// No value. The problem is `nil` if the elements reported it.
    case failed(MappingProblem?)
    /// No value, and no problem: an object in which nothing was mapped.
    case leftOut
  }
}
