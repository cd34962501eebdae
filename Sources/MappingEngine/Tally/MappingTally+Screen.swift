import ContractModel
package import JSONParsing
package import RecordScreening

struct EndpointScreens: Sendable {
  /// The entries by endpoint number.
  fileprivate var entries: [Entry] = []
  /// The screens in use, by endpoint number. Copies of a tally share a screen until one of them
  /// continues: only a sole owner changes a screen.
  fileprivate var running: [RecordScreen?] = []

  fileprivate struct Entry: Sendable {
    /// The number of payloads seen before the screen was made.
    var lookCount = 0
    /// The compiled screen; `nil`, after too few payloads, or if screens cannot check the contract.
    var lowered: LoweredScreen?
    #if DEBUG
      var proof: ScreenProof?
    #endif
  }
}

/// A target, compiled into a screen.
private struct LoweredScreen: Sendable {
  let plan: ScreenPlan
  let counters: [ScreenCounter]
  /// The line that reads the payload itself.
  let line: Int32

  init?(_ mapper: Mapper, _ target: PlanTarget) {
    guard case .value(let line) = target else { return nil }
    let builder = ScreenBuilder(mapper, line: line)
    guard builder.isOfUse else { return nil }
    (plan, counters, self.line) = (builder.screen, builder.counters, line)
  }
}

extension RecordScreen {
  /// Passes on the engine's fingerprint of each identity in the last record, if it was clean.
  @inline(__always)
  func forEachFingerprint(_ body: (_ type: Int32, UInt64) -> Void) {
    forEachIdentity(
      integer: { body($0, IdentityPart.fingerprint(ofInteger: $1)) },
      text: { body($0, IdentityPart.fingerprint(ofText: $1)) })
  }
}

extension MappingTally {
  /// The number of payloads of an endpoint after which a screen is made; making it takes as long as
  /// checking a few payloads. Each event counts twice: before and after parsing.
  private static let leastLooks = 8

  /// Checks whether a payload is clean, and if so, counts it.
  ///
  /// - Parameters:
  ///   - maximumDepth: The maximum nesting of arrays and objects; the same for every call.
  ///   - kernel: The kernel that finds the ends of strings; it must be available.
  package mutating func screen(
    _ body: Span<UInt8>, as target: PlanTarget, of endpoint: Int, maximumDepth: Int,
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

  /// Lets the screen learn the new parts of a payload that had no problems.
  package mutating func learn(_ body: Span<UInt8>, of endpoint: Int) {
    screens.running[endpoint]?.learn(body)
  }

  /// Makes a screen for an endpoint that no other tally shares, once there are enough payloads.
  private mutating func begin(
    _ endpoint: Int, _ target: PlanTarget, maximumDepth: Int, _ kernel: ScreenKernel
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

  /// Adds the counts of the screens to the tally.
  package mutating func settle() {
    for endpoint in screens.running.indices { settle(endpoint) }
    for type in identities.indices { identities[type].insertWaiting() }
  }

  /// A copy of the tally, with the counts of the screens added.
  package var settled: MappingTally {
    var tally = self
    tally.settle()
    return tally
  }

  /// Adds the counts of an endpoint's screen, and releases the screen.
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

  // MARK: - Obstacles

  /// For each mapping, the parts that prevent payloads from being recognised as clean before the
  /// engine checks them; mappings without obstacles are omitted.
  package var screenObstacles: [MemberName: [ScreenObstacle]] {
    var builder = ScreenBuilder(mapper)
    let tables = mapper.plan.tables
    var all: [MemberName: [ScreenObstacle]] = [:]
    for mapping in tables.mappings {
      guard let name = mapper.plan.name(of: mapping) else { continue }
      var obstacles = builder.obstacles(mapping)
      if builder.obstacle(mapping) == nil {
        let lines = mapper.plan.tables.lines(of: mapping).filter {
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
