import CaptureChecking
import ContractModel
import DraftWriting
import JSONParsing
import MappingEngine

/// The lines of keys that no line of a contract reads, with the mappings that they use.
struct KeyAdditions {
  /// The lines that are added to an object of the contract.
  private struct Rows {
    var lines: [DraftedLine]
    /// The object with the lines; `nil` if it has to be added to `outer`.
    var map: JSONValue?
    var outer: JSONValue
  }

  /// A key, with its count and the type of its values.
  private struct DraftedKey {
    let key: UpdateProbe.NewKey
    let count: Int
    let type: DraftedType
    /// Whether a null on the way to the key has to be accepted.
    let takesNull: Bool

    /// Returns the line of the key. The key is optional, because the contract still accepts what it
    /// accepted.
    ///
    /// - Parameter total: The number of objects that might have the key; zero if it is not known.
    func line(_ total: Int, _ used: inout Set<String>) -> DraftedLine {
      let (source, name) = (key.source.text, key.name.text)
      let prefix = String(source.dropLast(PathEscape.escaped(key.name).count))
      let property = Words.unusedProperty(name, prefix, &used)
      let isSpelled = property.utf8.elementsEqual(name.utf8) && prefix.isEmpty
      let missing = total - count
      let type = takesNull && !type.text.hasSuffix("?") ? type.text + "?" : type.text
      let note = missing > 0 ? "new; absent in \(missing) of \(total)" : "new; \(count)×"
      return DraftedLine(
        source: source + "?", property: isSpelled ? nil : property, type: type,
        options: [self.type.option].compactMap(\.self), notes: [note] + self.type.notes)
    }
  }

  private var rows: [Rows] = []
  private var mappings: [String] = []
  private(set) var remainders: [ContractUpdate.Remainder] = []
  private let lines: ContractLines
  private let text: [UInt8]
  private let index: MappingIndex

  init(
    _ lines: ContractLines, _ text: [UInt8], _ evidence: UpdateEvidence, _ names: Set<String>
  ) {
    (self.lines, self.text, index) = (lines, text, MappingIndex(evidence.contract))
    guard evidence.changes.contains(.newKeys), let probe = evidence.probe else { return }
    let contract = evidence.contract
    let found = Self.added(probe.keys, contract).filter { !isStruckOut($0, contract) }
    let (added, nullable) = writable(found, probe.keys, contract)
    let (values, keys) = probe.summary(of: added)
    var existing = ContractDraft.Existing(names: names)
    existing.answers = keys.mapValues(\.name.text)
    let draft = ContractDraft.draft(ofPayloads: values, existing)
    mappings = draft.mappingRows.map { String($0.dropFirst(4)) }
    var drafted: [UpdateProbe.NewKey.Owner: [DraftedKey]] = [:]
    for row in draft.endpointRows {
      guard let key = keys[MemberName(row.selector)], let type = row.type else { continue }
      let count = probe.keys[key]?.all ?? 0
      drafted[key.owner, default: []].append(
        DraftedKey(key: key, count: count, type: type, takesNull: nullable.contains(key)))
    }
    for (owner, keys) in drafted.sorted(by: { $0.key < $1.key }) { add(keys, to: owner, evidence) }
  }

  /// Returns the keys to add lines for. Keys that occur only in objects of extensions are left out,
  /// and so are those that a base of the mapping gets.
  private static func added(
    _ keys: [UpdateProbe.NewKey: UpdateProbe.KeyCounts], _ contract: Contract
  ) -> Set<UpdateProbe.NewKey> {
    let own = Set(keys.filter { $0.value.own > 0 }.keys)
    let numbers = Dictionary(
      contract.mappings.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { own, _ in own })
    return own.filter { key in
      guard case .mapping(let number) = key.owner else { return true }
      let bases = contract.chain(of: contract.mappings[number].name).dropFirst()
      return !bases.compactMap { numbers[$0] }.contains { base in
        own.contains(
          UpdateProbe.NewKey(owner: .mapping(base), source: key.source, name: key.name))
      }
    }
  }

  private mutating func add(
    _ keys: [DraftedKey], to owner: UpdateProbe.NewKey.Owner, _ evidence: UpdateEvidence
  ) {
    let contract = evidence.contract
    guard let (map, outer) = object(of: owner, contract) else { return }
    var used = properties(of: owner, contract)
    let total = self.total(of: owner, evidence)
    let lines = keys.sorted { $0.key.source < $1.key.source }.map { $0.line(total, &used) }
    rows.append(Rows(lines: lines, map: map, outer: outer))
  }

