import JSONParsing

extension MappingTally {
  /// The counts of a tally, in the order of the plan: all that it takes to make it again elsewhere,
  /// with the same contract.
  package struct Contents: Codable, Equatable, Sendable {
    /// By endpoint.
    package var endpoints: [Endpoint] = []
    /// How often each case was chosen.
    package var cases: [Int] = []
    /// By type.
    package var mentions: [TypeMentions] = []
    /// By type, in ascending order; `nil`: more than are distinguished.
    package var identities: [[FingerprintText]?] = []
    /// By their names, then by place.
    package var unmapped: [UnmappedKeys.Key] = []
    /// How many members had a name that is not distinguished.
    package var otherUnmappedCount = 0

    /// The finds of lines in the payloads of an endpoint.
    package struct Endpoint: Codable, Equatable, Sendable {
      package var number: Int
      /// The lines that ran, in the order of the plan.
      package var lines: [Line]
    }

    /// The finds of a line.
    package struct Line: Codable, Equatable, Sendable {
      /// Its number in the plan.
      package var number: Int
      package var counts: EventCounts
    }
  }

  package var contents: Contents {
    var contents = Contents()
    contents.endpoints = countsByEndpoint.map { endpoint, counts in
      let lines = counts.indices.filter { counts[$0].total > 0 }
      return Contents.Endpoint(
        number: endpoint, lines: lines.map { Contents.Line(number: $0, counts: counts[$0]) })
    }
    contents.cases = sink.cases
    contents.mentions = mentions
    contents.identities = identities.map { set in
      set.isFull ? nil : set.fingerprints.map(FingerprintText.init)
    }
    contents.unmapped = sink.unmapped.keys.sorted {
      ($0.name, $0.place) < ($1.name, $1.place)
    }
    contents.otherUnmappedCount = sink.unmapped.otherCount
    return contents
  }

  /// Whether a tally of the same plan may have such contents.
  package func admits(_ contents: Contents) -> Bool {
    let (places, lines) = (mapper.plan.tables.places.indices, mapper.plan.tables.lines.indices)
    return contents.endpoints.allSatisfy { $0.lines.allSatisfy { lines.contains($0.number) } }
      && contents.cases.count == sink.cases.count && contents.mentions.count == mentions.count
      && contents.identities.count == identities.count
      && contents.unmapped.allSatisfy { places.contains(Int($0.place)) }
  }

  /// Adds what another tally has counted.
  ///
  /// - Parameter contents: Such as `admits` takes.
  package mutating func add(_ contents: Contents) {
    let lines = mapper.plan.tables.lines.indices
    sink.add(contents)
    for endpoint in contents.endpoints {
      var counts = Array(repeating: EventCounts(), count: lines.count)
      for line in endpoint.lines { counts[line.number].merge(line.counts) }
      add(counts, of: endpoint.number)
    }
    for type in mentions.indices {
      mentions[type].count += contents.mentions[type].count
      mentions[type].anonymous += contents.mentions[type].anonymous
      guard let fingerprints = contents.identities[type] else {
        identities[type].fill()
        continue
      }
      for fingerprint in fingerprints { identities[type].insert(fingerprint.wrappedValue) }
    }
  }

  /// Whether the plan has the line and the mapping of a group.
  package func has(_ group: PayloadProblems.Group) -> Bool {
    let (lines, mappings) = (mapper.plan.tables.sourceLines, mapper.plan.tables.mappings)
    return group.line.map { lines.indices.contains(Int($0)) } ?? true
      && group.mapping.map { mappings.indices.contains(Int($0)) } ?? true
  }
}
