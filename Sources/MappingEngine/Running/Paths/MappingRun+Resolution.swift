import ContractModel
import JSONParsing

enum Resolution {
  case value(Int)
  /// A value outside of the payload: of the request, or a position.
  case elsewhere(JSONValue)
  /// The values in every element of an array.
  case collected(Collected)
  /// The step that was not found, and the object or array that lacks it.
  case missing(container: Int, step: Int)
  /// The value that ends the path too early: a scalar, null, or an array without `[]`.
  case blocked(Int)
}

/// The results of a key path that continues in every element of an array.
struct Collected {
  /// The first array in whose elements the path continues; −1, if the path ended before.
  var array = -1
  var found: [Found] = []

  /// The node for events: that of the first result.
  var node: Int {
    switch found.first {
    case .value(let node, _)?, .blocked(let node)?, .missing(let node, _)?: node
    case nil: array
    }
  }
}

/// The result of a key path in one element.
enum Found {
  /// The value, and the objects on the path to it if `@parent` is used.
  case value(Int, holders: [Int32])
  case missing(container: Int, step: Int)
  case blocked(Int)

  var isValue: Bool { if case .value = self { true } else { false } }
}

extension MappingRun {
  func resolve(_ source: PlanSource, _ frame: Frame) -> Resolution {
    switch source.start {
    case .itself: return .value(frame.node)
    case .slot(let slot):
      let node = slots[frame.slots + Int(slot)]
      return node >= 0 ? .value(Int(node)) : unresolved(slot, source, frame)
    case .walk: return walk(plan.tables.paths[source.path], frame)
    }
  }

  /// Returns where the key path of a line leads. A null on the path is the line's value, if the
  /// line may be absent and accepts null (§ 7).
  func resolve(_ line: PlanLine, _ frame: Frame) -> Resolution {
    taken(resolve(line.source, frame), by: line)
  }

  /// Returns how a line interprets the result of its key path.
  func taken(_ found: Resolution, by line: PlanLine) -> Resolution {
    guard case .blocked(let node) = found, isNullOnTheWay(node, of: line),
      line.null != .reject || plan.tables.values[line.value].takesNull
    else { return found }
    return .value(node)
  }

  /// Returns whether a null blocks the key path of a line that may be absent.
  func isNullOnTheWay(_ node: Int, of line: PlanLine) -> Bool {
    line.isOptional && document.word(node).kind == .null
  }

  /// Returns why a slot is empty.
  private func unresolved(_ slot: Int32, _ source: PlanSource, _ frame: Frame) -> Resolution {
    let base = plan.tables.mappings[frame.mapping].slotStart
    var missing = slot
    var holder = frame.node
    while true {
      let parent = plan.tables.slots[base + missing].parent
      if parent < 0 { break }
      let node = slots[frame.slots + Int(parent)]
      if node >= 0 {
        holder = Int(node)
        break
      }
      missing = parent
    }
    let step = Int(plan.tables.slots[base + missing].depth)
    let path = plan.tables.paths[source.path]
    switch document.word(holder).kind {
    case .object: return .missing(container: holder, step: step)
    case .array: return inArray(path, holder, step, frame)
    default:
      // A mapping that reads the representation itself accepts scalars, which have no members.
      return holder == frame.node && plan.tables.mappings[frame.mapping].readsSelf
        ? .missing(container: holder, step: step) : .blocked(holder)
    }
  }

  /// Resolves a step into an array. A name blocks the path, or in a lenient contract stands for the
  /// members with that name in every element (§ 5).
  private func inArray(
    _ path: SourceKeyPath, _ array: Int, _ step: Int, _ frame: Frame
  ) -> Resolution {
    if frame.isEmptyArray, array == frame.node { return .missing(container: array, step: step) }
    guard document.word(array).kind == .array, case .segment(let name) = path.steps[step] else {
      return .blocked(array)
    }
    if SourceKeyPath.index(name) != nil { return .missing(container: array, step: step) }
    guard frame.mapping >= 0, plan.tables.mappings[frame.mapping].isLenient else {
      return .blocked(array)
    }
    var collected = Collected()
    collect(path.steps, from: step, array, isLenient: true, [], &collected)
    return .collected(collected)
  }

  // MARK: - Walking

  private func walk(_ path: SourceKeyPath, _ frame: Frame) -> Resolution {
    switch path.base {
    case .representation: return walk(path, from: frame.node, frame)
    case .root: return walk(path, from: root.node, frame)
    case .document: return walk(path, from: 0, frame)
    case .parent(let levels):
      guard levels <= ancestors.count - 1 else { return absent(path, frame) }
      return walk(path, from: Int(ancestors[ancestors.count - 1 - levels]), frame)
    case .index: return position(path, frame)
    case .path, .header, .requestHeader, .requestQuery, .requestForm, .requestBody:
      return exchanged(path, frame)
    }
  }

