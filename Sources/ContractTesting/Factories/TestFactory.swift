import ContractModel
import JSONParsing

/// Makes payloads for tests, each from a definition and the values that differ from it.
///
///     let articles = TestFactory { make in
///       make.define("article") { ["title": "RestKit", "tags": ["a", "b"]] }
///       make.define("avatar", as: "Avatar", of: { try Contract("groups") }) { ["remoteId": 5] }
///     }
///
///     try articles.make("article", ["title": "b"]).string   // {"title":"b","tags":["a","b"]}
///     try articles.make("avatar").insert(into: &store)
///
/// As a trait, `@Suite(.factory(articles))`, it also runs its blocks around each test, and gives
/// each test its own workspace: see `TestWorkspace`.
public final class TestFactory: Sendable {
  let setup: Setup
  private let made = Mutex<[MemberName: TestPayload]>([:])
  private let once = Mutex<Task<Void, any Error>?>(nil)

  /// - Parameter define: Defines payloads, and blocks that run around tests.
  public init(_ define: (inout Setup) -> Void = { _ in }) {
    var setup = Setup()
    define(&setup)
    self.setup = setup
  }

  /// Runs the blocks that run once, for the first caller. All callers wait until they are done.
  ///
  /// - Throws: The error of the first block that threw, at each call.
  func runOnce() async throws {
    let blocks = setup.onceBlocks
    guard !blocks.isEmpty else { return }
    let task = once.withLock { once in
      // The task is detached because the blocks must not have the first test's task-local values.
      let task = once ?? Task.detached { for block in blocks { try await block() } }
      once = task
      return task
    }
    try await task.value
  }

  /// Makes a payload: `try factory.make("article", ["title": "Testing", "editor": nil])`.
  ///
  /// - Parameters:
  ///   - name: The definition's name.
  ///   - values: The values by property; they replace those of the definition.
  /// - Throws: `TestSetupError` if there is no such definition, if definitions refer to each other
  ///   in a cycle, or if the contract rejects the values; the errors of the definition.
  public func make(_ name: String, _ values: PropertyValues = [:]) throws -> TestPayload {
    try payload(MemberName(name), values)
  }

  /// Returns the payload of a definition that this factory makes once, and returns to all callers.
  ///
  /// - Throws: The errors of `make`.
  public func shared(_ name: String) throws -> TestPayload {
    let key = MemberName(name)
    if let payload = made.withLock({ $0[key] }) { return payload }
    // Made without the lock, because a definition may make other payloads. The first of two
    // concurrent payloads is kept.
    let payload = try payload(key, [:])
    return made.withLock { made in
      let first = made[key] ?? payload
      made[key] = first
      return first
    }
  }

  // MARK: - Definitions

  /// The definitions that are being made, outermost first.
  @TaskLocal private static var trail: [Step] = []

  private struct Step: Hashable {
    let factory: ObjectIdentifier
    let name: MemberName
  }

  private func payload(_ name: MemberName, _ values: PropertyValues) throws -> TestPayload {
    let definition = try definition(name)
    let step = Step(factory: ObjectIdentifier(self), name: name)
    let trail = Self.trail + [step]
    if let start = Self.trail.firstIndex(of: step) {
      let circle = trail[start...].map { displayed($0.name.text) }.joined(separator: " → ")
      throw TestSetupError("the definitions make each other: \(circle)")
    }
    let own = try Self.$trail.withValue(trail) { try definition.values(self) }
    return try definition.payload(own.overridden(by: values))
  }

  private func definition(_ name: MemberName) throws -> Definition {
    let named = setup.definitions.filter { $0.name == name }
    guard let definition = named.first else {
      let names = setup.definitions.map(\.name.text)
      throw TestSetupError(
        "the factory has no definition \(quoted(name.text))",
        notes: didYouMean(name.text, among: names).map { [$0] } ?? [])
    }
    guard named.count == 1 else {
      throw TestSetupError("the factory has \(named.count) definitions \(quoted(name.text))")
    }
    return definition
  }
}
