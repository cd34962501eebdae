import CaptureChecking
import ContractModel
import DraftWriting
import JSONParsing
import MappingEngine

/// The lines of keys that no line of a contract reads, with the mappings that they use.
struct KeyAdditions {
  /// A mapping or an endpoint of the contract, to which lines are added.
  private struct Site {
    let origin: Origin
    let lines: [PropertyLine]
    var mapping: ContractMapping?
    /// The object with the lines, which is `nil` if it has to be added to the one around it; there
    /// are none if no line can be added.
    let object: (map: JSONValue?, outer: JSONValue)?
  }

  /// The lines that are added to an object of the contract.
  private var rows: [(lines: [DraftedLine], map: JSONValue?, outer: JSONValue)] = []
  private(set) var mappingRows: [String] = []
  private(set) var remainders: [ContractUpdate.Remainder] = []
  private let lines: ContractLines
  private let contract: Contract
  private let index: MappingIndex

  init(
    _ lines: ContractLines, _ text: [UInt8], _ evidence: UpdateEvidence, _ names: Set<String>
  ) {
    (self.lines, contract) = (lines, evidence.contract)
    index = MappingIndex(contract)
    guard evidence.changes.contains(.newKeys), let probe = evidence.probe else { return }
    var (added, nullable): (Set<UpdateProbe.NewKey>, Set<UpdateProbe.NewKey>) = ([], [])
    for (owner, keys) in Dictionary(grouping: Self.added(probe), by: \.owner) {
      let site = site(owner)
      let readers =
        site.mapping.map { KeyReaders(besides: $0, index, contract) }
        ?? KeyReaders(beside: site.lines)
      for key in keys where !Self.isStruckOut(key, at: site, text) {
        if let reason = Self.reason(against: key, at: site, readers) {
          remainders.append(
            ContractUpdate.Remainder(
              path: site.origin.path, offset: site.origin.range.lowerBound,
              message: "no line reads \(quoted(key.source.text)), "
                + "found \(probe.keys[key]?.all ?? 0)×\(reason)"))
        } else {
          added.insert(key)
          if readers.admitNull(before: key.source) { nullable.insert(key) }
        }
      }
    }
    let (values, keys) = probe.summary(of: added)
    var existing = ContractDraft.Existing(names: names)
    existing.answers = keys.mapValues(\.name.text)
    existing.mappings = ExistingMappings(evidence)
    let draft = ContractDraft.draft(ofPayloads: values, existing)
    mappingRows = draft.mappingRows
    let drafted = draft.endpointRows.compactMap { row in
      keys[MemberName(row.selector)].flatMap { key in row.type.map { (key: key, type: $0) } }
    }
    for (owner, keys) in Dictionary(grouping: drafted, by: \.key.owner)
      .sorted(by: { $0.key < $1.key })
    {
      let site = site(owner)
      guard let (map, outer) = site.object else { continue }
      var used = properties(of: site)
      let total = Self.total(of: site, evidence)
      let lines = keys.sorted { $0.key.source < $1.key.source }.map { key, type in
        Self.line(
          of: key, type, takesNull: nullable.contains(key), probe.keys[key]?.all ?? 0, of: total,
          &used)
      }
      rows.append((lines, map, outer))
    }
  }

  /// Returns the keys to add lines for. Keys that occur only in objects of extensions are left out,
  /// and so are those that a base of the mapping gets.
  private static func added(_ probe: UpdateProbe) -> Set<UpdateProbe.NewKey> {
    let own = Set(probe.keys.filter { $0.value.own > 0 }.keys)
    return own.filter { key in
      !probe.bases(of: key.owner).contains { base in
        own.contains(UpdateProbe.NewKey(owner: base, source: key.source, name: key.name))
      }
    }
  }

  /// Whether a comment of the contract contains a line of the key, because the line was proposed
  /// before, or was commented out.
  private static func isStruckOut(
    _ key: UpdateProbe.NewKey, at site: Site, _ text: [UInt8]
  ) -> Bool {
    guard let (map, outer) = site.object else { return false }
    let object = text[(map ?? outer).byteRange]
    return ["", "?"].contains { mark in
      let source = DraftText.json(key.source.text + mark)
      return object.firstRange(of: Array("// \(source)".utf8)) != nil
    }
  }

  /// Returns why a key cannot have a line; `nil` if it can.
  private static func reason(
    against key: UpdateProbe.NewKey, at site: Site, _ readers: KeyReaders
  ) -> String? {
    if site.object == nil { return "" }
    if PathEscape.goesOnInElements(key.source.text) {
      return "; it is one of elements, whose mapping would have a line for it"
    }
    return readers.read(key.source) ? "; other objects of the mapping have a line for it" : nil
  }

