import ContractTesting
import Foundation
import MapperTesting
import TestSupport
import Testing

private struct Avatar: Codable, Sendable {
  var remoteId: Int
  var fileUrlString: String

  enum CodingKeys: String, CodingKey {
    case remoteId = "id"
    case fileUrlString = "file_url"
  }
}

private func decoded(_ data: Data) throws -> [Avatar] {
  try JSONDecoder().decode([Avatar].self, from: data)
}

/// An importer on another actor, which the mapper awaits.
private actor Importer {
  func load(_ data: Data) async throws -> [Avatar] {
    await Task.yield()
    return try decoded(data)
  }
}

/// Accepts an absent address.
private struct Lax: Decodable, Sendable {
  var remoteId: Int
  var fileUrlString: String

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Avatar.CodingKeys.self)
    remoteId = try container.decode(Int.self, forKey: .remoteId)
    fileUrlString = try container.decodeIfPresent(String.self, forKey: .fileUrlString) ?? ""
  }
}

@Suite("An asynchronous mapper has the same reports as a synchronous one")
struct AsyncMapperTests {
  /// Expects that both kinds of mappers give the same reports of a fault, and at least one.
  private func expectSame<Made: Sendable>(
    _ map: @escaping @Sendable (Data) throws -> Made, laws: [Law] = Law.standard,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let settings = MapperTestSettings(cases: 290, seed: 42)
    let contract = try Contract("groups")
    let texts = try MapperTest(
      .mapping(map), keeps: contract, as: "[Avatar]", laws: laws, settings: settings
    ).violations().map(\.description)
    let awaiting = AsyncMapperUnderTest.mapping { data in
      await Task.yield()
      return try map(data)
    }
    let others = try await AsyncCheck(
      awaiting, keeps: contract, as: "[Avatar]", laws: laws, settings: settings
    ).violations().map(\.description)
    #expect(!texts.isEmpty, sourceLocation: sourceLocation)
    #expect(texts == others, sourceLocation: sourceLocation)
    let fromMain = try await onMain(map, laws, settings)
    #expect(texts == fromMain, sourceLocation: sourceLocation)
  }

  @MainActor
  private func onMain<Made: Sendable>(
    _ map: @escaping @Sendable (Data) throws -> Made, _ laws: [Law],
    _ settings: MapperTestSettings
  ) async throws -> [String] {
    try await AsyncCheck(
      .mapping { data in
        await Task.yield()
        return try map(data)
      }, keeps: Contract("groups"), as: "[Avatar]", laws: laws, settings: settings
    ).violations().map(\.description)
  }

  @Test("A single fault is reported", .enabled(if: TestDepth.isFull))
  func fault() async throws {
    try await expectSame { try JSONDecoder().decode([Lax].self, from: $0) }
  }

  @Test("A rejected valid payload is reported")
  func refusal() async throws {
    struct Refused: Error {}
    try await expectSame { _ -> [Avatar] in throw Refused() }
  }

  @Test("A drawn payload is shrunk to the smallest one")
  func drawn() async throws {
    try await expectSame { data in
      try decoded(data).map { avatar in
        let isOdd = avatar.fileUrlString.unicodeScalars.contains { $0.value > 0xffff }
        guard isOdd, avatar.fileUrlString.count > 6 else { return avatar }
        return Avatar(remoteId: avatar.remoteId, fileUrlString: "?")
      }
    }
  }

  @Test("Laws that compare two payloads are checked")
  func laws() async throws {
    try await expectSame(
      { data in
        try decoded(data).enumerated().map { position, avatar in
          position > 0 ? Avatar(remoteId: avatar.remoteId, fileUrlString: "") : avatar
        }
      }, laws: [.elementsAreIndependent])
    try await expectSame(
      { data in
        String(decoding: data, as: UTF8.self).contains("unknown") ? [] : try decoded(data)
      }, laws: [.unknownMembersAreIgnored])
  }

  @Test("A replay fails, or reports that nothing fails any more", .replay("missing@[0].file_url"))
  func replay() async throws {
    try await expectSame { try JSONDecoder().decode([Lax].self, from: $0) }
    try await expectSame { try decoded($0) }
  }

  @Test("A store that finds no object is reported")
  func store() async throws {
    final class List { var all: [Avatar] = [] }
    let contract = try Contract("groups")
    let texts = try MapperTest(
      .mapping(into: List()) { data, store in
        store.all += try decoded(data)
      } objects: {
        $0.all
      }, keeps: contract, as: "[Avatar]"
    ).violations().map(\.description)
    let others = try await AsyncCheck(
      .mapping(into: List()) { data, store in
        await Task.yield()
        store.all += try decoded(data)
      } objects: {
        $0.all
      }, keeps: contract, as: "[Avatar]"
    ).violations().map(\.description)
    #expect(!texts.isEmpty)
    #expect(texts == others)
  }

