import CaptureChecking
import CaptureSources
import ContractModel
import JSONParsing
import MappingEngine

/// The members that no line of a contract reads, the counts of its literals, and the keys that are
/// absent.
///
/// A check of captures reports none of these. So the probe checks a changed contract: without
/// literals and without the question marks of keys, with a warning for each unread member, and
/// without skipping bad elements.
struct UpdateProbe: Sendable {
  /// A member that no line reads, by the object that has it.
  struct NewKey: Hashable, Sendable {
    /// The mapping of the object, or an endpoint with lines of its own, by the number in the
    /// contract.
    enum Owner: Hashable, Sendable, Comparable {
      case endpoint(Int)
      case mapping(Int)
    }

    let owner: Owner
    /// The key path in the form of a line.
    let source: MemberName
    /// The member's name, which is the last one of the key path.
    let name: MemberName

    fileprivate var eventName: MemberName {
      switch owner {
      case .endpoint(let number): MemberName("endpoint \(number) \(source.text)")
      case .mapping(let number): MemberName("mapping \(number) \(source.text)")
      }
    }
  }

  struct KeyCounts: Sendable {
    /// The count in objects of the mapping and its extensions.
    fileprivate(set) var all = 0
    /// The count in objects of the mapping itself.
    fileprivate(set) var own = 0
  }

  /// The counts of a type's literals, and the number of inspected values.
  struct LiteralCounts: Sendable {
    let literals: [Literal]
    fileprivate(set) var counts: [Int]
    fileprivate(set) var total = 0
  }

  private var check: CaptureCheck
  /// The values of unread members, as events.
  private(set) var values = CaptureSummary()
  private(set) var keys: [NewKey: KeyCounts] = [:]
  /// The counts of literals, by the position of the type.
  private(set) var literals: [Origin.Place: LiteralCounts] = [:]
  /// The lines whose key paths lead to no value, in some or all elements.
  private(set) var absent: Set<Origin.Place> = []
  private let contract: Contract
  private let index: MappingIndex
  private let mappingNumbers: [MemberName: Int]

  /// - Parameter contract: A contract without errors.
  init(_ contract: Contract, options: CheckOptions) {
    (self.contract, index) = (contract, MappingIndex(contract))
    mappingNumbers = Dictionary(
      contract.mappings.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { own, _ in own })
    var literals: [Origin.Place: LiteralCounts] = [:]
    let changeLine = { (line: inout PropertyLine) in
      line.isOptional = false
      line.options.elements = nil
    }
    let probed = contract.settingUnknownKeys(to: .warn).changingLines(changeLine) { type in
      let own = type.type.literals.filter { $0 != .null }
      guard !own.isEmpty, type.constraints.isEmpty else { return }
      literals[type.origin.place] = LiteralCounts(
        literals: own, counts: Array(repeating: 0, count: own.count))
      type.type = type.type.withoutLiterals
    }
    self.literals = literals
    check = CaptureCheck([probed], options: options)
  }

  mutating func begin(_ item: CaptureItem) { check.begin(ItemPlace(item)) }

  mutating func merge(_ other: UpdateProbe) {
    values.merge(other.values)
    absent.formUnion(other.absent)
    keys.merge(other.keys) { own, other in
      KeyCounts(all: own.all + other.all, own: own.own + other.own)
    }
    keys = keys.filter { values.events[$0.key.eventName] != nil }
    literals.merge(other.literals) { own, other in
      var sum = own
      sum.total += other.total
      for index in sum.counts.indices { sum.counts[index] += other.counts[index] }
      return sum
    }
  }

  // MARK: - Records

  mutating func add(_ record: CaptureRecord, _ body: Span<UInt8>) {
    var members: [(path: InstancePath, group: FindingKey)] = []
    var values: [(type: Origin.Place, range: Range<Int>)] = []
    var absent: [Origin.Place] = []
    _ = check.check(record, body) { found in
      let violation = found.violation
      if [.missingKey, .blockedPath].contains(violation.rule), let line = violation.line {
        absent.append(line.origin.place)
      }
      guard !record.isRequest, violation.line?.source.isOfExchange != true else { return }
      if violation.rule.isAboutValue {
        values.append((violation.typeOrigin.place, violation.byteRange))
      } else if violation.rule == .unknownKey {
        members.append((violation.path, found.group))
      }
    }
    self.absent.formUnion(absent)
    for (type, range) in values where literals[type] != nil && range.upperBound <= body.count {
      count(body.extracting(range), of: type)
    }
    var document = JSONDocument.empty
    guard !members.isEmpty, (try? document.reparse(body)) != nil else { return }
    for member in members {
      guard let value = document.root.value(at: member.path) else { continue }
      note(member.path, member.group, Array(document.bytes[value.byteRange])[...], record)
    }
  }

