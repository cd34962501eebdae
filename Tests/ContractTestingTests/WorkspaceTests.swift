import Foundation
import JSONParsing
import Testing

@testable import ContractTesting

@Suite("Each test has its own store and folder", .freshStore)
struct WorkspaceTests {
  @Test("A test starts with no objects and an empty folder", arguments: 1...4)
  func fresh(number: Int) throws {
    let workspace = try TestWorkspace.current
    #expect(workspace.store.allObjects.isEmpty)
    #expect(try FileManager.default.contentsOfDirectory(atPath: workspace.folder.path) == [])
    #expect(workspace.baseURL == nil)
    workspace.withStore { _ = $0.insert("A") }
    try Data().write(to: workspace.folder.appending(path: "a"))
    #expect(workspace.store.count(ofType: "A") == 1)
  }

  @Suite("Inner suites inherit the trait")
  struct Inner {
    @Test("A test of an inner suite has one workspace", .freshStore)
    func inner() throws { #expect(try TestWorkspace.current.store.allObjects.isEmpty) }
  }
}

@Suite("Blocks of a factory run around each test")
struct FactoryBlockTests {
  private struct Failure: Error {}

  private final class Journal: Sendable {
    private let lines = Mutex<[String]>([])
    var text: String { lines.withLock { $0.joined(separator: " ") } }
    func write(_ line: String) { lines.withLock { $0.append(line) } }
  }

  private func factory(_ journal: Journal, failing: String = "") -> TestFactory {
    TestFactory { make in
      make.baseURL = URL(string: "http://localhost:4567")
      make.once { journal.write("once") }
      for name in ["before", "after"] {
        let block: TestFactory.Setup.Block = {
          journal.write("\(name)(\(try TestWorkspace.current.store.allObjects.count))")
          if failing.contains(name) { throw Failure() }
        }
        if name == "before" { make.beforeEach(block) } else { make.afterEach(block) }
      }
      make.afterEach { journal.write("first") }
    }
  }

  private func run(
    _ factory: TestFactory, _ body: @Sendable @escaping (TestWorkspace) throws -> Void
  ) async throws {
    let test = try #require(Test.current)
    try await WorkspaceTrait(factory: factory).provideScope(for: test, testCase: nil) {
      try body(TestWorkspace.current)
    }
  }

  @Test("Blocks run once, or before and after each test in reverse order")
  func order() async throws {
    let journal = Journal()
    let factory = factory(journal)
    for _ in 1...2 {
      try await run(factory) { workspace in
        #expect(workspace.baseURL?.port == 4567)
        workspace.withStore { _ = $0.insert("A") }
      }
    }
    #expect(journal.text == "once before(0) first after(1) before(0) first after(1)")
  }

  @Test("A throwing test is cleaned up, and its error is reported")
  func throwing() async throws {
    let journal = Journal()
    let folder = Mutex<URL?>(nil)
    await #expect(throws: Failure.self) {
      try await run(factory(journal)) { workspace in
        folder.withLock { $0 = workspace.folder }
        try Data().write(to: workspace.folder.appending(path: "a"))
        throw Failure()
      }
    }
    let path = try #require(folder.withLock { $0?.path })
    #expect(!FileManager.default.fileExists(atPath: path))
    #expect(journal.text == "once before(0) first after(0)")
  }

  @Test("A block that throws before a test fails it; the blocks after the test run")
  func throwingBefore() async {
    let journal = Journal()
    await #expect(throws: Failure.self) {
      try await run(factory(journal, failing: "before")) { _ in journal.write("test") }
    }
    #expect(journal.text == "once before(0) first after(0)")
  }

  @Test("A block that throws after a test fails it")
  func throwingAfter() async {
    await #expect(throws: Failure.self) {
      try await run(factory(Journal(), failing: "after")) { _ in }
    }
  }

  @Test("All tests wait for blocks that run once, and fail with them")
  func once() async {
    let count = Mutex(0)
    let factory = TestFactory { make in
      make.once {
        count.withLock { $0 += 1 }
        throw Failure()
      }
    }
    for _ in 1...3 {
      await #expect(throws: Failure.self) { try await run(factory) { _ in } }
    }
    #expect(count.withLock { $0 } == 1)
  }

  @Test("A test without a workspace gets an error that names the trait to add")
  func none() {
    #expect(
      complaint { _ = try TestWorkspace.current } == """
        the test has no workspace
          add .freshStore or .factory(…) to the test or its suite
        """)
  }
}
