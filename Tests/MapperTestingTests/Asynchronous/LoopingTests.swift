import Foundation
import Testing

@testable import MapperTesting

private enum Trace { @TaskLocal static var name = "none" }

/// Returns the size of the payload that it is given.
private actor Counter {
  private(set) var count = 0

  func load(_ data: Data) async -> Int {
    await Task.yield()
    count += 1
    return data.count
  }
}

@MainActor
private final class MainImporter {
  var count = 0

  func load(_ data: Data) -> Int {
    count += 1
    return data.count
  }
}

/// Calls a mapper with `[]` several times, and returns the results.
private nonisolated(nonsending) func answers(
  _ mapper: AsyncMapperUnderTest, count: Int = 1
) async throws -> [String] {
  let mapper = Handover(mapper)
  return try await looping { rendezvous in
    let mapper = mapper.value.answered(rendezvous)
    return (0..<count).map { _ in
      var session = mapper.makeSession()
      let answer = session.map(Array("[]".utf8))
      return mapper.read {
        switch answer {
        case .value(let value): "\(value)"
        case .stored(let objects):
          objects.byType.map { type, all in
            "\(type): \(all.map { "\(ReflectedText(complete: $0))" }.joined(separator: ", "))"
          }.joined(separator: ", ")
        case .refused(let refusal): refusal.reason
        }
      }
    }
  }
}

@Suite("A blocking check hands asynchronous calls to the test's task")
struct LoopingTests {
  @Test("Check and mapper know the test and have its task-local values")
  func attribution() async throws {
    let own = Test.current?.name
    try await Trace.$name.withValue("mine") {
      let mapper = Handover(
        AsyncMapperUnderTest.mapping { _ in
          await Task.yield()
          return "\(Test.current?.name ?? "") \(Trace.name)"
        })
      let found = try await looping { rendezvous in
        var session = mapper.value.answered(rendezvous).makeSession()
        guard case .value(let value) = session.map([]) else { return ["nothing"] }
        return ["\(value)", "\(Test.current?.name ?? "") \(Trace.name)"]
      }
      #expect(found == ["\(own ?? "?") mine", "\(own ?? "?") mine"])
    }
  }

  @Test("On the main actor, mappers of the main actor run there, and their results are read there")
  @MainActor
  func mainActor() async throws {
    let importer = MainImporter()
    let mapper = AsyncMapperUnderTest.mapping { data in
      await Task.yield()
      MainActor.assertIsolated()
      return importer.load(data)
    }
    #expect(try await answers(mapper, count: 100) == Array(repeating: "2", count: 100))
    #expect(importer.count == 100)
    try await looping { $0.read { MainActor.assertIsolated() } }
    let caught = AsyncMapperUnderTest.mapping { [importer] data in
      MainActor.assertIsolated()
      await Task.yield()
      return importer.load(data)
    }
    #expect(try await answers(caught) == ["2"])
  }

  @Test("Elsewhere, a mapper may run on the main actor or on its own")
  func otherActors() async throws {
    let importer = await MainActor.run { MainImporter() }
    #expect(try await answers(.mapping { await importer.load($0) }) == ["2"])
    let counter = Counter()
    #expect(try await answers(.mapping { await counter.load($0) }, count: 3) == ["2", "2", "2"])
    #expect(await counter.count == 3)
  }

  @Test("On the main actor, a mapper may await work of the main actor and queue")
  @MainActor
  func mainQueue() async throws {
    let task = AsyncMapperUnderTest.mapping { data in
      await Task { @MainActor in data.count }.value
    }
    #expect(try await answers(task) == ["2"])
    let queue = AsyncMapperUnderTest.mapping { data in
      await withCheckedContinuation { next in
        DispatchQueue.main.async { next.resume(returning: data.count) }
      }
    }
    #expect(try await answers(queue) == ["2"])
  }

  @Test("A mapper may block on the main thread when it runs elsewhere")
  @MainActor
  func mainThread() async throws {
    let mapper = AsyncMapperUnderTest.mapping { @concurrent data in
      DispatchQueue.main.sync { data.count }
    }
    #expect(try await answers(mapper) == ["2"])
  }

  @Test("Non-Sendable classes, structures and actors may be stores")
  func stores() async throws {
    final class List { var all: [String] = [] }
    let list = AsyncMapperUnderTest.mapping(into: List()) { data, store in
      await Task.yield()
      store.all.append("\(data.count)")
    } objects: {
      $0.all
    }
    let structure = AsyncMapperUnderTest.mapping(into: [String]()) { data, store in
      await Task.yield()
      store.append("\(data.count)")
    } objects: {
      $0
    }
    let actor = AsyncMapperUnderTest.mapping(into: Counter()) { data, store in
      _ = await store.load(data)
    } objectsByType: {
      ["Counter": [await $0.count]]
    }
    #expect(try await answers(list, count: 2) == ["String: \"2\"", "String: \"2\""])
    #expect(try await answers(structure, count: 2) == ["String: \"2\"", "String: \"2\""])
    #expect(try await answers(actor, count: 2) == ["Counter: 1", "Counter: 1"])
  }

  @Test("A mapper of JSON values gets only valid JSON, and nil rejects like an error")
  func refusals() async throws {
    let json = AsyncMapperUnderTest.mappingJSON { json in
      await Task.yield()
      return (json as? [Int])?.first
    }
    #expect(try await answers(json) == ["it returns nil"])
    struct Refused: Error {}
    let thrown = AsyncMapperUnderTest.mapping { _ -> Int in
      await Task.yield()
      throw Refused()
    }
    #expect(try await answers(thrown) == ["Refused()"])
  }

  @Test("A check inside of a mapper does not wait for the outer check")
  func nested() async throws {
    let counts = try await withThrowingTaskGroup { group in
      for _ in 0..<50 {
        group.addTask {
          try await answers(.mapping { _ in try await answers(.mapping { $0.count }).count })
        }
      }
      return try await group.reduce(0) { $0 + $1.count }
    }
    #expect(counts == 50)
  }
}
