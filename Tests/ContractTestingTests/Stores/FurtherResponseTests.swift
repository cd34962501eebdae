import ContractTesting
import Foundation
import Testing

@Suite("A test maps several responses in a row, with expectations after each")
struct FurtherResponseTests {
  private let first = #"[{"id":1,"file_url":"a"},{"id":2,"file_url":"b"}]"#
  private let second = #"[{"id":2,"file_url":"c"},{"id":3,"file_url":"d"}]"#

  private func failures(
    _ mapper: MapperUnderTest? = nil, _ expect: (MappingTest) throws -> Void
  ) throws -> [String] {
    let test = try MappingTest(
      Contract("groups"), as: "[Avatar]", payload: first, mapper: mapper)
    try expect(test)
    return test.violations().map(\.message)
  }

  @Test("Expectations apply to the response before them")
  func rows() throws {
    let found = try failures { test in
      test.expectCreated("Avatar", count: 2)
      try test.then(payload: second)
      test.expectCreated("Avatar", count: 1)
      test.expectUpdated("Avatar", count: 1)
      test.expectObjects("Avatar", count: 3)
      try test.then(payload: "[]")
      test.expectObjects("Avatar", count: 3)
    }
    #expect(found == [])
    let wrong = try failures { test in
      test.expectCreated("Avatar", count: 1)
      try test.then(payload: second)
      test.expectCreated("Avatar", count: 2)
    }
    #expect(wrong.count == 2)
    #expect(wrong.last == "expected 2 created Avatar objects: there is 1")
  }

  @Test("A store of the app gets the responses one after the other")
  func store() throws {
    struct Avatar: Decodable {
      var remoteId: Int
      var fileUrlString: String

      enum CodingKeys: String, CodingKey {
        case remoteId = "id"
        case fileUrlString = "file_url"
      }
    }
    let doubling = MapperUnderTest.mapping(into: [Avatar]()) { data, store in
      store += try JSONDecoder().decode([Avatar].self, from: data)
    } objects: {
      $0
    }
    let found = try failures(doubling) { test in
      test.expectObjects("Avatar", count: 2)
      try test.then(payload: second)
      test.expectObjects("Avatar", count: 3)
    }
    #expect(found == ["expected 3 Avatar objects: there are 4"])
  }

  @Test("A rejected response is reported, and one without expectations is not")
  func refused() throws {
    let found = try failures { test in
      test.expectObjects("Avatar", count: 2)
      try test.then(payload: #"[{"id":1}]"#)
    }
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("the payload breaks the contract") == true)
    let silent = try failures { test in
      try test.then(payload: second)
      test.expectObjects("Avatar", count: 3)
    }
    #expect(silent == [])
    #expect(try failures { try $0.then(payload: second) } == ["nothing is expected of the mapping"])
  }

  @Test("A response that is not JSON, or a missing fixture, is an error")
  func setup() throws {
    let test = try MappingTest(Contract("groups"), as: "[Avatar]", payload: first)
    #expect(throws: TestSetupError.self) { try test.then(payload: "{") }
    #expect(throws: TestSetupError.self) { try test.then("no-such-fixture.json") }
    test.expectObjects("Avatar", count: 2)
    test.verify()
  }
}
