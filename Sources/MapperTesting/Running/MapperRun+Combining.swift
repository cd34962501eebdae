import ContractModel
import Generation
import JSONParsing
import MappingEngine

extension MapperRun {
  /// The single faults of a step on which the mapper keeps its contract, as far as many at once show
  /// it: their numbers.
  ///
  /// Those that the contract admits are put into one payload, one for each object, so that a contract
  /// of many objects takes a few payloads and not as many as it has faults, each as large as itself.
  /// Two of one object would hide from each other what a mapper reads in the place of an absent value;
  /// in two objects of a payload stand faults of different lines, for a mapper may read the one for the
  /// other. Where the mapper disagrees, nothing is known of them, and each comes alone.
  ///
  /// - Parameter isOver: Asked before each payload.
  func passingAtOnce(_ step: Step, until isOver: () -> Bool) -> Set<Int> {
    guard step.counter == \.cells, !check.mapper.keepsObjects, step.laws.count == 1,
      let law = step.laws.first, law.law == .agreesWithTheContract
    else { return [] }
    // Most steps have no such fault, and a plan of all mappings takes its time.
    lazy var verdicts = ObjectVerdicts(check)
    var layers: [Layer: [ObjectFaults]] = [:]
    var order: [Layer] = []
    for number in 0..<step.count where !isOver() {
      let item = step.item(number)
      guard !item.isUnspecified, let cell = item.cell,
        let object = cell.object, verdicts.admits(cell, in: object, of: item.line)
      else { continue }
      let layer = Layer(base: ObjectIdentifier(cell.base), depth: cell.base.depth(of: object))
      var objects = layers.removeValue(forKey: layer) ?? []
      if objects.isEmpty { order.append(layer) }
      if objects.last?.object != object { objects.append(ObjectFaults(object: object)) }
      objects[objects.count - 1].faults.append((number, cell))
      layers[layer] = objects
    }
    var passing: Set<Int> = []
    for layer in order {
      for faults in Self.rows(of: layers[layer] ?? []) where faults.count > 1 && !isOver() {
        let payload = FaultCell.payload(of: faults.map(\.cell))
        guard check.admits(payload.bytes), law.breaches(on: payload).isEmpty else { continue }
        passing.formUnion(faults.map(\.number))
      }
    }
    return passing
  }

  /// Objects of a base none of which is in another.
  private struct Layer: Hashable {
    var base: ObjectIdentifier
    var depth: Int
  }

  private typealias Fault = (number: Int, cell: FaultCell)

  private struct ObjectFaults {
    var object: Int
    var faults: [Fault] = []
  }

  /// Rows with one fault of each object at most, in which neighbours are far apart in their lists.
  private static func rows(of objects: [ObjectFaults]) -> [[Fault]] {
    let count = objects.map(\.faults.count).max() ?? 0
    return (0..<count).map { row in
      objects.enumerated().compactMap { position, object in
        // By the golden ratio, multiples are spread evenly.
        let fault = (row + position * count * 618 / 1000) % count
        return fault < object.faults.count ? object.faults[fault] : nil
      }
    }
  }
}

/// Says whether the contract admits faults, as far as the objects that have them show it.
private struct ObjectVerdicts {
  private let check: MapperCheck
  private let mapper: Mapper

  init(_ check: MapperCheck) {
    self.check = check
    let names = check.types.index.mappingsInOrder.map(\.name)
    mapper = Mapper(check.statedContract, as: names.map(Self.target))
  }

  private static func target(_ name: MemberName) -> MappingTarget {
    .type(root: .representation, ConstrainedType(.mapping(Located(name))))
  }

  /// - Parameters:
  ///   - object: The one that has the fault.
  ///   - line: The line that reads the member.
  /// - Complexity: O(size of the object), where a line reads a member of its own.
  func admits(_ cell: FaultCell, in object: Int, of line: PropertyLine?) -> Bool {
    let payload = cell.payload()
    guard let line, line.source.base == .representation, line.source.steps.count == 1,
      let name = check.mappingName(of: line)
    else { return check.admits(payload.bytes) }
    guard let document = try? JSONDocument(parsing: Array(payload.text(of: object).utf8)) else {
      return false
    }
    return mapper.admits(document, as: Self.target(name), exchange: check.exchange)
  }
}
