import ContractModel

/// An object that is being mapped.
struct Frame {
  var node: Int
  /// The first of its slots in `slots`.
  var slots: Int
  /// The mapping; −1 for the payload itself, which has none.
  var mapping: Int32
  /// Whether the representation is `[]`, which stands for `{}`.
  var isEmptyArray = false
  /// The range in `members.unread` of the members that its scans did not find.
  var unread = 0..<0
  /// The position in the enclosing collection, or −1.
  var position: Int = -1
  var object: ObjectID?
  /// Whether this mention created the object.
  var isNew = true
  /// For an object that was mentioned before, the start of its values in `mentions`; otherwise −1.
  var mentions: Int32 = -1
  /// The variant of the first mention.
  var mentionedVariant: Int32 = -1
}

/// A line of the contract that runs over an object, and the value that it found.
struct Line {
  /// The line's number in the plan.
  let number: Int32
  let planned: PlanLine
  let frame: Frame
  /// The value. For a missing value, the object or array that lacks it; for a value that is not in
  /// the payload, the object.
  var node: Int
  /// For a missing value, the first step of the key path that was not found; otherwise −1.
  var missingStep = -1
  /// Whether the value is not in the payload: it comes from the request, or is a position.
  var isElsewhere = false
  /// Whether the value is a null on the key path of a line that may be absent (§ 7).
  var isNullOnTheWay = false

  func event(_ name: MappingEventName, _ problem: MappingProblem?) -> RawEvent {
    var event = RawEvent(name, at: node, frame.object, line: number, problem: problem)
    event.missingStep = Int32(truncatingIfNeeded: missingStep)
    event.isElsewhere = isElsewhere
    event.isNullOnTheWay = isNullOnTheWay
    return event
  }
}

/// The context of a value: the line, the object and the position that it is mapped for.
struct Place {
  /// The line; −1 for the payload that lines of an endpoint read.
  var line: Int32 = -1
  var frame: Frame?
  var position = -1
  var existing: ObjectID?
  /// Whether the caller chose this object, instead of its identity.
  var isOnto = false
  /// The objects to map the elements onto, by position.
  var existingElements: [ObjectID?] = []
  /// Whether the run notes the objects that the value refers to.
  var notesObjects = false
  /// Whether the value is `[]`, which stands for `{}`.
  var isEmptyArray = false
  /// Whether a mapping whose case delegated to this mapping found one of its own keys.
  var isRecognized = false
  /// The name of a member of a keyed collection, and the property that is set to this name.
  var key: (node: Int, property: Int32)?

  init() {}

  init(_ line: Line) { (self.line, frame) = (line.number, line.frame) }
}