  @Test("A right mapper passes with the same coverage")
  func right() async throws {
    let importer = Importer()
    let contract = try Contract("groups")
    let coverage = try await expect(
      .mapping { data in try await importer.load(data) }, keeps: contract, as: "[Avatar]")
    // A closure without `await` makes a synchronous mapper, in this test too.
    let plain = try expect(.mapping { data in try decoded(data) }, keeps: contract, as: "[Avatar]")
    #expect(coverage.description == plain.description)
    #expect(coverage.isComplete)
  }

  @Test("Single key paths are checked", arguments: try Contract("groups").keyPaths(as: "[Avatar]"))
  func handles(keyPath: ContractKeyPath) async throws {
    let importer = Importer()
    try await expect(.mapping { try await importer.load($0) }, handles: keyPath)
  }

  @Test("An asynchronous mapper is compared with others, and differences are reported")
  func agreement() async throws {
    let importer = Importer()
    let contract = try Contract("groups")
    try await expect(
      .mapping { try await importer.load($0) }, agreesWith: .mapping { try decoded($0) },
      on: contract, as: "[Avatar]")
    try await expect(
      .mapping { try await importer.load($0) }, agreesWith: .decoding([Avatar].self),
      on: contract, as: "[Avatar]")
    let texts = try MapperTest(
      .mapping { try decoded($0) }, agreesWith: .decoding([Lax].self), on: contract, as: "[Avatar]"
    ).violations().map(\.description)
    let others = try await AsyncCheck(.mapping { try await importer.load($0) }) {
      try MapperTest(
        $0, agreesWith: .decoding([Lax].self), on: contract, as: "[Avatar]")
    }.violations().map(\.description)
    #expect(!texts.isEmpty)
    #expect(texts == others)
  }

  @Test("An unknown type is an error")
  func unknownType() async throws {
    let lax = AsyncMapperUnderTest.mapping { data in
      await Task.yield()
      return try JSONDecoder().decode([Lax].self, from: data)
    }
    let typo = try AsyncCheck(lax, keeps: Contract("groups"), as: "[Avtar]")
    await #expect(throws: TestSetupError.self) { try await typo.violations() }
  }