  /// Returns the line of a key. It is optional, because the contract still accepts what it
  /// accepted.
  ///
  /// - Parameters:
  ///   - takesNull: Whether a null on the way to the key has to be accepted.
  ///   - total: The number of objects that might have the key; zero if it is not known.
  private static func line(
    of key: UpdateProbe.NewKey, _ drafted: DraftedType, takesNull: Bool, _ count: Int,
    of total: Int, _ used: inout Set<String>
  ) -> DraftedLine {
    let (source, name) = (key.source.text, key.name.text)
    let prefix = String(source.dropLast(PathEscape.escaped(key.name).count))
    let missing = total - count
    var type = drafted
    if takesNull { type.admitNull() }
    let note = missing > 0 ? "new; absent in \(missing) of \(total)" : "new; \(count)×"
    return DraftedLine(
      source: source + "?", property: Words.writtenProperty(name, prefix, &used),
      type: type.text, options: [type.option].compactMap(\.self), notes: [note] + type.notes)
  }

  // MARK: - The contract

  private func site(_ owner: UpdateProbe.NewKey.Owner) -> Site {
    switch owner {
    case .mapping(let number):
      let mapping = contract.mappings[number]
      let object = lines.root["mappings"]?[mapping.name.text]
      return Site(
        origin: mapping.origin, lines: mapping.lines, mapping: mapping,
        object: object.map { ($0["map"], $0) })
    case .endpoint(let number):
      let endpoint = contract.endpoints[number]
      let start = endpoint.origin.range.lowerBound
      let object = lines.root["endpoints"]?.members.first { member in
        member.nameRange.contains(start) || member.value.byteRange.contains(start)
      }?.value
      return Site(
        origin: endpoint.origin, lines: endpoint.body.lines,
        object: object.flatMap { $0.kind == .object ? ($0, $0) : nil })
    }
  }

  /// Returns the properties of a mapping, of its bases, and of its extensions; for an endpoint, its
  /// own.
  private func properties(of site: Site) -> Set<String> {
    let family = site.mapping.map { index.lineage(of: $0) + index.extensions(of: $0) }
    let lines = family?.flatMap { $0.lines + $0.addedLines } ?? site.lines
    return Set(lines.compactMap { $0.property?.description })
  }

  /// Returns the number of objects of a mapping, or of payloads of an endpoint; zero if no line
  /// counts them.
  private static func total(of site: Site, _ evidence: UpdateEvidence) -> Int {
    let places = Set(site.lines.map(\.origin.place))
    let tallied = evidence.check.tally(ofContract: 0)?.lines ?? []
    let totals = Dictionary(
      tallied.filter { places.contains($0.line.origin.place) }
        .map { ($0.line.origin.place, $0.counts.total) }, uniquingKeysWith: +)
    return totals.values.max() ?? 0
  }

  // MARK: - Edits

  var lineCount: Int { rows.reduce(0) { $0 + $1.lines.count } }

  /// Returns the edits that add the lines; those that are not in `added` are commented out.
  func edits(adding added: Set<Int>) -> [TextEdit] {
    var number = 0
    return rows.flatMap { drafted, map, outer in
      let numbers = number..<number + drafted.count
      number = numbers.upperBound
      let own = zip(numbers, DraftText.rows(drafted, indent: 0)).map { number, row in
        added.contains(number) ? row : "// " + row
      }
      if let map { return lines.appending(own, to: map) }
      let isEmpty = added.isDisjoint(with: numbers)
      return lines.appending(isEmpty ? own : DraftText.member("map", own), to: outer)
    }
  }
}

extension MappingIndex {
  /// Returns the mappings that extend another one, directly or through others.
  fileprivate func extensions(of mapping: ContractMapping) -> [ContractMapping] {
    mappingsInOrder.filter { other in
      other.extends != nil && lineage(of: other).dropFirst().contains { $0.name == mapping.name }
    }
  }
}

/// The key paths that other lines read in the objects of a mapping. A new line of the mapping would
/// read the same places, also in objects whose values were not inspected.
private struct KeyReaders {
  /// The key paths from the objects, in the form of lines.
  private var paths: [[MemberName]] = []
  /// Names that lines of other objects read in the mapping's objects.
  private var names: Set<MemberName> = []
  /// The key paths of the lines beside the new one, and whether each accepts a null on its way.
  private var outer: [(path: [MemberName], takesNull: Bool)] = []
  private let folding: KeyFolding

