import ContractModel
import JSONParsing

/// A value that may not change, as a payload mentions it.
struct ConstantMention: Sendable {
  var rule: Int32
  /// Fingerprints of the object's identity and of the value.
  var identity: UInt64
  var fingerprint: UInt64
  var node: Int32
}

extension MappingRun {
  /// What a representation says of the identity of its object.
  enum Identity {
    /// The mapping has no identity.
    case none
    /// All parts are there: their bytes are in `identityBytes`.
    case complete(family: Int32)
    /// A part is not there; whether the part's own rule says so.
    case missing(isTold: Bool)

    var isComplete: Bool { if case .complete = self { true } else { false } }
  }

  /// Reads the identity of a representation by the rules of its parts (rule 27).
  mutating func identify(_ variant: PlanVariant, _ frame: Frame, _ place: Place) -> Identity {
    identityBytes.removeAll(keepingCapacity: true)
    for index in variant.identity.indices {
      switch plan.identityParts[index] {
      case .key(let property):
        guard let key = place.key, key.property == property else { return .missing(isTold: false) }
        IdentityPart.text(.node(document, key.node)).append(to: &identityBytes)
      case .rule(let rule):
        switch identityPart(rule, frame) {
        case .value(let part): part.append(to: &identityBytes)
        case .absent(let isTold): return .missing(isTold: isTold)
        }
      }
    }
    let type = plan.mappings[Int(variant.mapping)].family
    return .complete(family: destination.family(ofType: type))
  }

  private enum Part {
    case value(IdentityPart)
    case absent(isTold: Bool)
  }

  private func identityPart(_ number: Int32, _ frame: Frame) -> Part {
    let rule = plan.rules[Int(number)]
    switch resolve(rule.source, frame) {
    case .value(let node): return identityPart(rule, node, document)
    case .elsewhere(let document, let node): return identityPart(rule, node, document)
    case .missing: return .absent(isTold: !rule.isOptional || rule.missing == .fail)
    case .blocked: return .absent(isTold: true)
    case .collected: return .absent(isTold: false)
    }
  }

  private func identityPart(_ rule: PlanRule, _ node: Int, _ document: JSONDocument) -> Part {
    if document.word(node).kind == .null { return .absent(isTold: rule.null == .reject) }
    switch reader.read(rule.value, node, in: document, as: IdentityPart.self) {
    case .value(.absent), .newValue(.absent, _), .null: return .absent(isTold: false)
    case .value(let part), .newValue(let part, _): return .value(part)
    case .failed: return .absent(isTold: true)
    }
  }

  // MARK: - Mentions

  /// Notes where an object is mentioned first in this run; what was said there is looked at again
  /// only if there is a second mention.
  mutating func noteFirstMention(_ record: Int, _ variant: Int32, _ frame: Frame) {
    destination.identities[record].run = destination.run
    destination.identities[record].variant = variant
    destination.identities[record].node = Int32(truncatingIfNeeded: frame.node)
    destination.identities[record].mentions = -1
    if Sink.wantsDrift { noteConstants(plan.variants[Int(variant)], frame) }
  }

  /// Notes what a representation says of values that may not change.
  private mutating func noteConstants(_ variant: PlanVariant, _ frame: Frame) {
    guard !variant.constants.isEmpty else { return }
    let identity = fnv1a(identityBytes)
    for index in variant.constants.indices {
      let number = plan.order[index]
      let rule = plan.rules[Int(number)]
      guard case .value(let node) = resolve(rule.source, frame),
        let fingerprint = fingerprint(rule, node)
      else { continue }
      constants.append(
        ConstantMention(
          rule: number, identity: identity, fingerprint: fingerprint,
          node: Int32(truncatingIfNeeded: node)))
    }
  }

  mutating func noteMention(_ record: Int, _ variant: Int32, _ frame: inout Frame) {
    let known = destination.identities[record]
    guard known.run == destination.run else { return noteFirstMention(record, variant, frame) }
    if known.mentions < 0 {
      destination.identities[record].mentions = Int32(mentions.count)
      noteValues(known.variant, Int(known.node))
    }
    frame.mentions = destination.identities[record].mentions
    frame.mentionedVariant = known.variant
  }

  /// Notes what the first mention said.
  private mutating func noteValues(_ number: Int32, _ node: Int) {
    let variant = plan.variants[Int(number)]
    let start = fillSlotsSilently(variant.mapping, node)
    let frame = Frame(node: node, slots: start, mapping: variant.mapping)
    for index in variant.rules.indices {
      let rule = plan.rules[Int(plan.order[index])]
      if rule.isSingle, rule.property >= 0, case .value(let value) = resolve(rule.source, frame) {
        mentions.append(Int32(truncatingIfNeeded: value))
      } else {
        mentions.append(-1)
      }
    }
    slots.removeLast(slots.count - start)
  }

