import JSONParsing
import MappingEngine

/// The extensions among mappings, and the names of all mappings.
struct MappingFamilies {
  private(set) var clusters: ShapeClusters
  /// The base of each cluster that extends another one.
  private(set) var bases: [Int: Int] = [:]
  private var extensions: [Int: [Int]] = [:]
  /// For each cluster in a family of extensions, the family's cluster with most objects.
  private(set) var leads: [Int: Int] = [:]
  private(set) var names: [Int: String] = [:]
  /// Names that other mappings of the contract have.
  let taken: Set<String>
  /// The mappings of the contract that are used in place of drafted ones.
  let existing: [Int: String]

  var shapes: ObjectShapes { clusters.shapes }

  init(_ clusters: ShapeClusters, taken: Set<String> = [], _ existing: [Int: String] = [:]) {
    (self.clusters, self.taken, self.existing) = (clusters, taken, existing)
    findBases()
    findLeads()
    giveNames()
    names.merge(existing) { $1 }
  }

  // MARK: - Chains

  /// The maximum number of clusters to search for extensions.
  private static let mostChained = 2_000

  private mutating func findBases() {
    let all = clusters.clusters.filter { cluster in
      !clusters.shapes(of: cluster).contains { shapes[$0].event != nil }
    }
    guard all.count <= Self.mostChained else { return }
    let names = all.map { cluster in
      Set(clusters.shapes(of: cluster).map { Words.typeName(shapes[$0].name, isPlural: true) })
    }
    for (index, cluster) in all.enumerated() {
      var best: (cluster: Int, size: Double)?
      for (otherIndex, other) in all.enumerated() where other != cluster {
        guard !names[index].isDisjoint(with: names[otherIndex]) else { continue }
        let (profile, others) = (clusters.profile(cluster), clusters.profile(other))
        guard others.isPart(of: profile) || isStub(others, of: profile), others.fits(profile) else {
          continue
        }
        if others.size > best?.size ?? 0 { best = (other, others.size) }
      }
      guard let best else { continue }
      bases[cluster] = best.cluster
      extensions[best.cluster, default: []].append(cluster)
    }
  }

  /// Whether objects are short forms of others with the same name: their identity and a few of
  /// their keys.
  private func isStub(_ one: ClusterProfile, of other: ClusterProfile) -> Bool {
    one.keys.count < other.keys.count
      && one.keys.contains { IdentityMember.names.contains(shapes.keys[$0.key]) }
      && one.keys.allSatisfy { $0.share == 1 && other[$0.key]?.share == 1 }
  }

  /// Returns a cluster and its bases, the nearest first.
  func chain(_ cluster: Int) -> [Int] {
    [cluster] + (bases[cluster].map(chain) ?? [])
  }

  /// Returns the shapes of a cluster and of all its extensions.
  func shapesBelow(_ cluster: Int) -> [Int] {
    (extensions[cluster] ?? []).reduce(clusters.shapes(of: cluster)) { $0 + shapesBelow($1) }
  }

  func extensions(of cluster: Int) -> [Int] { extensions[cluster] ?? [] }

  /// Returns the nearest cluster that all given clusters are or extend.
  func common(_ clusters: [Int]) -> Int? {
    let chains = clusters.map(chain)
    return chains.first?.first { cluster in chains.allSatisfy { $0.contains(cluster) } }
  }

  private mutating func findLeads() {
    let families = Dictionary(grouping: clusters.clusters) { chain($0).last ?? $0 }
    for family in families.values where family.count > 1 {
      let lead = family.max { left, right in
        (objectCount(left), keyCount(left), -left) < (objectCount(right), keyCount(right), -right)
      }
      for cluster in family { leads[cluster] = lead }
    }
  }

  private func keyCount(_ cluster: Int) -> Int {
    Set(clusters.shapes(of: cluster).flatMap { shapes[$0].members.map(\.key) }).count
  }

  func objectCount(_ cluster: Int) -> Int {
    clusters.shapes(of: cluster).reduce(0) { $0 + shapes[$1].count }
  }

  /// Whether a cluster is a page, which only occurs as a whole body and has an array of objects
  /// (rule E7 of the design).
  func isPage(_ cluster: Int) -> Bool {
    let own = clusters.shapes(of: cluster).map { shapes[$0] }
    guard own.allSatisfy({ $0.outer == nil && $0.tag == nil && $0.place.count == 1 }),
      bases[cluster] == nil, extensions(of: cluster).isEmpty
    else { return false }
    let members = own.flatMap(\.members)
    let table = shapes.table
    return Set(members.map(\.key)).count <= 4
      && members.contains { member in
        table[member.value].element.map { !table[$0].objects.isEmpty } ?? false
      }
      && !members.contains { !table[$0.value].objects.isEmpty }
  }

  // MARK: - Names

  /// Votes for the names of a cluster, in tenths.
  private typealias Votes = [String: Int]