  /// - Parameter lines: The lines that apply to the same objects.
  init(beside lines: [PropertyLine], _ folding: KeyFolding = KeyFolding(.exact)) {
    self.folding = folding
    for line in lines where line.source.base == .representation {
      let takesNull =
        line.isOptional
        && (line.value.allowsNull || line.value.type.takesAnyJSON || line.nullPolicy != .reject)
      // A key path does not lead through an array.
      outer.append((folded(line.source.steps.prefix { $0 != .fanOut }), takesNull))
    }
  }

  init(besides mapping: ContractMapping, _ index: MappingIndex, _ contract: Contract) {
    self.init(beside: index.lines(of: mapping), KeyFolding(index.settings(of: mapping)))
    let lineage = index.lineage(of: mapping)
    let extensions = index.extensions(of: mapping)
    let own = Set(lineage.map(\.name))
    // The objects of one extension need not have what another extension reads.
    let inherited = extensions.flatMap(index.lineage(of:)).filter { !own.contains($0.name) }
    let lines = inherited.flatMap(\.lines) + (lineage + inherited).flatMap(\.addedLines)
    for line in lines where line.source.base == .representation { add(line.source.steps[...]) }
    let family = Set((lineage + extensions).map(\.name))
    let all =
      index.mappingsInOrder.map { index.allLines(of: $0) } + contract.endpoints.map(\.body.lines)
    for lines in all {
      addPaths(in: lines, behind: family)
      for line in lines where line.source.base != .representation {
        names.formUnion(folded(line.source.steps[...]))
      }
    }
  }

  /// For lines that lead into an object of another line beside them, adds the rest of the key path.
  private mutating func addPaths(in lines: [PropertyLine], behind family: Set<MemberName>) {
    let holders = lines.filter { line in
      line.value.type.mappings.contains { family.contains($0.value) }
    }
    for holder in holders {
      let steps = holder.source.steps
      for line in lines where line.source.steps.count > steps.count {
        if line.source.base == holder.source.base, line.source.steps.starts(with: steps) {
          add(line.source.steps[steps.count...])
        }
      }
    }
  }

  private mutating func add(_ steps: ArraySlice<SourceKeyPath.Step>) {
    let path = folded(steps)
    if !path.isEmpty { paths.append(path) }
  }

  private func folded(_ steps: ArraySlice<SourceKeyPath.Step>) -> [MemberName] {
    steps.compactMap { step in
      guard case .segment(let name) = step else { return nil }
      return MemberName(folding.folded(PathEscape.escaped(name)))
    }
  }

  /// Whether a line reads a key path, a prefix of it, or an extension of it.
  func read(_ source: MemberName) -> Bool {
    let path = path(source)
    return path.last.map(names.contains) == true
      || paths.contains { zip($0, path).allSatisfy { $0 == $1 } }
      // If no line beside the new one leads into the same object, nothing is known about the path.
      || path.count > 1 && ways(to: path).isEmpty
  }

  /// Whether a null may be on the way to a key.
  func admitNull(before source: MemberName) -> Bool {
    let path = path(source)
    return path.count > 1 && ways(to: path).allSatisfy(\.takesNull)
  }

  /// Returns the lines beside a new one that lead into the same object.
  private func ways(to path: [MemberName]) -> [(path: [MemberName], takesNull: Bool)] {
    outer.filter { $0.path.count >= path.count && $0.path.starts(with: path.dropLast()) }
  }

  private func path(_ source: MemberName) -> [MemberName] {
    PathEscape.steps(of: source.text).map { MemberName(folding.folded($0)) }
  }
}

extension PathEscape {
  /// Returns the names of a key path in their spelling, with the `[]` after them.
  fileprivate static func steps(of path: String) -> [String] {
    var (steps, isEscaped) = ([String.UnicodeScalarView()], false)
    for scalar in path.unicodeScalars {
      if scalar == ".", !isEscaped {
        steps.append(String.UnicodeScalarView())
      } else {
        steps[steps.count - 1].append(scalar)
      }
      isEscaped = scalar == "\\" && !isEscaped
    }
    return steps.map { String($0) }
  }

  /// Whether a key path leads into every element of an array.
  fileprivate static func goesOnInElements(_ path: String) -> Bool {
    steps(of: path).contains { $0.hasSuffix("[]") && !$0.hasSuffix("\\[]") }
  }
}
