import ContractModel
import Generation
import JSONParsing
import MappingEngine

extension MapperRun {
  /// Returns the numbers of a step's single faults on which the mapper keeps its contract, as far
  /// as that can be shown without comparing each payload as a whole. For a large contract, that
  /// would mean as many payloads as there are faults, each as large as the contract.
  ///
  /// If the mapper rejects a payload, mapping only the object with the fault shows that the
  /// contract rejects it, too. The other faults are combined into one payload, one fault for each
  /// object: separately those that the contract admits, and those that only the lenient contract
  /// admits. Two faults in one object could hide from each other which value a mapper reads in
  /// place of an absent one. The faults that stand in two objects of a payload belong to different
  /// lines, because a mapper may read one in place of the other. Faults whose result is left open
  /// are combined in the same way, class by class: a mapper that accepts the payload has read them
  /// all. If the mapper disagrees with a combined payload, nothing is known about its faults, and
  /// each is tried alone.
  ///
  /// - Parameter isOver: Called before each payload.
  func passingFaults(_ step: Step, until isOver: () -> Bool) -> Set<Int> {
    guard step.isOfSingleFaults, !check.mapper.keepsObjects,
      step.laws.map(\.law) == [.agreesWithTheContract]
    else { return [] }
    // Most steps have no such fault, and planning all mappings takes time.
    lazy var verdicts = ObjectVerdicts(check)
    var passing: Set<Int> = []
    var layers: [Layer: [ObjectFaults]] = [:]
    var order: [Layer] = []
    for number in 0..<step.count where !isOver() {
      let item = step.item(number)
      guard let cell = item.cell, let object = cell.object else { continue }
      let verdict: Verdict
      if item.isUnspecified {
        verdict = .open(cell.faultClass)
      } else {
        let fault = ObjectFault(cell, in: object, of: item.line, check)
        guard let isAdmitted = verdicts.admits(fault) else { continue }
        if !isAdmitted {
          let isRefused = check.answer(cell.bytes).isRefusal
          if isRefused { passing.insert(number) }
          guard !isRefused, verdicts.tolerates(fault) else { continue }
        }
        verdict = isAdmitted ? .admitted : .tolerated
      }
      let layer = Layer(
        base: ObjectIdentifier(cell.base), depth: cell.base.depth(of: object), verdict: verdict)
      var objects = layers.removeValue(forKey: layer) ?? []
      if objects.isEmpty { order.append(layer) }
      if objects.last?.object != object { objects.append(ObjectFaults(object: object)) }
      objects[objects.count - 1].faults.append((number, cell))
      layers[layer] = objects
    }
    for layer in order {
      for faults in Self.rows(of: layers[layer] ?? []) where faults.count > 1 && !isOver() {
        let payload = FaultCell.bytes(of: faults.map(\.cell))
        if passes(payload, layer.verdict) { passing.formUnion(faults.map(\.number)) }
      }
    }
    return passing
  }

  /// Returns whether the mapper accepts a payload with faults of a verdict, and returns the right
  /// value.
  private func passes(_ payload: [UInt8], _ verdict: Verdict) -> Bool {
    switch verdict {
    case .admitted: check.takes(payload)
    case .tolerated: check.takesLeniently(payload)
    case .open: !check.answer(payload).isRefusal
    }
  }

  private enum Verdict: Hashable {
    case admitted
    /// Only the lenient contract admits the fault.
    case tolerated
    case open(FaultClass)
  }

  /// Objects of a base that are not nested in each other.
  private struct Layer: Hashable {
    var base: ObjectIdentifier
    var depth: Int
    var verdict: Verdict
  }

  private typealias Fault = (number: Int, cell: FaultCell)

  private struct ObjectFaults {
    var object: Int
    var faults: [Fault] = []
  }

  /// Returns rows with at most one fault of each object, chosen so that neighbours have faults from
  /// distant positions of their lists.
  private static func rows(of objects: [ObjectFaults]) -> [[Fault]] {
    let count = objects.map(\.faults.count).max() ?? 0
    return (0..<count).map { row in
      objects.enumerated().compactMap { position, object in
        // Multiples of the golden ratio are spread evenly.
        let fault = (row + position * count * 618 / 1000) % count
        return fault < object.faults.count ? object.faults[fault] : nil
      }
    }
  }
}

private struct ObjectFault {
  let cell: FaultCell
  private let object: Int
  /// The mapping whose line reads the member; `nil` if no line reads a member of the object itself,
  /// or if the object is the whole payload.
  private let mapping: MemberName?

  init(_ cell: FaultCell, in object: Int, of line: PropertyLine?, _ check: MapperCheck) {
    (self.cell, self.object) = (cell, object)
    let isOwn = line.map { $0.source.base == .representation && $0.source.steps.count == 1 }
    mapping = object > 0 && isOwn ?? false ? line.flatMap { check.mappingName(of: $0) } : nil
  }

