import ContractModel
import MapperTesting

@testable import ContractTesting

extension MapperTest {
  /// Creates the check that `expect(stores:loading:objects:keeps:)` makes.
  init<Store>(
    stores makeStore: @escaping () -> Store, loading loads: StoreLoads<Store>,
    objects: @escaping (_ store: Store) -> [Any], keeps contract: Contract,
    reading readings: [ObjectReading] = [], comparing properties: [PropertyComparison] = [],
    named names: [String: String] = [:], tolerating: Tolerances = [],
    laws: [Law] = Law.ofStores, settings: MapperTestSettings = .current
  ) throws {
    try self.init(
      storing: .loading(into: makeStore, loads.pairs) { StoredObjects(objects($0)) },
      keeps: contract, reading: readings, ComparisonOptions(comparing: properties, named: names),
      tolerating, laws, settings)
  }
}

/// The check of an asynchronous mapper, without recording.
struct AsyncCheck {
  private let makeTest: (MapperUnderTest) throws -> MapperTest
  private let mapper: AsyncMapperUnderTest

  init(
    _ mapper: AsyncMapperUnderTest, _ makeTest: @escaping (MapperUnderTest) throws -> MapperTest
  ) {
    (self.mapper, self.makeTest) = (mapper, makeTest)
  }

  /// Creates the check that `expect(_:keeps:as:)` makes.
  init(
    _ mapper: AsyncMapperUnderTest, keeps contract: Contract, as type: String,
    returning part: String? = nil, comparing properties: [PropertyComparison] = [],
    tolerating: Tolerances = [], laws: [Law] = Law.standard,
    settings: MapperTestSettings = .current
  ) {
    self.init(mapper) {
      try MapperTest(
        $0, keeps: contract, as: type, returning: part, comparing: properties,
        tolerating: tolerating, laws: laws, settings: settings)
    }
  }

  nonisolated(nonsending) func violations() async throws -> [MapperViolation] {
    try await looping { try makeTest(mapper.answered($0)).violations() }
  }
}