  /// Returns the keys that can have a line, and those of them whose line has to accept a null on
  /// the way. The other keys become remainders.
  private mutating func writable(
    _ keys: Set<UpdateProbe.NewKey>, _ counts: [UpdateProbe.NewKey: UpdateProbe.KeyCounts],
    _ contract: Contract
  ) -> (all: Set<UpdateProbe.NewKey>, nullable: Set<UpdateProbe.NewKey>) {
    var (writable, nullable): (Set<UpdateProbe.NewKey>, Set<UpdateProbe.NewKey>) = ([], [])
    for (owner, keys) in Dictionary(grouping: keys, by: \.owner) {
      let isOwn = object(of: owner, contract) != nil
      let (origin, readers): (Origin, KeyReaders)
      switch owner {
      case .mapping(let number):
        let mapping = contract.mappings[number]
        (origin, readers) = (mapping.origin, KeyReaders(besides: mapping, index, contract))
      case .endpoint(let number):
        let endpoint = contract.endpoints[number]
        (origin, readers) = (endpoint.origin, KeyReaders(beside: endpoint.body.lines))
      }
      for key in keys {
        let reason: String
        if !isOwn {
          reason = ""
        } else if PathEscape.goesOnInElements(key.source.text) {
          reason = "; it is one of elements, whose mapping would have a line for it"
        } else if readers.read(key.source) {
          reason = "; other objects of the mapping have a line for it"
        } else {
          writable.insert(key)
          if readers.admitNull(before: key.source) { nullable.insert(key) }
          continue
        }
        remainders.append(
          ContractUpdate.Remainder(
            path: origin.path, offset: origin.range.lowerBound,
            message: "no line reads \(quoted(key.source.text)), "
              + "found \(counts[key]?.all ?? 0)×\(reason)"))
      }
    }
    return (writable, nullable)
  }

  /// Whether a comment of the contract contains a line of the key, because the line was proposed
  /// before, or was commented out.
  private func isStruckOut(_ key: UpdateProbe.NewKey, _ contract: Contract) -> Bool {
    guard let (map, outer) = object(of: key.owner, contract) else { return false }
    let object = text[(map ?? outer).byteRange]
    return ["", "?"].contains { mark in
      let source = DraftText.json(key.source.text + mark)
      return object.firstRange(of: Array("// \(source)".utf8)) != nil
    }
  }

  // MARK: - The contract

  /// Returns the object with the lines of a mapping or endpoint, and the object around it.
  private func object(
    of owner: UpdateProbe.NewKey.Owner, _ contract: Contract
  ) -> (map: JSONValue?, outer: JSONValue)? {
    switch owner {
    case .mapping(let number):
      let mapping = lines.root["mappings"]?[contract.mappings[number].name.text]
      return mapping.map { ($0["map"], $0) }
    case .endpoint(let number):
      let start = contract.endpoints[number].origin.range.lowerBound
      let endpoint = lines.root["endpoints"].flatMap { endpoints in
        endpoints.members.first { member in
          member.nameRange.contains(start) || member.value.byteRange.contains(start)
        }
      }
      guard let object = endpoint?.value, object.kind == .object else { return nil }
      return (object, object)
    }
  }

  /// Returns the properties of a mapping, of its bases, and of its extensions; for an endpoint, its
  /// own.
  private func properties(of owner: UpdateProbe.NewKey.Owner, _ contract: Contract) -> Set<String> {
    let lines: [PropertyLine]
    switch owner {
    case .endpoint(let number): lines = contract.endpoints[number].body.lines
    case .mapping(let number):
      let mapping = contract.mappings[number]
      let family = index.lineage(of: mapping) + index.extensions(of: mapping)
      lines = family.flatMap { $0.lines + $0.addedLines }
    }
    return Set(lines.compactMap { $0.property?.description })
  }

  /// Returns the number of objects of a mapping, or of payloads of an endpoint; zero if no line
  /// counts them.
  private func total(of owner: UpdateProbe.NewKey.Owner, _ evidence: UpdateEvidence) -> Int {
    let lines =
      switch owner {
      case .mapping(let number): evidence.contract.mappings[number].lines
      case .endpoint(let number): evidence.contract.endpoints[number].body.lines
      }
    let places = Set(lines.map(\.origin.place))
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
    return rows.flatMap { rows in
      let numbers = number..<number + rows.lines.count
      number = numbers.upperBound
      let own = zip(numbers, DraftText.rows(rows.lines, indent: 0)).map { number, row in
        added.contains(number) ? row : "// " + row
      }
      guard rows.map == nil else { return lines.appending(own, to: rows.map ?? rows.outer) }
      let isEmpty = added.isDisjoint(with: numbers)
      return lines.appending(isEmpty ? own : DraftText.member("map", own), to: rows.outer)
    }
  }

  /// The lines of the mappings that the new lines use.
  var mappingRows: [String] { mappings }
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
