import ContractModel
import Foundation
import Generation
import JSONParsing
import MappingEngine
import TestSupport
import Testing

@Suite("The canonical payload of every mapping and endpoint is admitted")
struct CanonicalPayloadAdmissionTests {
  @Test("The canonical payloads of the package's own contracts are admitted")
  func ownContracts() throws {
    for path in try PackageFiles.contracts(below: "Contracts") {
      try expectAdmission(in: try Contract(at: path, files: PackageContracts()))
    }
  }

  @Test("The canonical payloads of the contracts of the schema's tests are admitted")
  func sampleContracts() throws {
    let url = PackageFolder.fixtures.appending(path: "schema/good.txt")
    let samples = try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
    #expect(samples.count == 333)
    // An element cannot be both an object and an array, which the syntax does not rule out.
    for sample in samples where !sample.contains("[][].b") {
      try expectAdmission(in: try OneContract.contract(String(sample)))
    }
  }

  private func expectAdmission(in contract: Contract) throws {
    let types = contract.mappings.map { mapping in
      MappingTarget.type(
        root: .representation, ConstrainedType(.mapping(Located(mapping.name))))
    }
    let mapper = Mapper(contract, as: types)
    for (mapping, target) in zip(contract.mappings, types) where mapping.isChosenInside {
      let payload = try #require(
        contract.canonicalPayload(ofMapping: mapping.name), "\(contract.name) \(mapping.name)")
      expectAdmission(of: payload, target, mapper)
      // The payload is the same each time.
      #expect(contract.canonicalPayload(ofMapping: mapping.name)?.root == payload.root)
    }
    guard contract.mappings.allSatisfy(\.isChosenInside) else { return }
    for endpoint in contract.endpoints where !endpoint.hasNoBody {
      let payload = try #require(contract.canonicalPayload(of: endpoint))
      expectAdmission(of: payload, .endpoint(endpoint.selector), mapper)
    }
  }

  /// Expects that a canonical payload has no violation, except of lines that read objects around it
  /// or the exchange.
  private func expectAdmission(
    of payload: JSONDocument, _ target: MappingTarget, _ mapper: Mapper
  ) {
    // The first case may be for null although the type is not nullable.
    guard !payload.root.isNull else { return }
    var store = ObjectStore()
    let violations = mapper.map(payload, as: target, into: &store).violations.filter { violation in
      violation.severity == .error && !(violation.line?.isBeyondPayload ?? false)
    }
    #expect(
      violations.isEmpty,
      "\(mapper.contract.name) \(target): \(payload.root.text()): \(violations)")
  }
}

extension ContractMapping {
  /// Whether the content of the object selects the case.
  fileprivate var isChosenInside: Bool {
    (dispatch?.cases ?? []).flatMap(\.conditions).allSatisfy { $0.source.base == .representation }
  }
}

extension PropertyLine {
  /// Whether the line has an example, or needs a value that is not generated: a value that equals
  /// another one, or a value outside of the object.
  fileprivate var isBeyondPayload: Bool {
    source.base != .representation || options.example != nil
      || "\(value)".contains("equals")
  }
}
