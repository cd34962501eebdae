import ContractModel
package import JSONParsing
package import RecordScreening

/// The screens of a tally's endpoints.
struct EndpointScreens: Sendable {
  /// By the numbers of endpoints.
  fileprivate var entries: [Entry] = []
  /// The screens in use. Copies of a tally share a screen until one of them continues: only a sole
  /// owner changes a screen.
  fileprivate var running: [RecordScreen?] = []

  fileprivate struct Entry: Sendable {
    /// How many looks there were before there was a screen.
    var lookCount = 0
    /// `nil`: there are too few payloads for a screen, or the contract says what no screen knows.
    var lowered: LoweredScreen?
    #if DEBUG
      var proof: ScreenProof?
    #endif
  }
}

/// A target, lowered.
private struct LoweredScreen: Sendable {
  let plan: ScreenPlan
  let counters: [ScreenCounter]
  /// The rule that reads the payload itself.
  let line: Int32

  init?(_ mapper: Mapper, _ target: Mapper.PlannedTarget) {
    guard case .value(let line) = target.target else { return nil }
    let builder = ScreenBuilder(mapper, line: line)
    guard builder.isOfUse else { return nil }
    (plan, counters, self.line) = (builder.screen, builder.counters, line)
  }
}

extension RecordScreen {
  /// Calls a function with the engine's fingerprint of each identity of the last record, if it was
  /// clean.
  @inline(__always)
  func forEachFingerprint(_ body: (_ type: Int32, UInt64) -> Void) {
    forEachIdentity(
      integer: { body($0, IdentityPart.fingerprint(ofInteger: $1)) },
      text: { body($0, IdentityPart.fingerprint(ofText: $1)) })
  }
}

extension MappingTally {
  /// After this many looks at payloads of an endpoint there is a screen: to make one takes as long as
  /// to judge some. Events are looked at twice, before their lines are parsed and after it.
  private static let leastLooks = 8

  /// Looks whether a payload is clean, and if so, counts it.
  ///
  /// - Parameters:
  ///   - endpoint: As for `add`.
  ///   - maximumDepth: How many arrays and objects may be in each other, the same each time.
  ///   - kernel: How ends of strings are found; one that is available.
  package mutating func screen(
    _ body: Span<UInt8>, as target: Mapper.PlannedTarget, of endpoint: Int, maximumDepth: Int,
    _ kernel: ScreenKernel
  ) -> RecordScreen.Outcome {
    if endpoint >= screens.running.count
      || !isKnownUniquelyReferenced(&screens.running[endpoint])
    {
      begin(endpoint, target, maximumDepth: maximumDepth, kernel)
    }
    guard let screen = screens.running[endpoint] else { return .unknown }
    let outcome = screen.outcome(of: body)
    guard case .clean = outcome else { return outcome }
    screen.forEachFingerprint { identities[Int($0)].insertSoon($1) }
    #if DEBUG
      var proof = screens.entries[endpoint].proof ?? ScreenProof(mapper)
      proof.note(body, as: target, of: endpoint, maximumDepth: maximumDepth, screen)
      screens.entries[endpoint].proof = proof
    #endif
    return outcome
  }

  /// Learns what is new in a payload of which nothing was to be told.
  package mutating func learn(_ body: Span<UInt8>, of endpoint: Int) {
    screens.running[endpoint]?.learn(body)
  }

  /// Makes a screen of an endpoint that no other tally has, once there are payloads enough.
  private mutating func begin(
    _ endpoint: Int, _ target: Mapper.PlannedTarget, maximumDepth: Int, _ kernel: ScreenKernel
  ) {
    while screens.running.count <= endpoint {
      screens.running.append(nil)
      screens.entries.append(EndpointScreens.Entry())
    }
    screens.entries[endpoint].lookCount += 1
    if screens.entries[endpoint].lookCount == Self.leastLooks {
      screens.entries[endpoint].lowered = LoweredScreen(mapper, target)
    }
    settle(endpoint)
    screens.running[endpoint] = screens.entries[endpoint].lowered.map {
      RecordScreen($0.plan, maximumDepth: maximumDepth, kernel)
    }
  }

  // MARK: - Adding up

  /// Adds what screens have counted to the rest.
  package mutating func settle() {
    for endpoint in screens.running.indices { settle(endpoint) }
    for type in identities.indices { identities[type].insertWaiting() }
  }

  /// The tally with what screens have counted.
  package var settled: MappingTally {
    var tally = self
    tally.settle()
    return tally
  }

  /// Adds what the screen of an endpoint has counted, and lets go of it.
  private mutating func settle(_ endpoint: Int) {
    guard let screen = screens.running[endpoint], let lowered = screens.entries[endpoint].lowered
    else { return }
    let counts = screen.counts
    screens.running[endpoint] = nil
    guard counts.recordCount > 0 else { return }
    #if DEBUG
      screens.entries[endpoint].proof?.compare { $0.add(counts, lowered, endpoint) }
      screens.entries[endpoint].proof = nil
    #endif
    add(counts, lowered, endpoint)
  }

  private mutating func add(_ counts: ScreenCounts, _ lowered: LoweredScreen, _ endpoint: Int) {
    var lines = Array(repeating: EventCounts(), count: mapper.plan.tables.lines.count)
    lines[Int(lowered.line)].mapped += counts.recordCount
    for (counter, node) in zip(lowered.counters, counts.nodes) {
      counter.add(node, to: &lines)
      if counter.caseIndex >= 0 { sink.noteCase(counter.caseIndex, count: node.objectCount) }
      for other in node.others { sink.noteUnmapped(other.name, counter.place, count: other.count) }
      guard counter.type >= 0 else { continue }
      mentions[Int(counter.type)].count += node.objectCount
      if !counter.isIdentified { mentions[Int(counter.type)].anonymous += node.objectCount }
    }
    add(lines, of: endpoint)
  }

  // MARK: - What does not pass

  /// The parts of each mapping that keep payloads from being recognised as clean before they are
  /// judged; without the mappings that have none.
  package var screenObstacles: [MemberName: [ScreenObstacle]] {
    var builder = ScreenBuilder(mapper)
    let tables = mapper.plan.tables
    var all: [MemberName: [ScreenObstacle]] = [:]
    for mapping in tables.mappings {
      guard let name = mapper.plan.name(of: mapping) else { continue }
      var obstacles = builder.obstacles(mapping)
      if builder.obstacle(mapping) == nil {
        let lines = mapper.plan.lines(of: mapping).filter {
          obstacles.contains(.line(tables.sourceLines[$0].source)) || !builder.lowers($0)
        }
        let all = lines.map { ScreenObstacle.line(tables.sourceLines[$0].source) }
        obstacles = all + obstacles.filter { !all.contains($0) }
      }
      if !obstacles.isEmpty { all[name] = obstacles }
    }
    return all
  }
}

extension ScreenCounter {
  fileprivate func add(_ node: ScreenCounts.Node, to lines: inout [EventCounts]) {
    for (member, counts) in zip(members, node.members) {
      for line in member.lines {
        lines[Int(line)].mapped += counts.there - counts.null
        lines[Int(line)].null += counts.null
      }
      for line in member.lines + member.below {
        lines[Int(line)].missing += node.objectCount - counts.there
      }
    }
  }
}