  private mutating func count(_ text: Span<UInt8>, of type: Origin.Place) {
    var document = JSONDocument.empty
    guard (try? document.reparse(text)) != nil else { return }
    let value = document.root
    literals[type]?.total += 1
    if let index = literals[type]?.literals.firstIndex(where: { $0.matches(value) }) {
      literals[type]?.counts[index] += 1
    }
  }

  private mutating func note(
    _ path: InstancePath, _ group: FindingKey, _ value: ArraySlice<UInt8>, _ record: CaptureRecord
  ) {
    guard let source = group.key, !source.text.contains(KeyName.placeholder),
      source.canBeWritten, case .member(let name) = path.steps.last
    else { return }
    var found: [NewKey.Owner] = []
    if let name = check.mappers[0].mapping(of: group) {
      // A line of a mapping also applies to its extensions.
      found = index[name].map(owners(of:)) ?? []
    } else if case .endpoint(let selector) = check[group.endpoint].target,
      let number = contract.endpoints.firstIndex(where: { $0.selector == selector })
    {
      found = [.endpoint(number)]
    }
    for (index, owner) in found.enumerated() {
      let key = NewKey(owner: owner, source: source, name: name)
      _ = values.add(record.event(named: key.eventName.text, .present), value.span)
      guard values.events[key.eventName] != nil else { continue }
      keys[key, default: KeyCounts()].all += 1
      if index == 0 { keys[key]?.own += 1 }
    }
  }

  /// Returns the mapping and its bases, but for those of included files.
  private func owners(of mapping: ContractMapping) -> [NewKey.Owner] {
    index.lineage(of: mapping).compactMap { mappingNumbers[$0.name].map { .mapping($0) } }
  }

  /// Returns the bases of a mapping that are in the contract's own file.
  func bases(of owner: NewKey.Owner) -> ArraySlice<NewKey.Owner> {
    guard case .mapping(let number) = owner else { return [] }
    return owners(of: contract.mappings[number]).dropFirst()
  }

  /// Returns the summary of the values of some keys, and these keys by their event names.
  func summary(
    of chosen: Set<NewKey>
  ) -> (values: CaptureSummary, keys: [MemberName: NewKey]) {
    let names = Dictionary(chosen.map { ($0.eventName, $0) }, uniquingKeysWith: { own, _ in own })
    var values = values
    values.events = values.events.filter { names[$0.key] != nil }
    return (values, names)
  }
}

extension ValueType {
  /// A text that no payload is expected to have.
  private static let nowhere = ValueType.literal(.string("\u{10FFFE}\u{10FFFE}"))

  /// The type with a single unused text in place of its literals.
  fileprivate var withoutLiterals: ValueType {
    let rest = alternatives.filter { type in
      if case .literal(let literal) = type { literal == .null } else { true }
    }
    return rest.isEmpty ? Self.nowhere : .union([Self.nowhere] + rest)
  }
}

extension Contract {
  /// Returns the contract with other lines and types of values in its own mappings and endpoints.
  fileprivate func changingLines(
    _ changeLine: (inout PropertyLine) -> Void, types changeType: (inout ConstrainedType) -> Void
  ) -> Contract {
    var contract = self
    contract.editLines { lines, _ in
      for index in lines.indices {
        changeLine(&lines[index])
        lines[index].value.changeTypes(changeType)
      }
    }
    for index in contract.endpoints.indices {
      guard case .value(var type) = contract.endpoints[index].body else { continue }
      type.changeTypes(changeType)
      contract.endpoints[index].body = .value(type)
    }
    contract.includedMappings = includedMappings
    return contract
  }
}

extension ConstrainedType {
  fileprivate mutating func changeTypes(_ change: (inout ConstrainedType) -> Void) {
    switch type {
    case .array, .set, .dictionary:
      type = type.changingElement { element in
        var element = element
        element.changeTypes(change)
        return element
      }
    case .scalar, .literal, .mapping, .keyed, .union: change(&self)
    }
  }
}
