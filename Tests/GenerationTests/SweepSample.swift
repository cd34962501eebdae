import ContractModel
import JSONParsing
import MappingEngine
import TestSupport

@testable import Generation

extension Contract {
  static func named(_ path: String) throws -> Contract {
    try Contract(at: path, files: PackageContracts())
  }

  /// All targets of the contract: its endpoints, the targets of its examples, and each mapping.
  var sweepTargets: [ContractExample.Target] {
    let endpoints = endpoints.map { ContractExample.Target.endpoint(Located($0.selector)) }
    let types = mappings.map { mapping in
      ContractExample.Target.type(
        root: .representation, ConstrainedType(.mapping(Located(mapping.name))))
    }
    var seen: Set<ContractExample.Target> = []
    return (endpoints + statedExamples.map(\.target) + types).filter { seen.insert($0).inserted }
  }
}

/// Judges the payloads of cells with a mapper.
struct SweepJudge {
  let mapper: Mapper
  let target: MappingTarget

  init(_ contract: Contract, _ target: ContractExample.Target) {
    self.target = MappingTarget(target)
    let targets = if case .type = target { [self.target] } else { [MappingTarget]() }
    mapper = Mapper(contract, as: targets)
  }

  /// The errors that the engine reports.
  func errors(in payload: [UInt8]) -> Set<ExpectedViolation> {
    let document: JSONDocument
    do {
      document = try JSONDocument(parsing: payload)
    } catch {
      let rule: RuleID = error.reason == .emptyText ? .emptyBody : .notJSON
      return [ExpectedViolation(rule: rule, path: InstancePath())]
    }
    var store = ObjectStore()
    let violations = mapper.map(document, as: target, into: &store).violations
    return Set(violations.filter { $0.severity == .error }.map(\.expected))
  }
}

extension Set<ExpectedViolation> {
  /// The violations in the form of contracts, in the order of their bytes.
  var texts: [String] { map(\.description).sorted { MemberName($0) < MemberName($1) } }
}

/// The texts for which Foundation, and no table, decides whether they are URLs.
enum OpenAddress {
  static func contains(_ faultClass: FaultClass, _ variant: String) -> Bool {
    faultClass == .url && ["space", "bar", "unicode-host"].contains(variant)
  }
}
