import ContractModel
import JSONParsing

/// A value that may not change, as a payload mentions it.
package struct ConstantMention: Sendable {
  /// The line, by its number in the plan.
  package var rule: Int32
  /// A fingerprint of the object and its property.
  package var property: UInt64
  /// A fingerprint of the value.
  package var value: UInt64
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
    case .elsewhere(let value): return identityPart(rule, value.node, value.document)
    case .missing: return .absent(isTold: !rule.isOptional || rule.missing == .fail)
    case .blocked: return .absent(isTold: true)
    case .collected: return .absent(isTold: !takesCollected(rule.value))
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
    if plan.variants[Int(variant)].readsAround {
      // What is around the object is known now, and not when there is a second mention.
      destination.identities[record].mentions = Int32(mentions.count)
      noteValues(plan.variants[Int(variant)], frame)
    }
    if Sink.wantsDrift { noteConstants(plan.variants[Int(variant)], frame) }
  }

  /// Notes what a representation says of values that may not change.
  private mutating func noteConstants(_ variant: PlanVariant, _ frame: Frame) {
    guard !variant.constants.isEmpty else { return }
    let family = plan.mappings[Int(variant.mapping)].family
    let object = fingerprint(of: identityBytes[...]) ^ UInt64(truncatingIfNeeded: family) << 32
    for index in variant.constants.indices {
      let number = plan.order[index]
      let rule = plan.rules[Int(number)]
      guard case .value(let node) = resolve(rule.source, frame),
        let bytes = canonicalBytes(rule, node)
      else { continue }
      constants.append(
        ConstantMention(
          rule: number,
          property: object ^ UInt64(truncatingIfNeeded: rule.property) &* 0x9e37_79b9_7f4a_7c15,
          value: fingerprint(of: bytes[...]),
          node: Int32(truncatingIfNeeded: node)))
    }
  }

  mutating func noteMention(_ record: Int, _ variant: Int32, _ frame: inout Frame) {
    let known = destination.identities[record]
    guard known.run == destination.run else { return noteFirstMention(record, variant, frame) }
    if known.mentions < 0 {
      destination.identities[record].mentions = Int32(mentions.count)
      let variant = plan.variants[Int(known.variant)]
      let start = fillSlotsSilently(variant.mapping, Int(known.node))
      noteValues(
        variant, Frame(node: Int(known.node), slots: start, mapping: variant.mapping))
      slots.removeLast(slots.count - start)
    }
    frame.mentions = destination.identities[record].mentions
    frame.mentionedVariant = known.variant
  }

  /// Notes what the first mention said.
  private mutating func noteValues(_ variant: PlanVariant, _ frame: Frame) {
    for index in variant.rules.indices {
      let rule = plan.rules[Int(plan.order[index])]
      if rule.isSingle, rule.property >= 0, case .value(let value) = resolve(rule.source, frame) {
        mentions.append(Int32(truncatingIfNeeded: value))
      } else {
        mentions.append(-1)
      }
    }
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
      let old = canonicalBytes(rule, earlier), let new = canonicalBytes(rule, node), old != new
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

  // MARK: - What values say

  /// Bytes that equal values share, and different ones do not; `nil` for what does not fit, and for
  /// objects without an identity.
  private mutating func canonicalBytes(_ rule: PlanRule, _ node: Int) -> [UInt8]? {
    if document.word(node).kind == .null { return rule.null == .assign ? [] : nil }
    return canonicalBytes(rule.value, node, comparesObjects: false)
  }

  /// - Parameter comparesObjects: Whether objects without an identity are compared by what they say.
  ///   What is in objects and arrays is then told by numbers, so that each is looked at once,
  ///   however they nest.
  mutating func canonicalBytes(
    _ index: Int32, _ node: Int, comparesObjects: Bool
  ) -> [UInt8]? {
    guard comparesObjects, holdsValues(index) else {
      return ownBytes(index, node, comparesObjects: comparesObjects)
    }
    if let bytes = said.bytes(of: index, node) { return bytes }
    guard !isDeepest else { return document.canonicalBytes(node) }
    let bytes = deeper { $0.ownBytes(index, node, comparesObjects: true) }
    return bytes.map { said.number($0, of: index, node) }
  }

  private func holdsValues(_ index: Int32) -> Bool {
    switch plan.values[Int(index)].kind {
    case .mapping, .array, .set, .dictionary, .keyed, .any: true
    default: false
    }
  }

  private mutating func ownBytes(
    _ index: Int32, _ node: Int, comparesObjects: Bool
  ) -> [UInt8]? {
    switch plan.values[Int(index)].kind {
    case .mapping(let mapping):
      if let identity = identityBytes(mapping, node) { return identity }
      return comparesObjects ? mappedBytes(mapping, node) : nil
    case .array(let element), .set(let element):
      return comparesObjects ? elementBytes(element, node) : nil
    case .dictionary, .keyed, .any:
      return comparesObjects ? document.canonicalBytes(node) : nil
    default:
      var bytes: [UInt8] = []
      switch reader.read(index, node, in: document, as: IdentityPart.self) {
      case .value(let part), .newValue(let part, _): part.append(to: &bytes)
      case .null: break
      case .failed: return nil
      }
      return bytes
    }
  }

  private mutating func elementBytes(_ element: Int32, _ array: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    guard document.word(array).kind == .array else {
      // One value stands for an array of one.
      append(canonicalBytes(element, array, comparesObjects: true), to: &bytes)
      return bytes
    }
    var child = document.firstChild(array)
    while child < document.next(array) {
      append(canonicalBytes(element, child, comparesObjects: true), to: &bytes)
      child = document.next(child)
    }
    return bytes
  }

  /// What the lines of a mapping read of an object; of one with cases, all that it says.
  private mutating func mappedBytes(_ mapping: Int32, _ node: Int) -> [UInt8] {
    let plan = self.plan.mappings[Int(mapping)]
    guard document.word(node).kind == .object, !plan.hasCases else {
      return document.canonicalBytes(node)
    }
    let start = fillSlotsSilently(mapping, node)
    defer { slots.removeLast(slots.count - start) }
    let frame = Frame(node: node, slots: start, mapping: mapping)
    let variant = self.plan.variants[Int(plan.outer)]
    var bytes: [UInt8] = []
    for index in variant.rules.indices {
      let rule = self.plan.rules[Int(self.plan.order[index])]
      switch (rule.source.start, resolve(rule.source, frame)) {
      case (_, .collected(let collected)):
        append(canonicalBytes(rule.value, collected), to: &bytes)
      case (.slot, .value(let value)):
        append(canonicalBytes(rule.value, value, comparesObjects: true), to: &bytes)
      default: append(nil, to: &bytes)
      }
    }
    return bytes
  }

  func append(_ part: [UInt8]?, to bytes: inout [UInt8]) {
    let count = UInt32(truncatingIfNeeded: part?.count ?? -1)
    withUnsafeBytes(of: count.littleEndian) { bytes += $0 }
    bytes += part ?? []
  }

  private mutating func identityBytes(_ mapping: Int32, _ node: Int) -> [UInt8]? {
    let plan = self.plan.mappings[Int(mapping)]
    guard document.word(node).kind == .object, !plan.hasCases else { return nil }
    let variant = self.plan.variants[Int(plan.outer)]
    guard !variant.identity.isEmpty else { return nil }
    let start = fillSlotsSilently(mapping, node)
    defer { slots.removeLast(slots.count - start) }
    let frame = Frame(node: node, slots: start, mapping: mapping)
    let outer = identityBytes
    defer { identityBytes = outer }
    guard identify(variant, frame, Place(rule: -1, frame: nil, position: -1)).isComplete else {
      return nil
    }
    return identityBytes
  }
}