  private mutating func giveNames() {
    var fallbacks: [Int: [String: String]] = [:]
    let votes = clusters.clusters.map {
      (cluster: $0, votes: self.votes(for: $0, &fallbacks[$0, default: [:]]))
    }
    let best = namesByTags(
      Dictionary(
        votes.map { ($0.cluster, Self.best(of: $0.votes) ?? "Object") }, uniquingKeysWith: { $1 }))
    let pages = Set(clusters.clusters.filter(isPage))
    let ordered = votes.map { cluster, votes in
      // Elements have the names of their pages, which come last.
      (
        pages.contains(cluster) ? 1 : 0, -(votes.values.max() ?? 0),
        -clusters.shapes(of: cluster).count, -objectCount(cluster), votes.keys.min() ?? "", cluster
      )
    }.sorted { $0 < $1 }.map(\.5)
    var taken = taken
    for cluster in ordered {
      var name = best[cluster] ?? "Object"
      if let lead = leads[cluster], lead != cluster {
        let leadName = best[lead] ?? "Object"
        name = chain(cluster).contains(lead) ? "Full" + leadName : leadName + "Summary"
      }
      if taken.contains(name) {
        name =
          pages.contains(cluster)
          ? name + "Page" : fallbacks[cluster]?[name] ?? outerName(of: cluster) + name
      }
      names[cluster] = Words.unused(name, besides: taken)
      taken.insert(names[cluster] ?? name)
    }
  }

  /// Renames clusters that would share a name to the values of their tag, if one tag distinguishes
  /// them: `Review` and `Sale`, not `Feed` and `Feed2`.
  private func namesByTags(_ names: [Int: String]) -> [Int: String] {
    var names = names
    for (_, alike) in Dictionary(grouping: names.keys.sorted(), by: { names[$0] ?? "" })
    where alike.count > 1 {
      let tags = alike.map { cluster in Set(clusters.shapes(of: cluster).map { shapes[$0].tag }) }
      let all = Set(tags.joined())
      guard tags.allSatisfy({ $0.count == 1 }), all.count == alike.count, !all.contains(nil),
        Set(all.map { $0?.name }).count == 1,
        all.allSatisfy({ $0.map { Words.isWord($0.value.text) } ?? false })
      else { continue }
      for (cluster, tag) in zip(alike, tags) {
        if case let tag?? = tag.first { names[cluster] = Words.typeName(tag.value.text) }
      }
    }
    return names
  }

  /// Returns the name with most votes; of several, the shortest.
  private static func best(of votes: Votes) -> String? {
    votes.min { left, right in
      (-left.value, left.key.utf8.count, left.key) < (-right.value, right.key.utf8.count, right.key)
    }?.key
  }

  private func outerName(of cluster: Int) -> String {
    let outer = clusters.shapes(of: cluster).compactMap { shapes[$0].outer }.map { shapes[$0] }
    let first = outer.filter { !$0.isEnvelope }.min { left, right in
      if left.place != right.place { return left.place.lexicographicallyPrecedes(right.place) }
      return (left.tag?.value ?? "") < (right.tag?.value ?? "")
    }
    return first.map { Words.typeName($0.name, isPlural: $0.isPlural) } ?? ""
  }

  /// - Parameter fallbacks: Receives names to use if others are taken.
  private func votes(for cluster: Int, _ fallbacks: inout [String: String]) -> Votes {
    var votes: Votes = [:]
    let own = clusters.shapes(of: cluster).map { shapes[$0] }
    for shape in own {
      let name = Words.typeName(shape.name, isPlural: shape.isPlural)
      if Words.isGeneric(shape.name) {
        // A generic word names nothing by itself, so the name of the outer object counts.
        let prefix = namingPrefix(of: shape)
        let end = name.hasSuffix("Value") ? String(name.dropLast(5)) : name
        votes[prefix.isEmpty ? name : prefix, default: 0] += 1
        if !prefix.isEmpty { fallbacks[prefix] = prefix + end }
      } else {
        let isRoot =
          shape.place.count == 1
          || shape.place.count == 2 && shape.place.last == ObjectShape.element
        votes[name, default: 0] += isRoot ? 30 : 10
      }
    }
    if let tag = namingTag(of: own, votes) { votes[tag, default: 0] += 10_000 }
    return votes
  }

  /// Returns the tag of the parent, or the nearest outer name that is not generic.
  private func namingPrefix(of shape: ObjectShape) -> String {
    if let tag = shape.outer.flatMap({ shapes[$0].tag }) {
      return Words.typeName(tag.value.text, isPlural: true)
    }
    var outer = shape.outer
    while let number = outer, Words.isGeneric(shapes[number].name) { outer = shapes[number].outer }
    return outer.map { Words.typeName(shapes[$0].name, isPlural: shapes[$0].isPlural) } ?? ""
  }

  /// Returns a tag's capitalised value if it is the only one, or the most frequent and already a
  /// name.
  private func namingTag(of own: [ObjectShape], _ votes: Votes) -> String? {
    var counts: [ObjectTag: Int] = [:]
    for shape in own {
      if let tag = shape.tag { counts[tag, default: 0] += shape.count }
    }
    let best = counts.min { ($0.value, $1.key) > ($1.value, $0.key) }
    guard let best else { return nil }
    let text = best.key.value.text
    let isName = Words.isTypeName(text) && text.utf8.count > 1
    let isOnly = counts.count == 1 && own.allSatisfy { $0.tag != nil }
    return isName && (isOnly || votes[text] != nil) ? Words.untaken(text) : nil
  }
}
