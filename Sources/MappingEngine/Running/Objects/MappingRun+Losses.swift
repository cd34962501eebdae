import ContractModel
import JSONParsing

// Objects that are deleted: those that a payload names, and those that a complete list lost and that
// nothing else holds (§ 22, 35).

/// An object that a property or a list had and has no more, or that the payload deletes.
struct Loss {
  enum Reason {
    /// The payload says so.
    case isDeleted
    /// A complete list has it no more.
    case isOfCompleteList
    /// Another value took its place.
    case isReplaced
  }

  var object: ObjectID
  /// The value that the property or list has now, or that names the object.
  var node: Int
  var line: Int32
  var reason: Reason

  init(_ object: ObjectID, _ line: Line, _ reason: Reason? = nil) {
    (self.object, node, self.line) = (object, line.node, line.number)
    let isComplete = line.planned.assign == .replace
    self.reason = reason ?? (isComplete ? .isOfCompleteList : .isReplaced)
  }
}

extension MappingRun {
  /// Notes what the list has that a line of an endpoint reads. A single object is in no list.
  mutating func noteList(_ number: Int32, _ frame: Frame) {
    let planned = plan.tables.lines[number]
    guard Destination.keepsValues, planned.isRelationship, !planned.isSingle,
      planned.property >= 0, let object = frame.object,
      let value = destination.value(of: planned.property, in: object)
    else { return }
    let place = plan.tables.sourceLines[number].origin.place
    let list = CompleteList(line: place, pathParameters: pathParameters)
    let lost = destination.hold(value, in: planned.assign == .replace ? list : nil)
    guard !lost.isEmpty else { return }
    var line = Line(number: number, planned: planned, frame: frame, node: frame.node)
    if case .value(let node) = resolve(planned.source, frame) { line.node = node }
    losses += lost.map { Loss($0, line) }
  }

  /// Notes the objects that the payload of an endpoint deletes.
  mutating func noteDeletions(_ variant: PlanVariant, _ frame: Frame) {
    for deletion in plan.tables.deletions[variant.deletions.indices] {
      identityBytes.removeAll(keepingCapacity: true)
      var isComplete = true
      for number in plan.tables.order[deletion.parts.indices] {
        let part = identityPart(plan.tables.lines[number], frame)
        if case .value(let value) = part {
          value.append(to: &identityBytes)
        } else {
          isComplete = false
        }
      }
      let family = destination.family(ofType: plan.tables.mappings[deletion.mapping].family)
      guard isComplete,
        let record = destination.identities.find(identityBytes, family: family)
      else { continue }
      let number = plan.tables.order[Int(deletion.parts.start)]
      let planned = plan.tables.lines[number]
      var line = Line(number: number, planned: planned, frame: frame, node: frame.node)
      if case .value(let node) = resolve(planned.source, frame) { line.node = node }
      losses.append(Loss(destination.identities[record].object, line, .isDeleted))
    }
  }

  /// Deletes what the payload deletes, and what nothing holds any more. It is known at the end: what
  /// one list lost, another may have got.
  mutating func deleteLost() {
    guard !losses.isEmpty else { return }
    let all = losses
    losses.removeAll()
    destination.abandon(all.filter { $0.reason == .isReplaced }.map(\.object))
    for reason in [Loss.Reason.isDeleted, .isOfCompleteList] {
      let lost = all.filter { $0.reason == reason }
      guard !lost.isEmpty else { continue }
      let deleted = destination.delete(lost.map(\.object), isCertain: reason == .isDeleted)
      for (object, loss) in deleted {
        record(.deleted, at: lost[loss].node, object, line: lost[loss].line)
      }
    }
  }
}