  private func walk(_ path: SourceKeyPath, from start: Int, _ frame: Frame) -> Resolution {
    let isLenient = frame.mapping >= 0 && plan.tables.mappings[frame.mapping].isLenient
    if path.steps.contains(.fanOut) { return collected(path, from: start, isLenient) }
    var node = start
    for (step, segment) in path.steps.enumerated() {
      guard case .segment(let name) = segment else { continue }
      switch child(name, of: node) {
      case .value(let next): node = next
      case .missing: return .missing(container: node, step: step)
      case .blocked: return inArray(path, node, step, frame)
      }
    }
    return .value(node)
  }

  private func collected(
    _ path: SourceKeyPath, from start: Int, _ isLenient: Bool
  ) -> Resolution {
    var collected = Collected()
    collect(path.steps, from: 0, start, isLenient: isLenient, [], &collected)
    guard collected.array < 0 else { return .collected(collected) }
    // The path ended before the first array, so it has only one result.
    switch collected.found.first {
    case .missing(let container, let step)?: return .missing(container: container, step: step)
    case .blocked(let node)?: return .blocked(node)
    case .value(let node, _)?: return .value(node)
    case nil: return .blocked(start)
    }
  }

  private func collect(
    _ steps: [SourceKeyPath.Step], from step: Int, _ start: Int, isLenient: Bool,
    _ outerHolders: [Int32], _ collected: inout Collected
  ) {
    var node = start
    var holders = outerHolders
    for index in step..<steps.count {
      // The representation, where the path starts, is already a parent.
      if plan.tables.usesParents, index > 0, document.word(node).kind == .object {
        holders.append(Int32(node))
      }
      if case .segment(let name) = steps[index] {
        switch child(name, of: node) {
        case .value(let next): node = next
        case .missing:
          collected.found.append(.missing(container: node, step: index))
          return
        case .blocked where isLenient && document.word(node).kind == .array:
          return collectElements(steps, from: index, node, isLenient, holders, &collected)
        case .blocked:
          collected.found.append(.blocked(node))
          return
        }
      } else if document.word(node).kind == .array {
        return collectElements(steps, from: index + 1, node, isLenient, holders, &collected)
      } else {
        collected.found.append(.blocked(node))
        return
      }
    }
    collected.found.append(.value(node, holders: holders))
  }

  private func collectElements(
    _ steps: [SourceKeyPath.Step], from step: Int, _ array: Int, _ isLenient: Bool,
    _ holders: [Int32], _ collected: inout Collected
  ) {
    if collected.array < 0 { collected.array = array }
    var element = document.firstChild(array)
    let end = document.next(array)
    let goesThroughArrays = isLenient && step < steps.count && steps[step].isName
    while element < end {
      // A name continues in the elements of nested arrays, to any depth.
      if goesThroughArrays, document.word(element).kind == .array {
        element = document.firstChild(element)
        continue
      }
      collect(steps, from: step, element, isLenient: isLenient, holders, &collected)
      element = document.next(element)
    }
  }

  private enum Child {
    case value(Int)
    case missing, blocked
  }

  /// Returns the member with a name (the last one, if it is repeated), or the element at an index.
  private func child(_ name: MemberName, of node: Int) -> Child {
    switch document.word(node).kind {
    case .object:
      let value = JSONValue(document: document, node: node).members.last(named: name.text)?.value
      return value.map { .value($0.node) } ?? .missing
    case .array:
      guard let index = SourceKeyPath.index(name) else { return .blocked }
      return JSONValue(document: document, node: node)[index].map { .value($0.node) } ?? .missing
    default: return .blocked
    }
  }

  // MARK: - Outside of the payload

  /// Returns that a value from outside of the payload is missing; the event is located at the
  /// object.
  private func absent(_ path: SourceKeyPath, _ frame: Frame) -> Resolution {
    .missing(container: frame.node, step: path.steps.count)
  }

  private func position(_ path: SourceKeyPath, _ frame: Frame) -> Resolution {
    let text = frame.position >= 0 ? String(frame.position) : "null"
    guard let document = try? JSONDocument(parsing: text) else {
      return absent(path, frame)
    }
    return .elsewhere(document.root)
  }

  private func exchanged(_ path: SourceKeyPath, _ frame: Frame) -> Resolution {
    exchange?.value(at: path).map { .elsewhere($0) } ?? absent(path, frame)
  }
}

extension SourceKeyPath.Step {
  /// Whether the step leads to a member, not to an element.
  fileprivate var isName: Bool {
    if case .segment(let name) = self { SourceKeyPath.index(name) == nil } else { false }
  }
}