  /// Reports that a value is not what an earlier mention of the object in this payload said
  /// (rule 29): which of them stays depends on their order.
  mutating func compareMentions(_ number: Int32, _ node: Int, _ frame: Frame) {
    let rule = plan.rules[Int(number)]
    guard rule.isSingle, rule.property >= 0, let place = mention(of: number, rule, frame) else {
      return
    }
    let earlier = Int(mentions[place])
    mentions[place] = Int32(truncatingIfNeeded: node)
    guard earlier >= 0, !document.isSameText(earlier, node),
      let old = fingerprint(rule, earlier), let new = fingerprint(rule, node), old != new
    else { return }
    record(
      .identityConflict, at: node, frame.object, rule: number,
      problem: MappingProblem(
        rule: .identityConflict, severity: rule.isConstant ? .error : .warning, value: rule.value,
        other: Int32(earlier)))
  }

  /// Where it is noted what a rule's property had; a rule of another mapping of the type is found by
  /// its property.
  private func mention(of number: Int32, _ rule: PlanRule, _ frame: Frame) -> Int? {
    let rules = plan.variants[Int(frame.mentionedVariant)].rules
    for (position, index) in rules.indices.enumerated() {
      let other = plan.order[index]
      if other == number || plan.rules[Int(other)].property == rule.property {
        return Int(frame.mentions) + position
      }
    }
    return nil
  }

  // MARK: - Fingerprints

  /// A number that equal values share; `nil` for what does not fit, and for objects without an
  /// identity.
  private mutating func fingerprint(_ rule: PlanRule, _ node: Int) -> UInt64? {
    if document.word(node).kind == .null { return rule.null == .assign ? 1 : nil }
    return fingerprint(rule.value, node, comparesObjects: false)
  }

  /// - Parameter comparesObjects: Whether objects without an identity are compared by what they say.
  mutating func fingerprint(_ index: Int32, _ node: Int, comparesObjects: Bool) -> UInt64? {
    switch plan.values[Int(index)].kind {
    case .mapping(let mapping):
      if let identity = identityFingerprint(mapping, node) { return identity }
      return comparesObjects ? document.fingerprint(of: node) : nil
    case .array, .set, .dictionary, .keyed:
      return comparesObjects ? document.fingerprint(of: node) : nil
    default:
      var bytes: [UInt8] = []
      switch reader.read(index, node, in: document, as: IdentityPart.self) {
      case .value(let part), .newValue(let part, _): part.append(to: &bytes)
      case .null: break
      case .failed: return nil
      }
      return fnv1a(bytes)
    }
  }

  private mutating func identityFingerprint(_ mapping: Int32, _ node: Int) -> UInt64? {
    guard document.word(node).kind == .object else { return nil }
    let start = fillSlotsSilently(mapping, node)
    defer { slots.removeLast(slots.count - start) }
    let frame = Frame(node: node, slots: start, mapping: mapping)
    let plan = self.plan.mappings[Int(mapping)]
    guard !plan.hasCases else { return nil }
    let variant = self.plan.variants[Int(plan.outer)]
    guard !variant.identity.isEmpty else { return nil }
    let outer = identityBytes
    defer { identityBytes = outer }
    guard identify(variant, frame, Place(rule: -1, frame: nil, position: -1)).isComplete else {
      return nil
    }
    return fnv1a(identityBytes)
  }
}

/// Fowler, Noll and Vo's hash, 64 bits wide.
func fnv1a(_ bytes: some Sequence<UInt8>, _ start: UInt64 = 0xcbf2_9ce4_8422_2325) -> UInt64 {
  bytes.reduce(start) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
}

extension JSONDocument {
  /// Whether two values are written alike.
  func isSameText(_ one: Int, _ other: Int) -> Bool {
    let (left, right) = (byteRange(one), byteRange(other))
    guard left.count == right.count else { return false }
    return zip(left, right).allSatisfy { byte(at: $0) == byte(at: $1) }
  }

  /// A number that values share which say the same, member for member.
  func fingerprint(of root: Int) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    var node = root
    let end = next(root)
    while node < end {
      let word = word(node)
      switch word.kind {
      case .plainString, .escapedString: hash = fnv1a(contentBytes(node), hash ^ 3)
      case .array, .object: hash = fnv1a([word.kind.rawValue], hash ^ UInt64(word.length))
      default: hash = fnv1a(bytes[byteRange(node)], hash ^ 7)
      }
      node += word.kind.isContainer ? 2 : 1
    }
    return hash
  }
}
