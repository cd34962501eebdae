import JSONParsing

extension MappingTally {
  /// What a tally has counted, in the order of the plan: what it takes to make it again elsewhere,
  /// with the same contract.
  package struct Contents: Sendable, Equatable {
    /// By line.
    package var lines: [RuleCounts] = []
    /// How often each case was chosen.
    package var cases: [Int] = []
    /// By type.
    package var mentions: [TypeMentions] = []
    /// By type, in ascending order; `nil`: more than are told apart.
    package var identities: [[UInt64]?] = []
    /// By their names, then by mapping.
    package var unmapped: [UnmappedKeys.Key] = []
    /// How many members had a name that is not told apart.
    package var otherUnmappedCount = 0

    package init() {}
  }

  package var contents: Contents {
    var contents = Contents()
    contents.lines = sink.rules
    contents.cases = sink.cases
    contents.mentions = mentions
    contents.identities = identities.map { $0.isFull ? nil : $0.fingerprints }
    contents.unmapped = sink.unmapped.keys.sorted {
      ($0.name, $0.mapping) < ($1.name, $1.mapping)
    }
    contents.otherUnmappedCount = sink.unmapped.otherCount
    return contents
  }

  /// Adds what another tally has counted.
  ///
  /// - Returns: Whether it is of the same plan; else nothing is added.
  package mutating func add(_ contents: Contents) -> Bool {
    let mappings = Int32(mapper.plan.mappings.count)
    guard contents.lines.count == sink.rules.count, contents.cases.count == sink.cases.count,
      contents.mentions.count == mentions.count, contents.identities.count == identities.count,
      contents.unmapped.allSatisfy({ 0..<mappings ~= $0.mapping })
    else { return false }
    sink.add(contents)
    for type in mentions.indices {
      mentions[type].count += contents.mentions[type].count
      mentions[type].anonymous += contents.mentions[type].anonymous
      guard let fingerprints = contents.identities[type] else {
        identities[type].fill()
        continue
      }
      for fingerprint in fingerprints { identities[type].insert(fingerprint) }
    }
    return true
  }

  /// Whether the plan has the line and the mapping of a group.
  package func has(_ group: PayloadProblems.Group) -> Bool {
    -1..<Int32(mapper.plan.parts.sourceRules.count) ~= group.line
      && -1..<Int32(mapper.plan.mappings.count) ~= group.mapping
  }
}
