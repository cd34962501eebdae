import ContractModel
import JSONParsing

/// One payload on its way through a plan: the interpreter of contracts.
///
/// It walks the document's tape. For each object it fills the slots of the mapping's key paths in
/// one pass over the members, chooses the case, finds or makes the object, and runs the rules in
/// their order; each tells the sink what it did.
struct MappingRun<Sink: MappingSink, Destination: MappingDestination>
where Sink.Value == Destination.Value {
  typealias Value = Destination.Value

  let plan: MappingPlan
  let document: JSONDocument
  let reader: ScalarReader
  /// What key paths at `@path`, `@request` and `@header` read; see `ExchangeDocument`.
  let exchange: ExchangeDocument?
  var sink: Sink
  var destination: Destination
  /// The slots of all objects being mapped, the innermost last; −1 is empty.
  var slots: [Int32] = []
  /// The objects around the representation, the innermost last; kept where `@parent` is used.
  var ancestors: [Int32] = []
  /// The element of the payload that mapping started with.
  var rootNode = 0
  /// What comes of rules that fit while nothing is written: of an object that is not newer, or that
  /// is left out.
  var dry: MappingEventName?
  var connections: [PendingConnection] = []
  /// How many problems of severity error were told so far.
  var errorCount = 0
  /// Of the value that mapping started with, how many objects came of it, and of how many no line
  /// found anything.
  var (rootMappedCount, rootUnmappedCount) = (0, 0)
  /// The objects that a value mapped in place refers to, by position.
  var mappedObjects: [ObjectID?] = []
  /// The members of which it was told that they are another spelling of a key.
  var toldSpellings: Set<Int32> = []
  /// What the payload says of values that may not change, for a comparison with other payloads.
  var constants: [ConstantMention] = []
  /// The values of objects that are mentioned more than once: for each rule of their variant the
  /// node that was read last, or −1.
  var mentions: [Int32] = []
  /// A warning about the value that was read last, which its event carries.
  var warning: MappingProblem?
  /// The mappings of which objects are being made of one and the same representation.
  var aggregates: [Int32] = []
  var aggregateNode = -1
  /// Whether a representation is looked at once more.
  var isSilent = false
  /// Whether it is wanted which members nobody reads.
  let notesUnread: Bool
  /// The members that the scans of the object in hand did not find, with their places.
  var unread: [(name: Int32, place: Int32)] = []
  /// What the mapping of the object in hand has against members that nobody reads.
  var unreadPolicy = MappingSettings.UnknownKeyPolicy.ignore
  /// Who else looks into objects, by their nodes.
  var readers: [Int32: [PlaceReader]] = [:]
  /// Whether the parser let something pass: asked of each object, and found out once.
  var hasNotices = false
  /// The objects that were mapped, and by what, where the payload has a member twice.
  var representations: [(node: Int32, mapping: Int32)] = []
  /// Whether what a rule collects of every element is nothing at all.
  var collectsNothing = false
  /// The bytes of the identity being looked up.
  var identityBytes: [UInt8] = []
  /// What objects and arrays of the payload say that were compared.
  var said = SaidValues()
  /// How many objects and collections are inside of each other that are being mapped.
  var depth = 0
  /// The depth at which it goes on on another stack.
  var nextStack: Int
  /// Whether it went too deep, and nothing more is mapped.
  var isOver = false

  init(
    _ plan: MappingPlan, _ document: JSONDocument, _ reader: ScalarReader,
    exchange: ExchangeDocument?,
    _ sink: Sink, _ destination: Destination
  ) {
    (self.plan, self.document, self.reader) = (plan, document, reader)
    (self.exchange, self.sink, self.destination) = (exchange, sink, destination)
    notesUnread = Sink.wantsDrift || plan.reportsUnknownKeys
    nextStack = DeepStack.levelCount(for: document)
  }

  /// Where an object is being mapped.
  struct Frame {
    var node: Int
    /// The first of its slots in `slots`.
    var slots: Int
    var mapping: Int32
    /// The position in the collection around it, or −1.
    var position: Int = -1
    var object: ObjectID?
    /// Whether the object was made by this mention of it.
    var isNew = true
    /// Of an object that the payload has spoken of before, where in `mentions` that is noted; −1
    /// of others.
    var mentions: Int32 = -1
    /// The variant by which that is noted.
    var mentionedVariant: Int32 = -1
  }

  /// Maps the payload.
  ///
  /// - Returns: What the payload became; `nil`, if nothing.
  mutating func run(_ target: PlanTarget, onto object: ObjectID? = nil) -> Value? {
    destination.beginRun(plan)
    if Sink.wantsNotices { recordNotices() }
    var result: Value?
    switch target {
    case .value(let rule): result = mapRoot(rule, onto: object)
    case .lines(let mapping): result = mapLines(mapping)
    }
    connect()
    return result
  }

  private mutating func mapRoot(_ rule: Int32, onto object: ObjectID?) -> Value? {
    let frame = Frame(node: 0, slots: 0, mapping: -1)
    let value = plan.rules[Int(rule)].value
    if document.word(0).kind == .null, !plan.values[Int(value)].takesNull {
      return applyNull(rule, 0, frame)
    }
    noteEmptyText(value, 0, document, rule, frame)
    let place = Place(
      rule: rule, frame: frame, position: -1, existing: object, isOnto: object != nil)
    let evaluated = evaluate(value, 0, in: document, place)
    if isNothingMapped(since: 0) { tellOfNothing(rule, 0) }
    switch evaluated {
    case .value(let result):
      record(.set, rule, 0, frame, value: result)
      return result
    case .null: return applyNull(rule, 0, frame)
    case .failed(let problem): fail(rule, 0, frame, problem)
    case .leftOut: record(.declined, rule, 0, frame)
    }
    return nil
  }

  private mutating func applyNull(_ rule: Int32, _ node: Int, _ frame: Frame) -> Value? {
    guard plan.values[Int(plan.rules[Int(rule)].value)].allowsNull else {
      let problem = MappingProblem(rule: .nullValue, value: plan.rules[Int(rule)].value)
      record(.nullRejected, rule, node, frame, problem: problem)
      return nil
    }
    record(.setNull, rule, node, frame, value: .null)
    return .null
  }

  /// Maps the lines of an endpoint; the result is a dictionary of what they give.
  private mutating func mapLines(_ mapping: Int32) -> Value? {
    guard case .lines(let result) = map(mapping, 0, Place(rule: -1, frame: nil, position: -1))
    else { return nil }
    return result
  }

  // MARK: - Recording

  mutating func tell(_ moment: MappingMoment, _ value: Value?, old: Value?) {
    if moment.problem?.severity == .error { errorCount += 1 }
    var moment = moment
    if collectsNothing, !moment.isElement { moment.isAbsent = true }
    sink.record(moment, value, old: old)
  }

  mutating func takeWarning() -> MappingProblem? {
    defer { warning = nil }
    return warning
  }

  /// Tells the sink what a rule did.
  mutating func record(
    _ name: MappingEventName, _ rule: Int32, _ node: Int, _ frame: Frame, value: Value? = nil,
    old: Value? = nil, problem: MappingProblem? = nil
  ) {
    let moment = MappingMoment(
      name: name, rule: rule, node: Int32(truncatingIfNeeded: node), object: frame.object,
      problem: problem)
    tell(moment, value, old: old)
  }

  /// Tells the sink that a rule's value, or a part of it, does not fit.
  mutating func fail(
    _ rule: Int32, _ node: Int, _ frame: Frame, _ problem: MappingProblem?, isElement: Bool = false,
    isElsewhere: Bool = false
  ) {
    var moment = MappingMoment(
      name: problem?.rule.traits.isOfConstraint == true || problem?.constraint ?? -1 >= 0
        ? .validationFailed : .coercionFailed,
      rule: rule, node: Int32(truncatingIfNeeded: node), object: frame.object, problem: problem)
    moment.isElement = isElement
    moment.isElsewhere = isElsewhere
    tell(moment, nil, old: nil)
  }

  /// Tells the sink what happened to an object.
  mutating func record(
    _ name: MappingEventName, at node: Int, _ object: ObjectID?, rule: Int32 = -1,
    mapping: Int32 = -1, problem: MappingProblem? = nil
  ) {
    let moment = MappingMoment(
      name: name, rule: rule, node: Int32(truncatingIfNeeded: node), mapping: mapping,
      object: object, isElement: true, problem: problem)
    tell(moment, nil, old: nil)
  }

  /// What the parser lets pass and a contract does not like.
  private mutating func recordNotices() {
    let notices = document.notices
    hasNotices = !notices.isEmpty
    guard hasNotices else { return }
    for (notice, node) in zip(notices, document.nodes(atOffsets: notices.map(\.offset))) {
      switch notice.kind {
      case .byteOrderMark: break
      case .duplicateMember: recordNotice(.duplicateKey, .duplicateKey, node)
      case .unpairedSurrogate: recordNotice(.loneSurrogate, .loneSurrogate, node)
      }
    }
  }

  private mutating func recordNotice(_ name: MappingEventName, _ rule: RuleID, _ node: Int) {
    record(name, at: node, nil, problem: MappingProblem(rule: rule, severity: .warning))
  }
}

/// Where a value is mapped: for which rule, of which object, and at which position.
extension MappingRun {
  struct Place {
    var rule: Int32
    var frame: Frame?
    var position: Int
    /// The object to map onto, if there is one.
    var existing: ObjectID?
    /// Whether that is for the caller to say, and not for the identity.
    var isOnto = false
    /// The objects to map the elements onto, by position.
    var existingElements: [ObjectID?] = []
    /// Whether the objects are noted that the value comes to refer to.
    var notesObjects = false
    /// Whether a mapping whose case handed the representation over found one of its keys.
    var isRecognized = false
    /// The name of the keyed collection's member, and the property it becomes.
    var key: (node: Int, property: Int32)?
  }

  /// What a value became.
  enum Evaluated {
    case value(Value)
    /// An empty text that stands for null.
    case null
    /// Nothing; the problem, unless it was told at the elements.
    case failed(MappingProblem?)
    /// Nothing, and no wonder: an object of which nothing came.
    case leftOut
  }
}
