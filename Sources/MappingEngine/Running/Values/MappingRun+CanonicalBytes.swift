import ContractModel
import JSONParsing

// Canonical bytes of values: they are the same for equal values, and differ for different ones.

extension MappingRun {
  /// Returns the canonical bytes of a line's value; `nil` for a value that does not fit, and for
  /// objects without an identity.
  mutating func canonicalBytes(_ line: PlanLine, _ node: Int) -> [UInt8]? {
    if document.word(node).kind == .null { return line.null == .assign ? [] : nil }
    return canonicalBytes(line.value, node, comparesObjects: false)
  }

  /// Returns the canonical bytes of a value.
  ///
  /// - Parameter comparesObjects: Whether objects without an identity are compared by their values.
  ///   Nested objects and arrays are then represented by numbers, so that each is read only once,
  ///   however deeply they nest.
  mutating func canonicalBytes(
    _ index: Int32, _ node: Int, comparesObjects: Bool
  ) -> [UInt8]? {
    guard comparesObjects, holdsValues(index) else {
      return ownBytes(index, node, comparesObjects: comparesObjects)
    }
    if let bytes = interned.bytes(of: index, node) { return bytes }
    guard !depth.isDeepest else { return document.canonicalBytes(node) }
    let bytes = deeper { $0.ownBytes(index, node, comparesObjects: true) }
    return bytes.map { interned.intern($0, of: index, node) }
  }

  private func holdsValues(_ index: Int32) -> Bool {
    switch plan.tables.values[index].kind {
    case .mapping, .array, .set, .dictionary, .keyed, .listOrObject, .any: true
    default: false
    }
  }

  private mutating func ownBytes(
    _ index: Int32, _ node: Int, comparesObjects: Bool
  ) -> [UInt8]? {
    switch plan.tables.values[index].kind {
    case .mapping(let mapping):
      if let identity = identityBytes(mapping, node) { return identity }
      return comparesObjects ? mappedBytes(mapping, node) : nil
    case .array(let element), .set(let element):
      return comparesObjects ? elementBytes(element, node) : nil
    case .listOrObject(let list, let object):
      let isList = document.word(node).kind == .array
      return ownBytes(isList ? list : object, node, comparesObjects: comparesObjects)
    case .dictionary, .keyed, .any:
      return comparesObjects ? document.canonicalBytes(node) : nil
    default:
      var bytes: [UInt8] = []
      switch reader.read(index, node, in: document, as: IdentityPart.self) {
      case .value(let part), .newValue(let part, _): part.append(to: &bytes)
      case .null: break
      case .failed: return nil
      }
      return bytes
    }
  }

  private mutating func elementBytes(_ element: Int32, _ array: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    guard document.word(array).kind == .array else {
      // A single value stands for an array of one element.
      append(canonicalBytes(element, array, comparesObjects: true), to: &bytes)
      return bytes
    }
    var child = document.firstChild(array)
    while child < document.next(array) {
      append(canonicalBytes(element, child, comparesObjects: true), to: &bytes)
      child = document.next(child)
    }
    return bytes
  }

  /// Returns the bytes of the values that the lines of a mapping read in an object; of the whole
  /// object, if the mapping has cases.
  private mutating func mappedBytes(_ number: Int32, _ node: Int) -> [UInt8] {
    let mapping = plan.tables.mappings[number]
    guard document.word(node).kind == .object, !mapping.hasCases else {
      return document.canonicalBytes(node)
    }
    let frame = look(at: node, as: number)
    defer { drop(frame) }
    var bytes: [UInt8] = []
    for index in plan.tables.variants[mapping.outer].lines.indices {
      let line = plan.tables.lines[plan.tables.order[index]]
      switch (line.source.start, resolve(line, frame)) {
      case (_, .collected(let collected)):
        append(canonicalBytes(line.value, collected), to: &bytes)
      case (.slot, .value(let value)):
        append(canonicalBytes(line.value, value, comparesObjects: true), to: &bytes)
      default: append(nil, to: &bytes)
      }
    }
    return bytes
  }

  func append(_ part: [UInt8]?, to bytes: inout [UInt8]) {
    let count = UInt32(truncatingIfNeeded: part?.count ?? -1)
    withUnsafeBytes(of: count.littleEndian) { bytes += $0 }
    bytes += part ?? []
  }

  private mutating func identityBytes(_ number: Int32, _ node: Int) -> [UInt8]? {
    let mapping = plan.tables.mappings[number]
    guard document.word(node).kind == .object, !mapping.hasCases else { return nil }
    let variant = plan.tables.variants[mapping.outer]
    guard !variant.identity.isEmpty else { return nil }
    let frame = look(at: node, as: number)
    let outer = identityBytes
    defer {
      drop(frame)
      identityBytes = outer
    }
    return identify(variant, frame, Place()).isComplete ? identityBytes : nil
  }
}
