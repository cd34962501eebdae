import CaptureChecking
import CaptureSummary
import ContractModel
import DraftWriting
import JSONParsing
import MappingEngine

/// The lines of keys that no line of a contract reads, and the mappings that they use.
struct KeyAdditions {
  /// The lines that an object of the contract gets.
  private struct Rows {
    var lines: [DraftedLine]
    /// The object of the lines; without it, the one that gets it.
    var map: JSONValue?
    var outer: JSONValue
  }

  /// A key, how often it came, and the type of its values.
  private struct DraftedKey {
    let key: UpdateProbe.NewKey
    let count: Int
    let type: DraftedType

    /// The line of the key, which may be absent: what the contract took, it still takes.
    ///
    /// - Parameters:
    ///   - total: How many objects there are that might have it; zero, if that is not known.
    ///   - used: The properties that there are.
    func line(_ total: Int, _ used: inout Set<String>) -> DraftedLine {
      let (source, name) = (key.source.text, key.name.text)
      let prefix = String(source.dropLast(PathEscape.escaped(key.name).count))
      let property = Words.unusedProperty(name, prefix, &used)
      let isSpelled = property.utf8.elementsEqual(name.utf8) && prefix.isEmpty
      let missing = total - count
      let note = missing > 0 ? "new; absent in \(missing) of \(total)" : "new; \(count)×"
      return DraftedLine(
        source: source + "?",
        type: isSpelled ? type.text : "\(property): \(type.text)", notes: [note] + type.notes)
    }
  }

  private var rows: [Rows] = []
  private var mappings: [String] = []
  private(set) var remainders: [ContractUpdate.Remainder] = []
  private let lines: ContractLines
  private let text: [UInt8]

  /// - Parameter names: Those of mappings.
  init(
    _ lines: ContractLines, _ text: [UInt8], _ evidence: UpdateEvidence, _ names: Set<String>
  ) {
    (self.lines, self.text) = (lines, text)
    guard evidence.changes.contains(.newKeys), let probe = evidence.probe else { return }
    let added = Self.added(probe.keys, evidence.contract)
      .filter { !isStruckOut($0, evidence.contract) }
    let (values, keys) = probe.summary(of: added)
    var existing = ContractDraft.Existing(names: names, inlinesPages: false)
    existing.answers = keys.mapValues(\.name.text)
    let draft = ContractDraft.draft(ofPayloads: values, existing)
    mappings = draft.mappingRows.map { String($0.dropFirst(4)) }
    var drafted: [UpdateProbe.NewKey.Owner: [DraftedKey]] = [:]
    for row in draft.endpointRows {
      guard let key = keys[MemberName(row.selector)], let type = row.type else { continue }
      let count = probe.keys[key]?.all ?? 0
      drafted[key.owner, default: []].append(DraftedKey(key: key, count: count, type: type))
    }
    for (owner, keys) in drafted.sorted(by: { $0.key < $1.key }) { add(keys, to: owner, evidence) }
  }

  /// The keys, but for those that a mapping has alone because others extend it, and those that one
  /// has that the mapping which it extends gets.
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
    guard let (map, outer) = object(of: owner, contract) else {
      let origin: Origin
      switch owner {
      case .mapping(let number): origin = contract.mappings[number].origin
      case .endpoint(let number): origin = contract.endpoints[number].origin
      }
      for key in keys {
        remainders.append(
          ContractUpdate.Remainder(
            path: origin.path, offset: origin.range.lowerBound,
            message: "no line reads \(quoted(key.key.source.text)), found \(key.count)×"))
      }
      return
    }
    var used = properties(of: owner, contract)
    let total = self.total(of: owner, evidence)
    let lines = keys.sorted { $0.key.source < $1.key.source }.map { $0.line(total, &used) }
    rows.append(Rows(lines: lines, map: map, outer: outer))
  }

  /// Whether a line of the key stands there as a comment: it was proposed before, or struck out.
  private func isStruckOut(_ key: UpdateProbe.NewKey, _ contract: Contract) -> Bool {
    guard let (map, outer) = object(of: key.owner, contract) else { return false }
    let object = text[(map ?? outer).byteRange]
    return ["", "?"].contains { mark in
      let source = DraftText.json(key.source.text + mark)
      return object.firstRange(of: Array("// \(source)".utf8)) != nil
    }
  }

  // MARK: - The contract

  /// The object of the lines of a mapping or endpoint, and the one around it.
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

  /// The properties of a mapping, of those that it extends, and of those that extend it; of an
  /// endpoint, its own.
  private func properties(of owner: UpdateProbe.NewKey.Owner, _ contract: Contract) -> Set<String> {
    let lines: [PropertyLine]
    switch owner {
    case .endpoint(let number): lines = contract.endpoints[number].body.lines
    case .mapping(let number):
      let name = contract.mappings[number].name
      let chain = contract.chain(of: name)
      lines = (contract.mappings + contract.includedMappings).filter { mapping in
        chain.contains(mapping.name) || contract.chain(of: mapping.name).contains(name)
      }.flatMap(\.allLines)
    }
    return Set(lines.compactMap { $0.property?.description })
  }

  /// How many objects there were of a mapping, or payloads of an endpoint; zero, if no line of it
  /// tells.
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

  /// The edits that add the lines.
  func edits(isCommentedOut: Bool) -> [TextEdit] {
    rows.flatMap { rows in
      let own = DraftText.rows(rows.lines, indent: 0)
      let texts = rows.map == nil ? DraftText.member("map", own) : own
      return lines.appending(
        isCommentedOut ? texts.map { "// " + $0 } : texts, to: rows.map ?? rows.outer)
    }
  }

  /// The lines of the mappings that they use.
  var mappingRows: [String] { mappings }
}

extension Endpoint.Body {
  /// The lines of an endpoint that has its own.
  fileprivate var lines: [PropertyLine] { if case .map(let lines) = self { lines } else { [] } }
}

extension ContractMapping {
  /// The lines, and those of the cases.
  fileprivate var allLines: [PropertyLine] {
    let uses = (dispatch?.cases.map(\.use) ?? []) + [dispatch?.otherwise].compactMap(\.self)
    return uses.reduce(lines) { all, use in
      if case .lines(let own) = use { all + own } else { all }
    }
  }
}
