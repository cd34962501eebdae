import ContractTesting
import Foundation
import Testing

/// An avatar as an app has it.
private struct Avatar: Codable, Equatable {
  var remoteId: Int
  var fileUrlString: String

  enum CodingKeys: String, CodingKey {
    case remoteId = "id"
    case fileUrlString = "file_url"
  }
}

/// An app's store of avatars, with one object per identity.
private final class AvatarStore {
  private(set) var avatars: [Avatar] = []
  private let finds: Bool

  init(finds: Bool = true) { self.finds = finds }

  func load(_ data: Data) throws {
    for avatar in try JSONDecoder().decode([Avatar].self, from: data) {
      if finds, let index = avatars.firstIndex(where: { $0.remoteId == avatar.remoteId }) {
        avatars[index] = avatar
      } else {
        avatars.append(avatar)
      }
    }
  }

  static func mapper(finds: Bool = true) -> MapperUnderTest {
    .mapping(into: AvatarStore(finds: finds)) { data, store in
      try store.load(data)
    } objects: { store in
      store.avatars
    }
  }
}

@Suite("Avatar mapper", .tags(.contract))
struct AvatarMapperTests {
  @Test("The package publishes a tag for such tests")
  func tag() { #expect(Test.current?.tags == [.contract]) }

  @Test("The app's decoder keeps the contract")
  func keepsContract() throws {
    try expect(.decoding([Avatar].self), keeps: Contract("groups"), as: "[Avatar]")
  }

  @Test(
    "Each key path is handled as the contract says",
    arguments: try Contract("groups").keyPaths(as: "[Avatar]"))
  func handles(keyPath: ContractKeyPath) {
    expect(.decoding([Avatar].self), handles: keyPath)
  }

  @Test("The id and the file's URL are mapped, without a network")
  func mapped() throws {
    let test = try MappingTest(
      Contract("groups"), as: "[Avatar]", fixture: "avatars.json",
      mapper: .decoding([Avatar].self))
    test.expect("[0].id", to: "remoteId", value: 123)
    test.expect("[0].file_url", to: "fileUrlString", value: "some_url.png")
    test.expect("[1].file_url", to: "fileUrlString", value: "some_other_url.png")
    test.verify()
  }

  @Test("Existing avatars are updated and counted once")
  func updated() throws {
    let test = try MappingTest(
      Contract("groups"), as: "[Avatar]", fixture: "avatars.json", given: ["avatars.json"],
      mapper: AvatarStore.mapper())
    test.expectObjects("Avatar", count: 2)
    test.expect("[0].id", to: "remoteId", value: 123)
    test.verify()
  }

  @Test("A store that finds its objects again keeps the contract")
  func store() throws {
    try expect(AvatarStore.mapper(), keeps: Contract("groups"), as: "[Avatar]")
  }
}

@Suite("Broken avatar mappers are reported")
struct BrokenAvatarMapperTests {
  /// Reads a missing address as an empty text.
  private struct ForgivingAvatar: Decodable {
    let remoteId: Int
    let fileUrlString: String

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Avatar.CodingKeys.self)
      remoteId = try container.decode(Int.self, forKey: .remoteId)
      fileUrlString = try container.decodeIfPresent(String.self, forKey: .fileUrlString) ?? ""
    }
  }

  @Test("A default for a required value is reported")
  func defaultValue() throws {
    let test = try MapperTest(
      .decoding([ForgivingAvatar].self), keeps: Contract("groups"), as: "[Avatar]")
    #expect(
      test.violations().map(\.description) == [
        #"""
        Avatar reads an absent or null file_url as ""
          in        Contracts/groups.contract.json:14:51  "file_url": "fileUrlString: String"
          when      [0].file_url missing
          payload   [{"id":1}]
          contract  rejects it: [0].file_url: the key "file_url" is missing
          mapper    accepts it: [0].fileUrlString = ""
          hint      if the server may leave it out or send null, write "file_url?": { "to": "fileUrlString", "type": "String? = ''", "null": "default" }
          also      on 1 other payload
          replay    CONTRACTCHECK_REPLAY='missing@[0].file_url' swift test
        """#
      ])
  }

  @Test("A store that does not find its objects is reported")
  func noIdentity() throws {
    let test = try MapperTest(
      AvatarStore.mapper(finds: false), keeps: Contract("groups"), as: "[Avatar]")
    #expect(
      test.violations().map(\.description) == [
        #"""
        the store has 2 Avatar objects, and the contract 1 Avatar object
          in        Contracts/groups.contract.json:14:22  "id": "remoteId: Int"
          when      the payload is valid, and comes twice
          before    [{"id":1,"file_url":"a"}]
          payload   [{"id":1,"file_url":"a"}]
          contract  1 Avatar object
          mapper    2 Avatar objects
          also      on 7 other payloads
        """#
      ])
  }

  /// Has another name for a property than the contract.
  private struct RenamedAvatar: Decodable {
    let remoteId: Int
    let fileURLString: String

    enum CodingKeys: String, CodingKey {
      case remoteId = "id"
      case fileURLString = "file_url"
    }
  }

  @Test("A renamed property of the app is reported")
  func renamed() throws {
    let test = try MapperTest(
      .decoding([RenamedAvatar].self), keeps: Contract("groups"), as: "[Avatar]")
    #expect(
      test.violations().map(\.description) == [
        #"""
        Avatar has no property for file_url
          in        Contracts/groups.contract.json:14:51  "file_url": "fileUrlString: String"
          when      the payload is valid
          payload   [{"id":1,"file_url":"a"}]
          contract  [0].fileUrlString = "a"
          mapper    RenamedAvatar has no property "fileUrlString"
          hint      did you mean "fileURLString"? if so, say named: ["fileUrlString": "fileURLString"]; Mirror shows no computed property: say .reading(["fileUrlString": \RenamedAvatar.fileUrlString]); not read by the app? write "_:", or leave the line out
          also      on 89 other payloads
        """#
      ])
    try expect(
      .decoding([RenamedAvatar].self), keeps: Contract("groups"), as: "[Avatar]",
      named: ["fileUrlString": "fileURLString"])
  }
}
