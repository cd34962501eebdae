import Foundation
import JSONParsing
package import MapperTesting

/// A mapper that keeps its contract, that of the shop or another one, in one style.
package struct RightMapper {
  package let name: String
  /// The path of the contract.
  package var contract = "Fixtures/generation/orders.contract.json"
  /// The type that it maps.
  package let type: String
  package var names: [String: String] = [:]
  package var properties: [PropertyComparison] = []
  package var tolerating: Tolerances = []
  package let mapper: MapperUnderTest
}

extension RightMapper {
  package static var all: [RightMapper] { ofOrders + ofParts + ofCatalogs }

  private static var ofOrders: [RightMapper] {
    let table = TableMapper.shop
    return [
      RightMapper(
        name: "Codable structures without coding keys, and a key strategy",
        type: "order: Order", names: SnakeCaseStyle.names,
        mapper: .decoding(SnakeCaseStyle.Response.self, with: SnakeCaseStyle.decoder)),
      RightMapper(
        name: "Codable structures with coding keys", type: "order: Order",
        names: CodableStyle.names,
        mapper: .decoding(CodableStyle.Response.self, with: CodableStyle.decoder)),
      RightMapper(
        name: "a table of key paths and closures", type: "Order",
        mapper: .mapping { data in
          var table = table
          table.root = { $0 }
          return try table.map(data)
        }),
    ]
  }

  private static var ofCatalogs: [RightMapper] {
    let path = "Fixtures/quality/catalogs.contract.json"
    let losses: Tolerances = ["Catalog.url": [.invalid]]
    return [
      RightMapper(
        name: "Codable that makes objects of nothing, and loses bad addresses",
        contract: path, type: "[Catalog]", names: ["latitude": "place.geo.lat"],
        tolerating: losses, mapper: .decoding([CatalogStyle.Catalog].self)),
      RightMapper(
        name: "one object for each identity, and errors in other words each time",
        contract: path, type: "[Catalog]", tolerating: losses,
        mapper: .mapping { data in
          guard let catalogs = try? CatalogStyle.Shelf().load(data) else {
            throw CatalogStyle.Failure()
          }
          return catalogs
        }),
    ]
      + [false, true].map { isLast in
        RightMapper(
          name: "a store that applies \(isLast ? "the members" : "a list") last",
          contract: path, type: "[Catalog]", tolerating: losses,
          mapper: .mapping(
            into: CatalogStyle.Shelf(appliesFeaturedLast: isLast),
            { data, shelf in _ = try shelf.load(data) }, objectsByType: \.objectsByType))
      }
  }

  private static var ofParts: [RightMapper] {
    [
      RightMapper(
        name: "amounts in cents, compared by hand", type: "[Payment]",
        properties: [.comparing("amount", CentsStyle.areEqual)],
        mapper: .decoding([CentsStyle.Payment].self)),
      RightMapper(
        name: "containers by hand, and a type around a number",
        type: "customer: Customer",
        mapper: .decoding(ContainerStyle.Response.self)),
      RightMapper(
        name: "dictionaries by hand, and nil for what cannot be mapped", type: "[Line]",
        mapper: .mappingJSON { json in
          let lines = (json as? [Any])?.map(DictionaryStyle.Line.init)
          return lines.flatMap { $0.contains { $0 == nil } ? nil : $0 }
        }),
      RightMapper(
        name: "a map and operators, on classes that inherit", type: "[Customer]",
        mapper: .mappingJSON { json -> [OperatorStyle.Customer]? in
          try (json as? [Any])?.map { try OperatorStyle.object($0) }
        }),
      RightMapper(
        name: "property wrappers in a class, and a generic envelope",
        type: "line: Line",
        mapper: .mapping {
          try JSONDecoder().decode(WrapperStyle.Envelope<WrapperStyle.Line>.self, from: $0).body
        }),
      RightMapper(
        name: "enumerations without raw values", type: "[key: Payment]",
        mapper: .decoding([String: EnumStyle.Payment].self)),
      RightMapper(
        name: "a function that takes failures for nil", type: "Product",
        mapper: .mapping { try? JSONDecoder().decode(CodableStyle.Product.self, from: $0) }),
      RightMapper(
        name: "a store of classes", type: "[Customer]",
        names: CodableStyle.names,
        mapper: .mapping(
          into: ClassStoreStyle.Store(), { data, store in try store.load(data) },
          objects: { $0.customers })),
      RightMapper(
        name: "a store of values", type: "line: Line",
        mapper: .mapping(
          into: TableStore(),
          { data, store in
            var table = TableMapper.shop
            table.type = "Line"
            table.root = { try $0["line"] ?? TableError.missing("line") }
            try store.load(data, by: table)
          },
          objectsByType: \.byType)),
    ]
  }
}
