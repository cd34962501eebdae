// Tests that need words which the package does not have yet. Each says what to add to a contract.
// They belong to the files of Tests/ReportedTests, in the extension of MendedCode.

// ShapeTests.swift; replaces product of `Mended.MetaProduct`, whose case goes. In shapes.contract.json:
//
//     "Product": { "identifiedBy": "productID", "map": {
//       "id": "productID: Int", "meta_data": "metaData: [Meta] | [String: Meta]",
//     } },
//     "Meta": { "map": { "id": "metaID: Int", "key": "String", "value": "_: Any" } },

extension MendedCode {
  @Test("A list is made of an object's values")
  func metaProduct() throws {
    try expect(.decoding(Mended.MetaProduct.self), keeps: Contract("shapes"), as: "Product")
  }
}

// ShapeTests.swift; the contract says it, and not that all of the mapping is lenient:
//
//     "Embedded": { "map": { "item?": "items: API | [API]" } },

extension MendedCode {
  @Test("A list of one is read with its brackets and without")
  func apiList() throws {
    try expect(.decoding(Mended.APIList.self), keeps: Contract("shapes"), as: "GET /restapis")
  }
}

// ShapeTests.swift; with what stands in the cases of `Route` said in one line, for an app that has a
// distance or none:
//
//     "Trip": { "map": {
//       "name": "String", "distance": { "type": "Distance?", "emptyArray": "null" },
//     } },
//     "Distance": { "map": { "text": "String" } },

struct Trip: Decodable {
  struct Distance: Decodable { let text: String }

  let name: String
  let distance: Distance?

  private enum CodingKeys: CodingKey { case name, distance }
  private struct Nothing: Decodable {}

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    name = try container.decode(String.self, forKey: .name)
    let list = try? container.decode([Nothing].self, forKey: .distance)
    let isEmpty = list?.isEmpty ?? false
    distance = isEmpty ? nil : try container.decode(Distance?.self, forKey: .distance)
  }
}

extension MendedCode {
  @Test("An empty list is no object")
  func trip() throws {
    try expect(.decoding(Trip.self), keeps: Contract("shapes"), as: "Trip")
  }
}

// ValueTests.swift; replaces order, which skips the property. In values.contract.json:
//
//     "StrictOrder": { "type": "Order", "identifiedBy": "orderID", "map": {
//       "id": "orderID: Int", "payment_url?": "paymentURL: URL?",
//       "management_url?": { "to": "managementURL", "type": "URL?", "emptyString": "null" },
//     } },

extension MendedCode {
  @Test("A text that is no URL is no link, if that is tolerated")
  func strictOrder() throws {
    try expect(
      .decoding([Mended.Order].self), keeps: Contract("values"), as: "[StrictOrder]",
      tolerating: ["Order.paymentURL": [.invalid]])
  }
}

// DateTests.swift; what the team believed, as the contract. In dates.contract.json:
//
//     "OlderMovie": { "type": "Movie", "identifiedBy": "id", "map": {
//       "id": "Int", "title": "String", "release_date?": "releaseDate: Date('yyyy-MM-dd' in UTC)?",
//     } },

extension MendedCode {
  @Test("A date that is empty, where the contract has none, may be none")
  func olderMovie() throws {
    try expect(
      .decoding(Mended.Movie.self, with: .dates("yyyy-MM-dd")), keeps: Contract("dates"),
      as: "OlderMovie", tolerating: ["Movie.releaseDate": [.invalid]])
  }
}

// ClientTests.swift; a client that asks conditionally is served 304.

extension MendedCode {
  @Test("A subscriber that was kept comes back after 304")
  func keptSubscriber() async throws {
    let contract = try Contract("clients")
    let stub = StubbedSession(contract)
    let client = SubscriberClient(session: stub.makeURLSession(), keepsErrors: false)
    let payload = #"{"subscriber":{"original_app_user_id":"a","entitlements":{}}}"#
    try stub("GET /v1/subscribers/:id", .json(payload, headers: ["ETag": "b"]))
    _ = try await client.subscriber()
    try await expect(
      .loading(stub, "GET /v1/subscribers/:id -> 304") { _ = try await client.subscriber() },
      keeps: contract)
  }
}
