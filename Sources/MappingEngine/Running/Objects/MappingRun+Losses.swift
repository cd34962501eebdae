import ContractModel
import JSONParsing

// Deletion of objects: those that a payload names, and those that a complete list lost and that
// nothing else refers to (§ 22, 35).

/// An object that a property or list no longer has, or that the payload deletes.
struct Loss {
  enum Reason {
    case isDeleted
    /// A complete list no longer has the object.
    case isOfCompleteList
    /// Another value replaced the object.
    case isReplaced
  }

  var object: ObjectID
  /// The new value of the property or list, or the value that names the deleted object.
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
  /// Notes the former elements of the list that an endpoint's line reads, if it reads a list.
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

  /// Deletes the objects that the payload deletes, and those that nothing refers to any more. This
  /// is decided at the end of the run: an object that one list lost may be in another one.
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
