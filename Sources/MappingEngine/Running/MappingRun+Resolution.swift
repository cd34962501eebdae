import ContractModel
import JSONParsing

extension MappingRun {
  /// Where a key path leads.
  enum Resolution {
    case value(Int)
    /// A value outside the payload: of the request, or a position.
    case elsewhere(JSONDocument, Int)
    /// What was found in every element; see `Found`.
    case collected([Found])
    /// The step that was not found, and the object or array that does not have it.
    case missing(container: Int, step: Int)
    /// A scalar, null, or an array without `[]` in the middle of the path.
    case blocked(Int)
  }

  /// What a key path that goes on in every element found in one.
  enum Found {
    /// The value, and the objects on the way to it if `@parent` is used.
    case value(Int, holders: [Int32])
    case missing(container: Int, step: Int)
    case blocked(Int)
  }

  func resolve(_ source: PlanSource, _ frame: Frame) -> Resolution {
    switch source.start {
    case .itself: return .value(frame.node)
    case .slot(let slot):
      let node = slots[frame.slots + Int(slot)]
      return node >= 0 ? .value(Int(node)) : unresolved(slot, source, frame)
    case .walk: return walk(plan.parts.paths[Int(source.path)], frame)
    }
  }

  /// Why a slot is empty.
  private func unresolved(_ slot: Int32, _ source: PlanSource, _ frame: Frame) -> Resolution {
    let base = Int(plan.mappings[Int(frame.mapping)].slotStart)
    var missing = slot
    var holder = frame.node
    while true {
      let parent = plan.slots[base + Int(missing)].parent
      if parent < 0 { break }
      let node = slots[frame.slots + Int(parent)]
      if node >= 0 {
        holder = Int(node)
        break
      }
      missing = parent
    }
    let step = Int(plan.slots[base + Int(missing)].depth)
    let path = plan.parts.paths[Int(source.path)]
    switch document.word(holder).kind {
    case .object: return .missing(container: holder, step: step)
    case .array: return inArray(path, holder, step, frame)
    default:
      // A mapping of the representation itself takes scalars, which have no members.
      return holder == frame.node && plan.mappings[Int(frame.mapping)].readsSelf
        ? .missing(container: holder, step: step) : .blocked(holder)
    }
  }

  /// A name where an array stands: it blocks the path, or in a lenient contract stands for what
  /// every element has under it (rule 5).
  private func inArray(
    _ path: SourceKeyPath, _ array: Int, _ step: Int, _ frame: Frame
  ) -> Resolution {
    guard case .segment(let name) = path.steps[step] else { return .blocked(array) }
    if SourceKeyPath.index(name) != nil { return .missing(container: array, step: step) }
    guard frame.mapping >= 0, plan.mappings[Int(frame.mapping)].isLenient else {
      return .blocked(array)
    }
    var found: [Found] = []
    collect(path.steps, from: step, array, isLenient: true, [], &found)
    return .collected(found)
  }

  // MARK: - Walking

  private func walk(_ path: SourceKeyPath, _ frame: Frame) -> Resolution {
    switch path.base {
    case .representation: return walk(path, from: frame.node, frame)
    case .root: return walk(path, from: rootNode, frame)
    case .document: return walk(path, from: 0, frame)
    case .parent(let levels):
      guard levels <= ancestors.count - 1 else { return absent(path, frame) }
      return walk(path, from: Int(ancestors[ancestors.count - 1 - levels]), frame)
    case .index: return position(path, frame)
    case .path: return requested("path", path, frame)
    case .header: return requested("header", path, frame)
    }
  }

  private func walk(_ path: SourceKeyPath, from start: Int, _ frame: Frame) -> Resolution {
    let isLenient = frame.mapping >= 0 && plan.mappings[Int(frame.mapping)].isLenient
    if path.steps.contains(.fanOut) {
      var found: [Found] = []
      collect(path.steps, from: 0, start, isLenient: isLenient, [], &found)
      // Before the first element there is one way, and it may end.
      if found.count == 1, let first = path.steps.firstIndex(of: .fanOut) {
        switch found[0] {
        case .missing(let container, let step) where step <= first:
          return .missing(container: container, step: step)
        case .blocked(let node) where !isInside(node, path, first, start): return .blocked(node)
        default: break
        }
      }
      return .collected(found)
    }
    var node = start
    for (step, segment) in path.steps.enumerated() {
      guard case .segment(let name) = segment else { continue }
      switch child(name, of: node) {
      case .value(let next): node = next
      case .missing: return .missing(container: node, step: step)
      case .blocked: return isLenient ? inArrayOrBlocked(path, node, step, frame) : .blocked(node)
      }
    }
    return .value(node)
  }

