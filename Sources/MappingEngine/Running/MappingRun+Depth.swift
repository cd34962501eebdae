import ContractModel
import JSONParsing

/// The engine recurses with what it maps, and has a depth of its own: however deep a payload nests,
/// and wherever the key paths of a contract lead, no stack overflows.
extension MappingRun {
  /// How many objects and collections may be inside of each other while they are mapped.
  static var deepest: Int { DeepStack.deepest }

  /// Whether nothing more is followed down from here.
  var isDeepest: Bool { depth >= Self.deepest }

  /// Goes one level down, on a stack of its own if this one might have no room.
  @inline(__always)
  mutating func deeper<Result>(_ work: (inout Self) -> Result) -> Result {
    depth += 1
    defer { depth -= 1 }
    return depth <= nextStack ? work(&self) : onNextStack(work)
  }

  @inline(never)
  private mutating func onNextStack<Result>(_ work: (inout Self) -> Result) -> Result {
    let outer = nextStack
    nextStack = depth + DeepStack.levelCount
    defer { nextStack = outer }
    return DeepStack.run { work(&self) }
  }

  /// Tells that a value is too deep, and ends the mapping: what leads there once may do so without
  /// an end.
  mutating func refuseDepth(_ index: Int32, _ node: Int, _ place: Place) -> Evaluated {
    isOver = true
    var moment = MappingMoment(
      name: .coercionFailed, rule: place.rule, node: Int32(truncatingIfNeeded: node),
      object: place.frame?.object, problem: MappingProblem(rule: .tooDeep, value: index))
    // Of an element, and told here: no policy of the line leaves it out.
    moment.isElement = true
    tell(moment, nil, old: nil)
    return .leftOut
  }

  /// Whether a line reads what is not in the payload, in which there are no objects.
  func isOutside(_ place: Place) -> Bool {
    guard place.rule >= 0, case .walk = plan.rules[Int(place.rule)].source.start else {
      return false
    }
    switch plan.parts.paths[Int(plan.rules[Int(place.rule)].source.path)].base {
    case .representation, .parent, .root, .document: return false
    default: return true
    }
  }
}
