import ContractModel

/// An object that is being mapped.
struct Frame {
  var node: Int
  /// The first of its slots in `slots`.
  var slots: Int
  /// −1: none, for it is the payload itself.
  var mapping: Int32
  /// Whether it is `[]`, which stands for `{}`.
  var isEmptyArray = false
  /// Where in `members.unread` the members are that its scans did not find.
  var unread = 0..<0
  /// The position in the collection around it, or −1.
  var position: Int = -1
  var object: ObjectID?
  /// Whether the object was made by this mention of it.
  var isNew = true
  /// For an object that the payload mentioned before, its position in `mentions`; else −1.
  var mentions: Int32 = -1
  /// The variant by which that is noted.
  var mentionedVariant: Int32 = -1
}

/// A line of the contract at work on an object, and the value that it found there.
struct Line {
  /// The line's number in the plan.
  let number: Int32
  /// The line as the plan has it.
  let planned: PlanLine
  let frame: Frame
  /// The value; of something missing, the object or array that does not have it; of a value that is
  /// not in the payload, the object.
  var node: Int
  /// For a missing value, the step of the key path that was not found; else −1.
  var missingStep = -1
  /// Whether the value is not in the payload: of the request, or a position.
  var isElsewhere = false
  /// Whether the value is a null on the way of a line that may be absent (§ 7).
  var isNullOnTheWay = false

  /// Something that happened to the value.
  func event(_ name: MappingEventName, _ problem: MappingProblem?) -> RawEvent {
    var event = RawEvent(name, at: node, frame.object, line: number, problem: problem)
    event.missingStep = Int32(truncatingIfNeeded: missingStep)
    event.isElsewhere = isElsewhere
    event.isNullOnTheWay = isNullOnTheWay
    return event
  }
}

/// Where a value is mapped: for which line, of which object, and at which position.
struct Place {
  /// −1: none, for it is the payload that lines of an endpoint read.
  var line: Int32 = -1
  var frame: Frame?
  var position = -1
  /// The object to map onto, if there is one.
  var existing: ObjectID?
  /// Whether that is for the caller to say, and not for the identity.
  var isOnto = false
  /// The objects to map the elements onto, by position.
  var existingElements: [ObjectID?] = []
  /// Whether the objects are noted that the value comes to refer to.
  var notesObjects = false
  /// Whether the value is `[]`, which stands for `{}`.
  var isEmptyArray = false
  /// Whether a mapping whose case handed the representation over found one of its keys.
  var isRecognized = false
  /// The name of the keyed collection's member, and the property it becomes.
  var key: (node: Int, property: Int32)?

  init() {}

  init(_ line: Line) { (self.line, frame) = (line.number, line.frame) }
}
