import CaptureChecking
import ContractModel
import DraftWriting
import JSONParsing
import MappingEngine

/// The mappings of a contract that drafted endpoints and lines use where a drafted mapping would
/// say the same, so that one shape under two paths is one type.
struct ExistingMappings {
  private let index: MappingIndex
  /// The key paths that no line reads in objects of the mappings.
  private var unread: [MemberName: Set<MemberName>] = [:]

  init(_ evidence: UpdateEvidence) {
    index = MappingIndex(evidence.contract)
    for key in evidence.check.tally(ofContract: 0)?.unmappedKeys ?? [] {
      if let mapping = key.mapping { unread[mapping, default: []].insert(key.keyPath) }
    }
  }

  /// Returns the mappings to use in place of drafted ones, by the names of these.
  func names(for drafted: [DraftedMapping]) -> [String: String] {
    let text = DraftText(remarks: [], mappings: drafted).text
    guard let contract = DraftedContract.set(text).contracts.first else { return [:] }
    let draft = Draft(
      index: MappingIndex(contract),
      notes: Dictionary(
        drafted.map { ($0.name, $0.lines.map(\.notes)) }, uniquingKeysWith: { own, _ in own }))
    let bases = Set(contract.mappings.compactMap(\.extends?.value))
    var names: [String: String] = [:]
    for mapping in contract.mappings where !bases.contains(mapping.name) {
      let same = index.mappingsInOrder.first { known in
        // Few keys say little, unless the name is the same.
        let isFew = mapping.lines.count < 3
        return (!isFew || mapping.name.text.hasPrefix(known.name.text))
          && reads(known, mapping, of: draft, assuming: [])
      }
      if let same { names[mapping.name.text] = same.name.text }
    }
    return names
  }

  private struct Draft {
    let index: MappingIndex
    /// The notes of each line, by the name of its mapping.
    let notes: [String: [[String]]]
  }

  /// Whether a mapping reads the objects of a drafted one: all keys that are not unread elsewhere.
  ///
  /// - Parameter assumed: The pairs of names that are being compared, for types that contain
  ///   themselves.
  private func reads(
    _ known: ContractMapping, _ drafted: ContractMapping, of draft: Draft,
    assuming assumed: Set<[MemberName]>
  ) -> Bool {
    let pair = [known.name, drafted.name]
    guard !assumed.contains(pair) else { return true }
    guard known.hasLinesAlone, drafted.hasLinesAlone, drafted.type == nil,
      drafted.settings == MappingSettings(),
      known.lines.allSatisfy({ $0.source.base == .representation })
    else { return false }
    // Objects with a few of the keys are others, however little the mapping reads of its own.
    let unreadCount = unread[known.name]?.count ?? 0
    guard drafted.lines.count * 2 >= known.lines.count + unreadCount else { return false }
    let takesUnread = index.settings(of: known).unknownKeys ?? .ignore == .ignore
    var required = Set(known.lines.filter { !$0.isOptional }.map(\.source))
    for (line, notes) in zip(drafted.lines, draft.notes[drafted.name.text] ?? []) {
      let own = known.lines.filter { $0.source == line.source }
      guard !own.isEmpty || takesUnread && isUnread(line.source, known) else { return false }
      let isRead = own.allSatisfy { own in
        own.accepts(line)
          && accepts(own.value, line.value, notes, of: draft, assuming: assumed.union([pair]))
      }
      guard isRead else { return false }
      required.remove(line.source)
    }
    return required.isEmpty
  }

  private func isUnread(_ source: SourceKeyPath, _ mapping: ContractMapping) -> Bool {
    source.steps.indices.contains { last in
      let path = SourceKeyPath(steps: Array(source.steps[...last])).description
      return unread[mapping.name]?.contains(MemberName(path)) ?? false
    }
  }

  private func accepts(
    _ known: ConstrainedType, _ drafted: ConstrainedType, _ notes: [String], of draft: Draft,
    assuming assumed: Set<[MemberName]>
  ) -> Bool {
    if known.allowsNull, notes.contains("only ever null") { return true }
    guard known.constraints.isEmpty, known.allowsNull || !drafted.allowsNull else { return false }
    switch (known.type, drafted.type) {
    case (.mapping(let own), .mapping(let other)):
      guard let own = index[own.value], let other = draft.index[other.value] else { return false }
      return reads(own, other, of: draft, assuming: assumed)
    case (.array, .array(let other))
    where notes.contains("always empty") && other.type.takesAnyJSON: return true
    case (.array(let own), .array(let other)), (.dictionary(let own), .dictionary(let other)):
      return accepts(own, other, [], of: draft, assuming: assumed)
    case (let own, _) where own.takesAnyJSON: return true
    case (let own, let other):
      return other.alternatives.allSatisfy { other in
        own.alternatives.contains { $0 == other || $0.takesAll(of: other) }
      }
    }
  }
}

extension ContractMapping {
  /// Whether the mapping has no cases, and no lines of other mappings.
  fileprivate var hasLinesAlone: Bool { dispatch == nil && extends == nil }
}

extension PropertyLine {
  /// Whether the line accepts what another one says besides its type.
  fileprivate func accepts(_ other: PropertyLine) -> Bool {
    let ownEmpty = (options.emptyString, options.emptyArray)
    return (isOptional && options.missing != .fail || !other.isOptional)
      && (nullPolicy != .reject || !other.value.allowsNull)
      && (options.presence, options.nullRate) == (nil, nil) && options.isConstant != true
      && ownEmpty == (other.options.emptyString, other.options.emptyArray)
  }
}