  private func inArrayOrBlocked(
    _ path: SourceKeyPath, _ node: Int, _ step: Int, _ frame: Frame
  ) -> Resolution {
    document.word(node).kind == .array ? inArray(path, node, step, frame) : .blocked(node)
  }

  /// Whether what blocks a path lies in one of the elements that the path goes on in.
  private func isInside(
    _ node: Int, _ path: SourceKeyPath, _ first: Int, _ start: Int
  ) -> Bool {
    var array = start
    for segment in path.steps[..<first] {
      guard case .segment(let name) = segment, case .value(let next) = child(name, of: array) else {
        return false
      }
      array = next
    }
    return node > array && node < document.next(array)
  }

  private func collect(
    _ steps: [SourceKeyPath.Step], from step: Int, _ start: Int, isLenient: Bool,
    _ outerHolders: [Int32], _ found: inout [Found]
  ) {
    var node = start
    var holders = outerHolders
    for index in step..<steps.count {
      // The representation, where the path starts, is a parent already.
      if plan.usesParents, index > 0, document.word(node).kind == .object {
        holders.append(Int32(node))
      }
      if case .segment(let name) = steps[index] {
        switch child(name, of: node) {
        case .value(let next): node = next
        case .missing:
          found.append(.missing(container: node, step: index))
          return
        case .blocked where isLenient && document.word(node).kind == .array:
          return collectElements(steps, from: index, node, isLenient, holders, &found)
        case .blocked:
          found.append(.blocked(node))
          return
        }
      } else if document.word(node).kind == .array {
        return collectElements(steps, from: index + 1, node, isLenient, holders, &found)
      } else {
        found.append(.blocked(node))
        return
      }
    }
    found.append(.value(node, holders: holders))
  }

  private func collectElements(
    _ steps: [SourceKeyPath.Step], from step: Int, _ array: Int, _ isLenient: Bool,
    _ holders: [Int32], _ found: inout [Found]
  ) {
    var element = document.firstChild(array)
    let end = document.next(array)
    let goesThroughArrays = isLenient && step < steps.count && steps[step].isName
    while element < end {
      // A name goes on in the elements of arrays in arrays, which may nest as deep as they like.
      if goesThroughArrays, document.word(element).kind == .array {
        element = document.firstChild(element)
        continue
      }
      collect(steps, from: step, element, isLenient: isLenient, holders, &found)
      element = document.next(element)
    }
  }

  private enum Child {
    case value(Int)
    case missing, blocked
  }

  /// The member with a name, the last of several, or the element at an index.
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

  /// What would not be anywhere in the payload is missing at the object.
  private func absent(_ path: SourceKeyPath, _ frame: Frame) -> Resolution {
    .missing(container: frame.node, step: path.steps.count)
  }

  private func position(_ path: SourceKeyPath, _ frame: Frame) -> Resolution {
    let text = frame.position >= 0 ? String(frame.position) : "null"
    guard let document = try? JSONDocument(parsing: text) else {
      return absent(path, frame)
    }
    return .elsewhere(document, 0)
  }

  private func requested(
    _ part: String, _ path: SourceKeyPath, _ frame: Frame
  ) -> Resolution {
    guard let request, case .segment(let name)? = path.steps.last,
      let values = request.root[part]?.members.filter({ member in
        part == "path" ? member.name == name : member.name.isEqual(ignoringASCIICaseOf: name)
      }), let value = values.last?.value
    else { return absent(path, frame) }
    return .elsewhere(request, value.node)
  }
}

extension SourceKeyPath.Step {
  /// Whether it leads into a member, and not into an element.
  fileprivate var isName: Bool {
    if case .segment(let name) = self { SourceKeyPath.index(name) == nil } else { false }
  }
}

extension MemberName {
  /// Header names are compared without regard to case (RFC 9110, section 5.1).
  fileprivate func isEqual(ignoringASCIICaseOf other: MemberName) -> Bool {
    func lowered(_ name: MemberName) -> [UInt8] {
      name.text.utf8.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 | 0x20 : $0 }
    }
    return lowered(self) == lowered(other)
  }
}
