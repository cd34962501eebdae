import Foundation
import JSONParsing
import MappingEngine

/// Clusters of shapes, each of which becomes one mapping.
///
/// Shapes with one key set form a group. A group joins the most similar cluster, and clusters are
/// united if one key of one mapping leads to them. The constants were chosen with real traffic of
/// seven services.
struct ShapeClusters {
  let shapes: ObjectShapes
  /// For each shape, another one of the same cluster that is nearer to the cluster's first shape.
  private var parents: [Int]
  private var profiles: [Int: ClusterProfile] = [:]
  private var members: [Int: [Int]] = [:]

  /// The minimum similarity of a group and the cluster that it joins; it is lower if they share a
  /// name.
  private static let (leastAlike, leastAlikeNamed) = (0.72, 0.5)
  /// How many of a cluster's required keys may become optional: a share, and a minimum number.
  private static let (lostShare, lostCount) = (0.25, 2.0)

  init(_ shapes: ObjectShapes) {
    self.shapes = shapes
    parents = Array(shapes.shapes.indices)
    joinGroups()
    for shape in shapes.shapes.indices where shapes[shape].isMapped {
      members[cluster(of: shape), default: []].append(shape)
    }
    close()
  }

  /// The clusters, each identified by its first shape, in ascending order.
  var clusters: [Int] { members.keys.sorted() }

  /// Returns the shapes of a cluster, in ascending order.
  func shapes(of cluster: Int) -> [Int] { members[cluster] ?? [] }

  func cluster(of shape: Int) -> Int {
    var shape = shape
    while parents[shape] != shape { shape = parents[shape] }
    return shape
  }

  func targets(_ objects: [TaggedObjects]) -> [Int] {
    targets(objects.compactMap { shapes.shape(of: $0.id) })
  }

  private func targets(_ shapes: [Int]) -> [Int] {
    Set(shapes.filter { self.shapes[$0].isMapped }.map(cluster(of:))).sorted()
  }

  /// Whether any of the objects is nested in an object of its own cluster.
  func areNested(_ objects: [TaggedObjects]) -> Bool {
    objects.contains { object in
      guard let number = shapes.shape(of: object.id) else { return false }
      var outer = shapes[number].outer
      while let next = outer, cluster(of: next) != cluster(of: number) {
        outer = shapes[next].outer
      }
      return outer != nil
    }
  }

  /// - Returns: Whether they were two clusters.
  private mutating func unite(_ one: Int, _ other: Int) -> Bool {
    let (one, other) = (cluster(of: one), cluster(of: other))
    guard one != other else { return false }
    let (first, second) = (min(one, other), max(one, other))
    parents[second] = first
    if let added = members.removeValue(forKey: second) {
      members[first] = ((members[first] ?? []) + added).sorted()
    }
    profiles[first] = nil
    profiles[second] = nil
    return true
  }

  mutating func profile(_ cluster: Int) -> ClusterProfile {
    if let profile = profiles[cluster] { return profile }
    let profile = ClusterProfile(shapes(of: cluster).map { shapes[$0] })
    profiles[cluster] = profile
    return profile
  }
}

// MARK: - Groups

extension ShapeClusters {
  /// The key set of shapes; for few keys also the name.
  private struct GroupKey: Hashable {
    var keys: [Int]
    var name: String
    var event: MemberName?
  }

  private struct Representative {
    var shapes: [Int]
    var profile: ClusterProfile
    var names: Set<String>
    var key: GroupKey
  }