  /// An object of a base, and the mapping that reads it.
  struct Place: Hashable {
    var base: ObjectIdentifier
    var object: Int
    var mapping: MemberName
  }

  var place: Place? {
    mapping.map { Place(base: ObjectIdentifier(cell.base), object: object, mapping: $0) }
  }

  /// A fault in objects of a mapping, wherever they are in a base: one case reads them all.
  struct Kind: Hashable {
    var base: ObjectIdentifier
    var mapping: MemberName
    var path: ArraySlice<InstancePath.Step>
    var faultClass: FaultClass
    var variant: MemberName
    var written: [UInt8]
    /// The number of values in the object: where types contain themselves, inner ones have fewer.
    var count: Int32
  }

  var kind: Kind? {
    guard let mapping, let written = cell.written else { return nil }
    return Kind(
      base: ObjectIdentifier(cell.base), mapping: mapping,
      path: cell.path.steps.dropFirst(cell.base.depth(of: object)), faultClass: cell.faultClass,
      variant: MemberName(cell.variant), written: written,
      count: cell.base.tree.nodes[object].end - Int32(object))
  }

  /// Returns a list of two: the object, with the fault or without it, and the object without it. A
  /// single object may have to meet stricter rules than one in a list.
  func objects(isFaulty: Bool) -> JSONDocument? {
    let valid = cell.base.bytes(of: object)
    // The faulty object comes first: the contract stops at the first error.
    let first = isFaulty ? cell.bytes(of: object) : valid
    let list = Array("[".utf8) + first + Array(",".utf8) + valid + Array("]".utf8)
    return try? JSONDocument(parsing: list)
  }
}

/// Determines the contract's verdicts on faults, as far as the objects with the faults show them.
private final class ObjectVerdicts {
  private let check: MapperCheck
  private let stated: Mapper
  private let lenient: Mapper?
  /// Whether a rejection of an object alone is a rejection of the payload.
  private var refusals: [ObjectFault.Place: Bool] = [:]
  /// Whether the stated contract and the lenient contract admit a fault. A type that occurs at many
  /// places has the same faults at each.
  private var admitted: [ObjectFault.Kind: Bool] = [:]
  private var tolerated: [ObjectFault.Kind: Bool] = [:]

  init(_ check: MapperCheck) {
    self.check = check
    let targets = check.types.index.mappingsInOrder.map { MappingTarget.list(of: $0.name) }
    stated = Mapper(check.statedContract, as: targets)
    lenient = check.lenient.map { Mapper($0.contract, as: targets) }
  }

  /// Returns whether the contract admits a fault; `nil` if only the whole payload shows it.
  ///
  /// - Complexity: O(size of the object), if a line reads a member of the object itself.
  func admits(_ fault: ObjectFault) -> Bool? {
    guard let place = fault.place else { return check.admits(fault.cell.bytes) }
    let isAdmitted = admitted.value(of: fault.kind) { [stated, check] in
      stated.admits(fault, place, in: check)
    }
    if isAdmitted { return true }
    // An object that depends on the values around it, or that may be left out, proves nothing.
    let isRefusal =
      refusals[place]
      ?? (stated.admits(fault, place, in: check, isFaulty: false)
        && !check.admits(fault.cell.bytes))
    refusals[place] = isRefusal
    return isRefusal ? false : nil
  }

  func tolerates(_ fault: ObjectFault) -> Bool {
    guard let lenient else { return false }
    if let place = fault.place {
      return tolerated.value(of: fault.kind) { [check] in lenient.admits(fault, place, in: check) }
    }
    guard let document = try? JSONDocument(parsing: fault.cell.bytes) else { return false }
    return check.lenient?.admits(document, as: check.target, exchange: check.exchange) ?? false
  }
}

extension MappingTarget {
  fileprivate static func list(of mapping: MemberName) -> MappingTarget {
    let element = ConstrainedType(.mapping(Located(mapping)))
    return .type(root: .representation, ConstrainedType(.array(of: element)))
  }
}

extension Mapper {
  /// Returns whether the mapping admits the objects, of which one may have the fault.
  fileprivate func admits(
    _ fault: ObjectFault, _ place: ObjectFault.Place, in check: MapperCheck, isFaulty: Bool = true
  ) -> Bool {
    guard let objects = fault.objects(isFaulty: isFaulty) else { return false }
    return admits(objects, as: .list(of: place.mapping), exchange: check.exchange)
  }
}

extension Dictionary where Key == ObjectFault.Kind, Value == Bool {
  /// Returns the stored verdict on a kind of fault, made on first use; without a kind, each time.
  fileprivate mutating func value(of kind: Key?, _ make: () -> Bool) -> Bool {
    guard let kind else { return make() }
    if let verdict = self[kind] { return verdict }
    let verdict = make()
    self[kind] = verdict
    return verdict
  }
}
