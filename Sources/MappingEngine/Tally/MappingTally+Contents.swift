import JSONParsing

extension MappingTally {
  /// The counts of a tally, in the order of the plan: enough to remake it with the same contract.
  package struct Contents: Codable, Equatable, Sendable {
    package var endpoints: [Endpoint] = []
    /// How often each case was chosen.
    package var cases: [Int] = []
    package var mentions: [TypeMentions] = []
    /// The identities by type, in ascending order; `nil`, if there are more than a set can hold.
    package var identities: [[FingerprintText]?] = []
    /// The unmapped keys, by name, then by place.
    package var unmapped: [UnmappedKeys.Key] = []
    /// The number of members whose name is not distinguished.
    package var otherUnmappedCount = 0

    /// The results of lines in the payloads of an endpoint.
    package struct Endpoint: Codable, Equatable, Sendable {
      package var number: Int
      /// The lines that ran, in the order of the plan.
      package var lines: [Line]
    }

    package struct Line: Codable, Equatable, Sendable {
      /// The line's number in the plan.
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

  /// Returns whether a tally of the same plan may have these contents.
  package func admits(_ contents: Contents) -> Bool {
    let (places, lines) = (mapper.plan.tables.places.indices, mapper.plan.tables.lines.indices)
    return contents.endpoints.allSatisfy { $0.lines.allSatisfy { lines.contains($0.number) } }
      && contents.cases.count == sink.cases.count && contents.mentions.count == mentions.count
      && contents.identities.count == identities.count
      && contents.unmapped.allSatisfy { places.contains(Int($0.place)) }
  }

  /// Adds the counts of another tally, which `admits` accepts.
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
}
