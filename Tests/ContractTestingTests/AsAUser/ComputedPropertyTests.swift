import ContractTesting
import Foundation
import MapperTesting
import Testing

/// A record as in Core Data: the values have names, and the type has no stored properties.
private class Record {
  private let values: NSMutableDictionary

  init(_ values: NSMutableDictionary) { self.values = values }

  func value(_ name: String) -> Any? { values[name] }
}

private final class Avatar: Record {
  var remoteId: Int { value("id") as? Int ?? 0 }
  var address: URL? { (value("url") as? String).flatMap { URL(string: $0) } }
  var text: Text { Text(url: value("url") as? String ?? "") }

  struct Text { var url: String }
}

/// Decodes avatars, and makes records of them.
private func avatars(_ data: Data, url: (String) -> String = { $0 }) throws -> [Avatar] {
  struct Decoded: Decodable {
    var id: Int
    var fileUrl: String
    enum CodingKeys: String, CodingKey {
      case id
      case fileUrl = "file_url"
    }
  }
  return try JSONDecoder().decode([Decoded].self, from: data).map {
    Avatar(NSMutableDictionary(dictionary: ["id": $0.id, "url": url($0.fileUrl)]))
  }
}

@Suite("Named properties that Mirror does not show are read")
struct ComputedPropertyTests {
  private func violations(_ mapper: MapperUnderTest) throws -> [String] {
    try MapperTest(
      mapper, keeps: Contract("groups"), as: "[Avatar]", settings: MapperTestSettings(cases: 150)
    ).violations().map(\.description)
  }

  @Test("A right mapper passes, with key paths or a closure")
  func right() throws {
    let mapper = MapperUnderTest.mapping { try avatars($0) }
    #expect(
      try violations(
        mapper.reading(["remoteId": \Avatar.remoteId, "fileUrlString": \.text.url])) == [])
    #expect(
      try violations(
        mapper.reading { (avatar: Avatar) in
          ["remoteId": avatar.remoteId, "fileUrlString": avatar.value("url")]
        }) == [])
    #expect(
      try violations(
        mapper.reading(["remoteId": \Avatar.remoteId]).reading(["fileUrlString": \Avatar.text.url])
      ) == [])
    try expect(
      .mapping { try avatars($0) }
        .reading(["remoteId": \Avatar.remoteId, "fileUrlString": \.text.url]),
      keeps: Contract("groups"), as: "[Avatar]")
  }

  @Test("An asynchronous mapper is read on the actor of the test")
  @MainActor func asynchronous() async throws {
    let mapper = AsyncMapperUnderTest.mapping { data in
      await Task.yield()
      return try avatars(data)
    }
    #expect(
      try await AsyncCheck(
        mapper.reading { (avatar: Avatar) in
          MainActor.assertIsolated()
          return ["remoteId": avatar.remoteId, "fileUrlString": avatar.value("url")]
        }, keeps: Contract("groups"), as: "[Avatar]", settings: MapperTestSettings(cases: 150)
      ).violations().map(\.description) == [])
  }

  @Test("A wrong value of a named property is reported")
  func wrong() throws {
    let mapper = MapperUnderTest.mapping { try avatars($0) { $0.uppercased() } }
      .reading(["remoteId": \Avatar.remoteId, "fileUrlString": \.text.url])
    let texts = try violations(mapper)
    #expect(
      texts == [
        #"""
        Avatar makes another value of file_url
          in        Contracts/groups.contract.json:14:51  "file_url": "fileUrlString: String"
          when      the payload is valid
          payload   [{"id":1,"file_url":"a"}]
          contract  [0].fileUrlString = "a"
          mapper    [0].fileUrlString = "A"
          also      on 36 other payloads
        """#
      ])
  }

  @Test("The issue on a missing property says that it may be computed")
  func hint() throws {
    let texts = try violations(.mapping { try avatars($0) }).filter { $0.contains("remoteId") }
    #expect(
      texts == [
        #"""
        Avatar has no property for id, file_url
          in        Contracts/groups.contract.json:14:22  "id": "remoteId: Int"
          when      the payload is valid
          payload   [{"id":1,"file_url":"a"}]
          contract  [0].remoteId = 1
          mapper    Avatar has no property "remoteId"
          hint      where the app calls it otherwise, say named: ["remoteId": …]; Mirror shows no computed property: say .reading(["remoteId": \Avatar.remoteId]); not read by the app? write "_:", or leave the line out
          also      on 48 other payloads
        """#
      ])
  }

  @Test("Named properties are read in single payloads and stores too")
  func expectations() throws {
    let contract = try Contract("groups")
    let payload = #"[{"id":1,"file_url":"a"}]"#
    let mappers: [MapperUnderTest] = [
      .mapping { try avatars($0) },
      .mapping(into: [Avatar]()) {
        try $1.append(contentsOf: avatars($0))
      } objects: {
        $0
      },
    ]
    for mapper in mappers {
      let test = try MappingTest(
        contract, as: "[Avatar]", payload: payload,
        mapper: mapper.reading { (avatar: Avatar) in
          ["remoteId": avatar.remoteId, "fileUrlString": avatar.value("url")]
        })
      test.expect("[0].id", to: "remoteId", value: 1)
      test.expect("[0].file_url", to: "fileUrlString", value: "a")
      test.expectObjects("Avatar", count: 1)
      #expect(test.violations().map(\.message) == [])
    }
  }
}