  private mutating func joinGroups() {
    var groups: [GroupKey: [Int]] = [:]
    for (number, shape) in shapes.shapes.enumerated() where shape.isMapped {
      groups[key(of: shape), default: []].append(number)
    }
    var frequencies: [Int: Int] = [:]
    for key in groups.keys.flatMap(\.keys) { frequencies[key, default: 0] += 1 }
    let weights = frequencies.mapValues { log(1 + Double(groups.count) / Double($0)) }
    let ordered = groups.map {
      (key: $0, shapes: $1, count: $1.reduce(0) { $0 + shapes[$1].count })
    }
    .sorted { left, right in
      let (size, other) = ((left.count, left.key.keys.count), (right.count, right.key.keys.count))
      if size != other { return size > other }
      if left.key.keys != right.key.keys {
        return left.key.keys.lexicographicallyPrecedes(right.key.keys)
      }
      if left.key.name != right.key.name { return left.key.name < right.key.name }
      return left.key.event ?? "" < right.key.event ?? ""
    }
    var representatives: [Representative] = []
    var byKey: [Int: Set<Int>] = [:]
    for group in ordered {
      let profile = ClusterProfile(group.shapes.map { shapes[$0] })
      let names = Set(group.shapes.map { Words.typeName(shapes[$0].name, isPlural: true) })
      let candidates = Self.candidates(group.key.keys, byKey)
      let best = best(of: candidates, representatives, profile, names, group.key, weights)
      let index = best ?? representatives.count
      if best == nil {
        representatives.append(
          Representative(shapes: group.shapes, profile: profile, names: names, key: group.key))
      } else {
        representatives[index].shapes += group.shapes
        representatives[index].profile.add(profile)
        if representatives[index].shapes.count < 3 {
          representatives[index].names.formUnion(names)
        }
      }
      for key in group.key.keys { byKey[key, default: []].insert(index) }
    }
    for representative in representatives {
      for shape in representative.shapes.dropFirst() {
        _ = unite(representative.shapes[0], shape)
      }
    }
  }

  /// The maximum number of clusters to compare a group with: those that share most of its keys.
  private static let mostCandidates = 256

  private static func candidates(_ keys: [Int], _ byKey: [Int: Set<Int>]) -> [Int] {
    var counts: [Int: Int] = [:]
    for index in keys.flatMap({ byKey[$0] ?? [] }) { counts[index, default: 0] += 1 }
    guard counts.count > mostCandidates else { return counts.keys.sorted() }
    let best = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    return best.prefix(mostCandidates).map(\.key).sorted()
  }

  private func key(of shape: ObjectShape) -> GroupKey {
    let keys = shape.members.map(\.key)
    let hasIdentity = keys.contains { IdentityMember.names.contains(shapes.keys[$0]) }
    let isTiny = keys.count <= 2 || keys.count <= 3 && hasIdentity
    let name = shape.tag?.value.text ?? Words.typeName(shape.name, isPlural: true)
    return GroupKey(keys: keys, name: isTiny ? name : "", event: shape.event)
  }

  private func best(
    of candidates: [Int], _ representatives: [Representative], _ profile: ClusterProfile,
    _ names: Set<String>, _ key: GroupKey, _ weights: [Int: Double]
  ) -> Int? {
    var best: (index: Int, score: Double)?
    for index in candidates {
      let other = representatives[index]
      guard other.key.event == key.event, key.name.isEmpty || other.key.name == key.name else {
        continue
      }
      let alike = profile.similarity(to: other.profile, weights)
      let isNamed = !names.isDisjoint(with: other.names) && profile.keys.count > 1
      guard alike >= Self.leastAlike || isNamed && alike >= Self.leastAlikeNamed else { continue }
      let required = other.profile.keys.filter { $0.share >= 0.99 }
      let lost = Double(required.count { profile[$0.key] == nil })
      let isLoss = lost > max(Self.lostCount, Self.lostShare * Double(required.count))
      guard !isLoss || key.event != nil else { continue }
      let score = alike + (isNamed ? 1 : 0)
      if score > best?.score ?? 0 { best = (index, score) }
    }
    return best?.index
  }
}

// MARK: - One key, one thing

extension ShapeClusters {
  private mutating func close() {
    while closeRoots() || closeKeys() {}
  }

