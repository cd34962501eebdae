import ContractModel
import JSONParsing

/// The engine recurses with what it maps, and has a depth of its own: however deep a payload nests,
/// and wherever the key paths of a contract lead, no stack overflows.
extension MappingRun {
  /// Goes one level down, on a stack of its own if this one might have no room.
  @inline(__always)
  mutating func deeper<Result>(_ work: (inout Self) -> Result) -> Result {
    depth.current += 1
    defer { depth.current -= 1 }
    return depth.current <= depth.nextStack ? work(&self) : onNextStack(work)
  }

  @inline(never)
  private mutating func onNextStack<Result>(_ work: (inout Self) -> Result) -> Result {
    let outer = depth.nextStack
    depth.nextStack = depth.current + DeepStack.levelCount
    defer { depth.nextStack = outer }
    return DeepStack.run { work(&self) }
  }

  /// Tells that a value is too deep, and ends the mapping: what leads there once may do so without
  /// an end.
  mutating func refuseDepth(_ index: Int32, _ node: Int, _ place: Place) -> Evaluated {
    depth.isOver = true
    // An element that is too deep is reported here: no policy of the line skips it.
    report(
      MappingProblem(.tooDeep, value: index, count: DeepStack.deepest), at: node,
      place.frame?.object, line: place.line)
    return .leftOut
  }
}
