import ContractTesting
import Foundation
import MapperTesting
import Testing

/// An avatar type with a prefix in its name.
private final class RDAvatar: Decodable {
  var remoteId: Int
  var fileUrlString: String

  private enum CodingKeys: String, CodingKey {
    case remoteId = "id"
    case fileUrlString = "file_url"
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    remoteId = try container.decode(Int.self, forKey: .remoteId)
    fileUrlString = try container.decodeIfPresent(String.self, forKey: .fileUrlString) ?? ""
  }
}

private struct Store {
  var avatars: [RDAvatar] = []
  var keepsTwo = false

  mutating func load(_ data: Data) throws {
    for avatar in try JSONDecoder().decode([RDAvatar].self, from: data) {
      if !keepsTwo, let known = avatars.first(where: { $0.remoteId == avatar.remoteId }) {
        known.fileUrlString = avatar.fileUrlString
      } else {
        avatars.append(avatar)
      }
    }
  }
}

@Suite("A store of the app's own")
struct StoreMapperTests {
  private let contract: Contract

  init() throws { contract = try Contract("groups") }

  private func violations(_ mapper: MapperUnderTest) throws -> [String] {
    try MapperTest(
      mapper, keeps: contract, as: "[Avatar]", settings: MapperTestSettings(cases: 150)
    ).violations().map(\.description)
  }

  @Test("A store may keep its objects in a dictionary")
  func dictionary() throws {
    struct Avatar: Decodable {
      let remoteId: Int
      let fileUrlString: String

      enum CodingKeys: String, CodingKey {
        case remoteId = "id"
        case fileUrlString = "file_url"
      }
    }
    let mapper = MapperUnderTest.mapping(into: [Int: Avatar]()) { data, store in
      for avatar in try JSONDecoder().decode([Avatar].self, from: data) {
        store[avatar.remoteId] = avatar
      }
    } objects: {
      Array($0.values)
    }
    #expect(try violations(mapper) == [])
  }