  @Test(
    "A hundred concurrent checks pass, on the main actor and elsewhere",
    .enabled(if: TestDepth.isFull))
  func parallel() async throws {
    let importer = Importer()
    let contract = try Contract("groups")
    let count = try await withThrowingTaskGroup { group in
      for number in 0..<100 {
        group.addTask {
          number.isMultiple(of: 2)
            ? try await onMain({ try decoded($0) }, Law.standard, MapperTestSettings(cases: 40))
              .count
            : try await AsyncCheck(
              .mapping { try await importer.load($0) }, keeps: contract, as: "[Avatar]",
              settings: MapperTestSettings(cases: 40)
            ).violations().count
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(count == 0)
  }
}

@Suite("Values of the main actor are used only there")
@MainActor
struct MainActorMapperTests {
  /// A type as in a module that is on the main actor by default.
  @MainActor
  private struct Address: @MainActor RawRepresentable {
    let scheme: String
    let rest: String
    var rawValue: String { scheme + rest }

    init(rawValue: String) {
      scheme = String(rawValue.prefix(1))
      rest = String(rawValue.dropFirst())
    }
  }

  @MainActor
  private final class Picture {
    let remoteId: Int
    let fileUrlString: Address

    init(_ avatar: Avatar) {
      (remoteId, fileUrlString) = (avatar.remoteId, Address(rawValue: avatar.fileUrlString))
    }
  }

  @MainActor
  private final class Library {
    private(set) var pictures: [Picture] = []

    func load(_ data: Data) async throws {
      let avatars = try decoded(data)
      await Task.yield()
      for avatar in avatars {
        pictures.removeAll { $0.remoteId == avatar.remoteId }
        pictures.append(Picture(avatar))
      }
    }
  }

  @Test("Isolated conformances read its objects")
  func conformances() async throws {
    try await expect(
      .mapping { data in
        await Task.yield()
        return try decoded(data).map { Picture($0) }
      }, keeps: Contract("groups"), as: "[Avatar]")
  }

  @Test("A store of the main actor is created, filled and read there")
  func store() async throws {
    try await expect(
      .mapping(into: Library()) { data, store in
        try await store.load(data)
      } objectsByType: {
        ["Avatar": $0.pictures]
      }, keeps: Contract("groups"), as: "[Avatar]")
  }

  @Test("A custom comparison runs there")
  func comparing() async throws {
    let names = MainActorNames()
    try await expect(
      .mapping { data in
        await Task.yield()
        return try decoded(data)
      }, keeps: Contract("groups"), as: "[Avatar]",
      comparing: [.comparing("fileUrlString") { _, app in names.isNew("\(app)") || true }])
    #expect(names.all.count > 10)
  }

  @Test("A synchronous mapper that is compared with an asynchronous one runs on its actor")
  func agreement() async throws {
    let names = MainActorNames()
    try await expect(
      .mapping { data in
        await Task.yield()
        return try decoded(data)
      },
      agreesWith: .mapping { data in
        _ = names.isNew("\(data)")
        return try decoded(data)
      }, on: Contract("groups"), as: "[Avatar]")
    #expect(!names.all.isEmpty)
  }
}

@MainActor
private final class MainActorNames {
  private(set) var all: Set<String> = []

  func isNew(_ name: String) -> Bool {
    MainActor.assertIsolated()
    return all.insert(name).inserted
  }
}

@Suite("A cancelled check maps nothing, and reports that nothing was judged")
struct CancelledMapperTests {
  /// The issues of a check that is cancelled and throws a `CancellationError`.
  private func issues(
    _ check: @Sendable () async throws -> Void
  ) async throws -> [String] {
    let recorded = Recorded()
    await withKnownIssue {
      await #expect(throws: CancellationError.self) { try await check() }
    } matching: { issue in
      recorded.texts += issue.comments.map(\.rawValue)
      return true
    }
    return recorded.texts
  }

  /// A contract without saved failures, so that earlier runs have no effect.
  private static func avatars() throws -> Contract {
    try OneContract.of(
      mappings: """
        "Avatar": { "map": { "id": "remoteId: Int", "file_url": "fileUrlString: String" } }
        """)
  }

  private final class Recorded: @unchecked Sendable { var texts: [String] = [] }

  private static let nothingJudged = [
    "nothing is judged: the task of the test is cancelled, by its mapper or from outside"
  ]

  private actor Calls {
    private(set) var count = 0

    func add() -> Int {
      count += 1
      return count
    }
  }

  @Test("A sleeping mapper is cancelled, and its error is no rejection")
  func sleeping() async throws {
    let calls = Calls()
    let texts = try await issues {
      let check = Task {
        try await expect(
          .mapping { _ in
            _ = await calls.add()
            try await Task.sleep(for: .seconds(600))
            return [Avatar]()
          }, keeps: Self.avatars(), as: "[Avatar]")
      }
      while await calls.count == 0 { try await Task.sleep(for: .milliseconds(5)) }
      check.cancel()
      _ = try await check.value
    }
    #expect(texts == Self.nothingJudged)
    #expect(await calls.count == 1)
  }

  @Test(
    "Earlier findings are dropped if a mapper cancels its test", arguments: [1, 5, 150])
  func found(limit: Int) async throws {
    let calls = Calls()
    let texts = try await issues {
      let check = Task {
        try await expect(
          .mapping { data in
            if await calls.add() == limit { withUnsafeCurrentTask { $0?.cancel() } }
            return try JSONDecoder().decode([Lax].self, from: data)
          }, keeps: Self.avatars(), as: "[Avatar]")
      }
      _ = try await check.value
    }
    #expect(texts == Self.nothingJudged)
    #expect(await calls.count == limit)
  }

  @Test("A check in a cancelled test maps nothing")
  func before() async throws {
    let calls = Calls()
    let texts = try await issues {
      let check = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        try await expect(
          .mapping { _ in await calls.add() }, keeps: Self.avatars(), as: "[Avatar]")
      }
      _ = try await check.value
    }
    #expect(texts == Self.nothingJudged)
    #expect(await calls.count == 0)
  }

  @Test("A mapper that cancels its own work rejects the payload")
  func own() async throws {
    let texts = try await AsyncCheck(
      .mapping { _ -> [Avatar] in
        let task = Task { try await Task.sleep(for: .seconds(600)) }
        task.cancel()
        try await task.value
        return []
      }, keeps: Self.avatars(), as: "[Avatar]", settings: MapperTestSettings(cases: 1)
    ).violations().map(\.description)
    #expect(texts.first?.contains("mapper    rejects it: CancellationError()") == true, "\(texts)")
  }
}
