import CaptureChecking
import CaptureSources
import ContractModel
import ContractTesting
import Generation
import JSONParsing
import MapperTesting
import MappingEngine
import Testing

/// The recorded bodies of a contract's type that faults are made in: the first of each shape.
struct RecordedBases {
  /// How many bodies are taken at most.
  private static let mostBodies = 32

  private(set) var list: [RecordedBase] = []
  private let reading: RecordedReading

  /// - Parameters:
  ///   - target: What the bodies are in the contract.
  ///   - exchange: The things that lines read besides the body.
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
      guard let document = try? JSONDocument(parsing: body),
        mapper.admits(document, as: target, exchange: exchange)
      else {
        reading.coverage.brokenCount += 1
        reading.server.note(mapper.firstError(in: body, as: target, exchange), body, record)
        return .goOn
      }
      let tree = PayloadTree(document)
      guard list.count < Self.mostBodies, let short = shapes.short(tree) else { return .goOn }
      // A line may count elements, or compare them.
      let isValid =
        (try? JSONDocument(parsing: short.bytes)).map {
          mapper.admits($0, as: target, exchange: exchange)
        } ?? false
      list.append(RecordedBase(isValid ? short : tree, at: record.placeText()))
      return .goOn
    }
    (self.list, self.reading) = (list, reading)
  }

  /// What is wrong with the captures.
  var violations: [MapperViolation] {
    [reading.nothingJudged, reading.damage].compactMap(\.self)
  }

  var warnings: [String] { reading.warnings }

  /// Records what there is to say of the captures besides what the mapper makes of them.
  func report(at sourceLocation: SourceLocation) {
    violations.record(at: sourceLocation)
    for warning in warnings { TestIssue.warn(warning, at: sourceLocation) }
  }
}

extension Mapper {
  /// The first error of a body; `nil`, of what is no JSON.
  fileprivate func firstError(
    in body: [UInt8], as target: MappingTarget, _ exchange: MappingExchange?
  ) -> Violation? {
    guard let document = try? JSONDocument(parsing: body) else { return nil }
    var store = ObjectStore()
    let result = map(document, as: target, into: &store, exchange: exchange)
    return result.violations.first { $0.severity == .error }
  }
}
