import ContractModel
import JSONParsing

// Objects that are deleted: those that a complete list lost, and that nothing else holds (§ 22, 35).

/// An object that a property or a list had, and has no more.
struct Loss {
  var object: ObjectID
  /// The value that the property or list has now.
  var node: Int
  var line: Int32
  /// Whether the line says that its value is complete.
  var isOfCompleteList: Bool

  init(_ object: ObjectID, _ line: Line) {
    (self.object, node, self.line) = (object, line.node, line.number)
    isOfCompleteList = line.planned.assign == .replace
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

  /// Deletes what nothing holds any more. It is known at the end: what one list lost, another may
  /// have got.
  mutating func deleteLost() {
    guard !losses.isEmpty else { return }
    let (lost, replaced) = (losses.filter(\.isOfCompleteList), losses.filter { !$0.isOfCompleteList })
    losses.removeAll()
    destination.abandon(replaced.map(\.object))
    for (object, loss) in destination.delete(lost.map(\.object)) {
      record(.deleted, at: lost[loss].node, object, line: lost[loss].line)
    }
  }
}