  private mutating func closeRoots() -> Bool {
    var isChanged = false
    for root in shapes.roots {
      let targets = targets(root.map(\.shape))
      for target in targets.dropFirst() {
        let (first, other) = (cluster(of: targets[0]), cluster(of: target))
        guard first != other else { continue }
        if arePartAndWhole(first, other) || profile(first).isKin(of: profile(other)) {
          isChanged = unite(first, other) || isChanged
        }
      }
    }
    return isChanged
  }

  /// The tag of an outer object, and that of an object in it.
  private typealias Tags = [ObjectTag?]

  private mutating func closeKeys() -> Bool {
    var isChanged = false
    for cluster in clusters {
      while members[cluster] != nil, closeKeys(of: shapes(of: cluster)) { isChanged = true }
    }
    for root in shapes.roots {
      let envelopes = root.map(\.shape).filter { shapes[$0].isEnvelope }
      while closeKeys(of: envelopes) { isChanged = true }
    }
    return isChanged
  }

  private mutating func closeKeys(of own: [Int]) -> Bool {
    var targets: [Int: [Tags: Set<Int>]] = [:]
    for shape in own {
      for member in shapes[shape].members {
        for inner in member.inner where shapes[inner.shape].isMapped {
          let tags = [shapes[shape].tag, inner.tag]
          targets[member.key, default: [:]][tags, default: []]
            .insert(self.cluster(of: inner.shape))
        }
      }
    }
    for (_, byTags) in targets.sorted(by: { $0.key < $1.key }) {
      let all = byTags.values.reduce(into: Set<Int>()) { $0.formUnion($1) }.sorted()
      if all.count > 1, closeTargets(all, byTags) { return true }
    }
    return false
  }

  private mutating func closeTargets(_ all: [Int], _ byTags: [Tags: Set<Int>]) -> Bool {
    var isChanged = false
    let sorted = byTags.sorted { left, right in
      left.key.lexicographicallyPrecedes(right.key) { $0.isBefore($1) }
    }
    for (tags, own) in sorted where tags != [nil, nil] {
      // Objects with one tag at one key are of one mapping.
      let own = own.sorted()
      for target in own.dropFirst() {
        isChanged = unite(own[0], target) || isChanged
      }
    }
    if isChanged { return true }
    let areSmall = areSmall(all)
    let areOthers = Self.areDistinguished(byTags) && !areSmall
    for target in all.dropFirst() {
      let (first, other) = (self.cluster(of: all[0]), self.cluster(of: target))
      // A line has one type, so keys that only one of two objects has would have no line.
      guard first != other,
        !areOthers || arePartAndWhole(first, other)
      else { continue }
      isChanged = unite(first, other) || isChanged
    }
    return isChanged
  }

  /// Whether clusters are small objects without an identity, such as changes.
  private func areSmall(_ clusters: [Int]) -> Bool {
    clusters.allSatisfy { cluster in
      let keys = Set(shapes(of: cluster).flatMap { shapes[$0].members.map(\.key) })
      return keys.count <= 3
        && !keys.contains { IdentityMember.names.contains(shapes.keys[$0]) }
    }
  }

  /// Whether the outer or the inner tag distinguishes the targets.
  private static func areDistinguished(_ byTags: [Tags: Set<Int>]) -> Bool {
    [0, 1].contains { side in
      var targets: [ObjectTag: Set<Int>] = [:]
      for (tags, own) in byTags {
        guard let tag = tags[side] else { return false }
        targets[tag, default: []].formUnion(own)
      }
      let all = targets.values.reduce(into: Set<Int>()) { $0.formUnion($1) }
      return targets.count > 1 && all.count > 1 && targets.values.allSatisfy { $0.count <= 2 }
        && Set(targets.keys.map(\.name)).count == 1
    }
  }

  /// Whether the objects of one cluster have a part of the keys of the other cluster's objects.
  private mutating func arePartAndWhole(_ one: Int, _ other: Int) -> Bool {
    let (one, other) = (profile(one), profile(other))
    return one.isPart(of: other) || other.isPart(of: one)
  }
}
