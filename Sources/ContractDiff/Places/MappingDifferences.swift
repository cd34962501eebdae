import ContractModel
import JSONParsing

/// Compares two mappings of the same name, including the lines that they inherit and their
/// settings.
struct MappingDifferences {
  private let old: DiffSide
  private let new: DiffSide
  private let before: ContractMapping
  private let after: ContractMapping
  private let indexes: (old: MappingIndex, new: MappingIndex)
  private(set) var places: [DiffPlace] = []

  init(
    _ before: ContractMapping, _ after: ContractMapping, _ old: DiffSide, _ new: DiffSide,
    _ indexes: (old: MappingIndex, new: MappingIndex)
  ) {
    (self.before, self.after, self.old, self.new, self.indexes) = (before, after, old, new, indexes)
    places = lines(of: name).places(indexes.old.lines(of: before), indexes.new.lines(of: after))
    compareHeads()
    compareConnections()
    compareCases()
  }

  private var name: String { before.name.text }

  private func lines(of owner: String) -> LineDifferences {
    LineDifferences(owner: owner, old: old, new: new)
  }

  /// Adds a difference of the mappings as a whole, if the two texts differ.
  private mutating func add(
    _ aspect: DiffPlace.Aspect, _ word: String, _ old: String, _ new: String
  ) {
    guard !old.utf8.elementsEqual(new.utf8) else { return }
    add(aspect, "\(word) \(old.isEmpty ? "none" : old) -> \(new.isEmpty ? "none" : new)")
  }

  private mutating func add(_ aspect: DiffPlace.Aspect, _ change: String) {
    places.append(DiffPlace(aspect, name, change, old: before.origin, new: after.origin))
  }

  private mutating func compareHeads() {
    let settings = (indexes.old.settings(of: before).words, indexes.new.settings(of: after).words)
    if settings.0 != settings.1 {
      let changes = zip(settings.0, settings.1).filter { $0 != $1 }.map { "\($0) -> \($1)" }
      add(.settings, changes.joined(separator: ", "))
    }
    let identities = (indexes.old.identityText(of: before), indexes.new.identityText(of: after))
    let modified = (indexes.old.modification(of: before), indexes.new.modification(of: after))
    add(.identity, "identifiedBy", identities.0, identities.1)
    add(.type, "type", before.typeName.text, after.typeName.text)
    add(.modification, "modifiedBy", modified.0, modified.1)
  }

  private mutating func compareConnections() {
    let texts = (
      indexes.old.connections(of: before).map { MemberName($0.text) },
      indexes.new.connections(of: after).map { MemberName($0.text) }
    )
    let (gone, added) = (
      texts.0.filter { !texts.1.contains($0) }, texts.1.filter { !texts.0.contains($0) }
    )
    guard !gone.isEmpty || !added.isEmpty else { return }
    add(
      .connections, "connect", gone.map(\.text).joined(separator: ", "),
      added.map(\.text).joined(separator: ", "))
  }

  // MARK: - Cases

  private mutating func compareCases() {
    let (one, other) = (indexes.old.dispatch(of: before), indexes.new.dispatch(of: after))
    guard one != other else { return }
    let parts = (one?.parts ?? [], other?.parts ?? [])
    let keys = (parts.0.map(\.key), parts.1.map(\.key))
    let gone = keys.0.filter { !keys.1.contains($0) }
    let added = keys.1.filter { !keys.0.contains($0) }
    if !gone.isEmpty || !added.isEmpty {
      let changes = gone.map { "removed \($0)" } + added.map { "added \($0)" }
      add(.cases, "cases: " + changes.joined(separator: ", "))
    } else if keys.0 != keys.1 {
      add(.cases, "the order of cases")
    }
    for part in parts.0 {
      guard let match = parts.1.first(where: { $0.key == part.key }) else { continue }
      compare(part, match)
    }
  }

  private mutating func compare(_ one: CaseDispatch.Part, _ other: CaseDispatch.Part) {
    switch (one.use, other.use) {
    case (.lines(let before), .lines(let after)):
      places += lines(of: "\(name){\(one.key)}").places(before, after)
    case (.name(let before), .name(let after)) where before.value == after.value: break
    default:
      guard !places.contains(where: { $0.aspect == .cases }) else { return }
      add(.cases, "case \(one.key): \(one.use.text) -> \(other.use.text)")
    }
  }
}

extension CaseDispatch {
  /// A case, or the `else`.
  struct Part {
    var key: MemberName
    var use: CaseUse
  }

  var parts: [Part] {
    cases.map { item in
      Part(key: MemberName(item.summary + (item.trims ? ", trimmed" : "")), use: item.use)
    } + (otherwise.map { [Part(key: "else", use: $0)] } ?? [])
      + (skipsOthers ? [Part(key: "else skip", use: .lines([]))] : [])
  }
}

extension CaseUse {
  fileprivate var text: String {
    switch self {
    case .name(let name): name.value.text
    case .lines: "lines of its own"
    }
  }
}

extension Connection {
  fileprivate var text: String {
    let pairs = keys.map { "\($0.own.value) = \($0.other.value)" }.joined(separator: ", ")
    return "\(property): \(value) by \(pairs)"
  }
}

extension MappingSettings {
  fileprivate var words: [String] {
    [
      "coercion \((coercion ?? .strict).rawValue)", "keys \((keys ?? .exact).rawValue)",
      "unknownKeys \((unknownKeys ?? .ignore).rawValue)",
      "acronyms \((acronyms ?? []).joined(separator: " "))",
    ]
  }
}

extension MappingIndex {
  fileprivate func identityText(of mapping: ContractMapping) -> String {
    let parts = identity(of: mapping).map(\.value.description).joined(separator: ", ")
    let policy = lineage(of: mapping).lazy.compactMap(\.missingIdentity).first ?? .create
    return parts.isEmpty || policy == .create ? parts : "\(parts), without it \(policy.rawValue)"
  }

  fileprivate func modification(of mapping: ContractMapping) -> String {
    lineage(of: mapping).lazy.compactMap(\.modifiedBy).first?.value.description ?? ""
  }
}
