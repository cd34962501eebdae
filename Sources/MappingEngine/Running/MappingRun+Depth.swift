import ContractModel
import JSONParsing

/// The engine recurses with the payload and counts its own depth: no stack overflows, however deep
/// a payload nests and wherever the key paths of a contract lead.
extension MappingRun {
  /// Goes one level down, on a new stack if the current one might have no room.
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

  /// Reports that a value is too deep, and ends the mapping: the recursion might have no end.
  mutating func refuseDepth(_ index: Int32, _ node: Int, _ place: Place) -> Evaluated {
    depth.isOver = true
    // A too deep element is reported here, so that no policy of the line skips it.
    report(
      MappingProblem(.tooDeep, value: index, count: DeepStack.deepest), at: node,
      place.frame?.object, line: place.line)
    return .leftOut
  }
}
