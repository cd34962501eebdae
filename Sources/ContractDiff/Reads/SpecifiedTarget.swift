import ContractModel
import JSONParsing
import MappingEngine

/// The statements of a specification about the values in payloads of one endpoint.
struct SpecifiedTarget {
  private let target: DiffTarget
  private let index: MappingIndex

  init(_ target: DiffTarget) {
    (self.target, index) = (target, MappingIndex(target.new.contract))
  }

  /// Returns the specification's line for a key, whether the payload has the key or not.
  func line(at path: InstancePath, _ own: PayloadReading) -> PropertyLine? {
    if let line = own.lines[path]?.first { return line }
    var parent = path
    guard case .member(let name)? = parent.steps.popLast() else { return own.lines[parent]?.first }
    let types = own.objects.filter { $0.path == parent }.map { own.type(of: $0.id) }
    var lines = index.mappingsInOrder.filter { types.contains($0.typeName) }
      .flatMap(index.allLines)
    if parent.steps.isEmpty { lines += target.new.endpoint?.body.lines ?? [] }
    return lines.first { $0.source.steps == [.segment(name)] }
  }

  /// Returns whether the specification says nothing about the value at a path: its type is `Any`.
  /// It also says nothing about a required name in an object whose names are data.
  func isFree(_ path: InstancePath, _ own: PayloadReading, isName: Bool) -> Bool {
    nearest(path, own).types.contains { $0.holdsAny || isName && $0.hasNamesOfData }
  }

  /// Returns the types that the specification has for a path. If no line reads the path, they are
  /// those of the nearest enclosing value, and `depth` is the number of steps from it to the path.
  private func nearest(
    _ path: InstancePath, _ own: PayloadReading
  ) -> (types: [ValueType], depth: Int) {
    var (around, depth) = (path, 0)
    while own.lines[around] == nil, around.steps.popLast() != nil { depth += 1 }
    if let lines = own.lines[around] { return (lines.map(\.value.type), depth) }
    guard case .value(let value)? = target.new.endpoint?.body else { return ([], depth) }
    return ([value.type], depth)
  }

  /// Returns the type that the specification has for a path, unless the value is inside an object.
  func type(at path: InstancePath, _ own: PayloadReading) -> ValueType? {
    let (types, depth) = nearest(path, own)
    return (0..<depth).reduce(types.first) { type, _ in
      switch type {
      case .array(let element), .set(let element), .dictionary(let element): element.type
      default: nil
      }
    }
  }

  /// Returns whether the value that distinguishes cases is one of a list, or of the specification's
  /// own cases.
  func isListed(_ violation: Violation, _ document: JSONDocument, _ own: PayloadReading) -> Bool {
    let mappings = target.old.contract.mappings + target.old.contract.includedMappings
    let dispatch = mappings.lazy.compactMap(\.dispatch).first {
      $0.origin?.place == violation.origin.place
    }
    var path = violation.path
    for case .segment(let name) in dispatch?.switchPath?.value.steps ?? [] {
      path.steps.append(.member(name))
    }
    guard let value = document.root.value(at: path), let said = type(at: path, own),
      said.alternatives.contains(where: \.isPlainText)
    else { return true }
    let cases = target.new.contract.mappings.flatMap { $0.dispatch?.cases ?? [] }
    return cases.flatMap(\.conditions).contains { condition in
      if case .equals(_, let literal) = condition { literal.matches(value) } else { false }
    }
  }
}

extension ValueType {
  /// Whether the type, or a part of it, allows any JSON.
  fileprivate var holdsAny: Bool {
    switch self {
    case .scalar(let scalar): scalar.name == .any
    case .array(let element), .set(let element), .dictionary(let element): element.type.holdsAny
    case .union(let types): types.contains(where: \.holdsAny)
    case .literal, .mapping, .keyed: false
    }
  }

  /// Whether the type, or a part of it, is an object whose names are data.
  var hasNamesOfData: Bool {
    switch self {
    case .dictionary, .keyed: true
    case .array(let element), .set(let element): element.type.hasNamesOfData
    case .union(let types): types.contains(where: \.hasNamesOfData)
    case .scalar, .literal, .mapping: false
    }
  }

  /// Whether the type is a text without a stated form.
  var isPlainText: Bool { self == .scalar(ScalarType(.string)) }
}