  @Test("Objects of unknown types are reported, and the issue says how to name them")
  func unknownType() throws {
    struct Picture { let avatar: RDAvatar }
    let mapper = MapperUnderTest.mapping(into: Store(keepsTwo: true)) {
      try $1.load($0)
    } objects: {
      $0.avatars.map { Picture(avatar: $0) }
    }
    let texts = try violations(mapper)
    #expect(
      texts == [
        #"""
        the store has 0 Avatar objects (but 1 Picture object), and the contract 1 Avatar object
          in        Contracts/groups.contract.json:14:22  "id": "remoteId: Int"
          when      the payload is valid
          payload   [{"id":1,"file_url":"a"}]
          contract  1 Avatar object
          mapper    0 Avatar objects (but 1 Picture object)
          hint      the contract has no type "Picture": name the types of the objects, as in objectsByType: { store in ["Avatar": …] }
          also      on 48 other payloads
        """#,
        #"""
        Avatar takes an absent or null file_url
          in        Contracts/groups.contract.json:14:51  "file_url": "fileUrlString: String"
          when      [0].file_url missing
          payload   [{"id":1}]
          contract  rejects it: [0].file_url: the key "file_url" is missing
          mapper    accepts it
          also      on 3 other payloads
          replay    CONTRACTCHECK_REPLAY='missing@[0].file_url' swift test
        """#,
      ])
  }

  @Test("Accepted objects are shown, and duplicates counted")
  func acceptedValues() throws {
    let mapper = MapperUnderTest.mapping(into: Store(keepsTwo: true)) {
      try $1.load($0)
    } objectsByType: {
      ["Avatar": $0.avatars]
    }
    let texts = try violations(mapper)
    #expect(
      texts == [
        #"""
        the store has 2 Avatar objects, and the contract 1 Avatar object
          in        Contracts/groups.contract.json:14:22  "id": "remoteId: Int"
          when      the payload is valid, and comes twice
          before    [{"id":1,"file_url":"a"}]
          payload   [{"id":1,"file_url":"a"}]
          contract  1 Avatar object
          mapper    2 Avatar objects
          also      on 7 other payloads
        """#,
        #"""
        Avatar reads an absent or null file_url as ""
          in        Contracts/groups.contract.json:14:51  "file_url": "fileUrlString: String"
          when      [0].file_url missing
          payload   [{"id":1}]
          contract  rejects it: [0].file_url: the key "file_url" is missing
          mapper    accepts it: [0].fileUrlString = ""
          hint      if the server may leave it out or send null, write "file_url?": { "to": "fileUrlString", "type": "String? = ''", "null": "default" }
          also      on 3 other payloads
          replay    CONTRACTCHECK_REPLAY='missing@[0].file_url' swift test
        """#,
      ])
  }

  private struct Values {
    struct Avatar: Decodable {
      var id: Int
      var fileUrl: String
    }
    var avatars: [Avatar] = []
  }

  /// A store that keeps only the objects of the last payload.
  private var replacing: MapperUnderTest {
    .mapping(into: Values()) {
      let decoder = JSONDecoder()
      decoder.keyDecodingStrategy = .convertFromSnakeCase
      $1.avatars = try decoder.decode([Values.Avatar].self, from: $0)
    } objects: {
      $0.avatars
    }
  }

  private var updating: MapperUnderTest {
    .mapping(into: Store()) {
      try $1.load($0)
    } objectsByType: {
      ["Avatar": $0.avatars]
    }
  }

  private func verify(
    _ mapper: MapperUnderTest?, named names: [String: String] = [:], _ payload: String,
    _ counts: (objects: Int, created: Int, updated: Int, untouched: Int, deleted: Int)
  ) throws {
    let test = try MappingTest(
      contract, as: "[Avatar]", payload: payload, given: ["avatars.json"], mapper: mapper,
      named: names)
    test.expectObjects("Avatar", count: counts.objects)
    test.expectCreated("Avatar", count: counts.created)
    test.expectUpdated("Avatar", count: counts.updated)
    test.expectUntouched("Avatar", count: counts.untouched)
    test.expectDeleted("Avatar", count: counts.deleted)
    test.verify()
  }

  @Test(
    "Created, updated, untouched and deleted objects are counted for contracts and stores")
  func fates() throws {
    let names = ["remoteId": "id", "fileUrlString": "fileUrl"]
    let changed = #"[{"id":124,"file_url":"b"},{"id":125,"file_url":"c"}]"#
    try verify(nil, changed, (3, 1, 1, 1, 0))
    try verify(updating, changed, (3, 1, 1, 1, 0))
    try verify(replacing, named: names, changed, (2, 1, 1, 0, 1))
    let same = #"[{"id":123,"file_url":"some_url.png"}]"#
    try verify(nil, same, (2, 0, 0, 2, 0))
    try verify(updating, same, (2, 0, 0, 2, 0))
    try verify(replacing, named: names, same, (1, 0, 0, 1, 1))
    try verify(.decoding([RDAvatar].self), same, (1, 1, 0, 0, 0))
  }

  @Test("A wrong count is reported")
  func otherFates() throws {
    let test = try MappingTest(
      contract, as: "[Avatar]", payload: #"[{"id":124,"file_url":"b"}]"#, given: ["avatars.json"],
      mapper: updating)
    test.expectCreated("Avatar", count: 1)
    test.expectUpdated("Avatar", count: 2)
    test.expectUntouched("Avatar", count: 0)
    test.expectDeleted("Avatar", count: 1)
    #expect(
      test.violations().map(\.message) == [
        "expected 1 created Avatar object: there are 0",
        "expected 2 updated Avatar objects: there is 1",
        "expected 0 untouched Avatar objects: there is 1",
        "expected 1 deleted Avatar object: there are 0",
      ])
  }
}
