import CaptureChecking
import CaptureSources
import ContractModel
import ContractTesting
import JSONParsing
import MapperTesting
import MappingEngine

/// The recorded bodies in which faults are made: the first of each shape.
struct RecordedBases {
  /// The maximal number of bodies.
  private static let mostBodies = 32

  private(set) var list: [RecordedBase] = []
  let reading: RecordedReading

  /// - Parameters:
  ///   - target: The target of the bodies in the contract.
  ///   - exchange: The values that lines read outside of the body.
  init(
    _ captures: Captures, _ bodies: RecordedBodies, of contract: Contract,
    as target: MappingTarget, exchange: MappingExchange?, isCancelled: @escaping () -> Bool
  ) {
    let mapper = Mapper(contract, as: target)
    var shapes = BodyShapes()
    var list: [RecordedBase] = []
    let reading = RecordedReading(bodies, of: captures, isCancelled: isCancelled)
    reading.read(readsRequests: false) { body, record, _, _ in
      reading.coverage.bodyCount += 1
      let parsed = try? JSONDocument(parsing: body)
      guard let document = parsed, mapper.admits(document, as: target, exchange: exchange) else {
        var store = ObjectStore()
        let violations = parsed.map {
          mapper.map($0, as: target, into: &store, exchange: exchange).violations
        }
        reading.coverage.brokenCount += 1
        reading.server.note(violations?.first { $0.severity == .error }, body, record)
        return .goOn
      }
      let tree = PayloadTree(document)
      guard list.count < Self.mostBodies, let short = shapes.short(tree) else { return .goOn }
      // The shortened body may be invalid, because a line may count or compare elements.
      let isValid =
        (try? JSONDocument(parsing: short.bytes)).map {
          mapper.admits($0, as: target, exchange: exchange)
        } ?? false
      list.append(RecordedBase(isValid ? short : tree, at: record.placeText()))
      return .goOn
    }
    (self.list, self.reading) = (list, reading)
  }
}
