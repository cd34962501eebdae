import ContractModel
import JSONParsing

extension MappingRun {
  /// Notes the first mention of an object in this run. Its values there are read again only if
  /// there is a second mention.
  mutating func noteFirstMention(_ record: Int, _ number: Int32, _ frame: Frame) {
    let variant = plan.tables.variants[number]
    noteChange(ofRecord: record)
    destination.identities[record].begin(destination.run, variant: number, node: frame.node)
    if variant.readsAround {
      // The surroundings of the object are known now, and will not be at a second mention.
      noteValues(of: record, variant, frame)
    }
    if Sink.wantsDrift { noteConstants(variant, frame) }
  }

  private mutating func noteConstants(_ variant: PlanVariant, _ frame: Frame) {
    guard !variant.constants.isEmpty else { return }
    let family = plan.tables.mappings[variant.mapping].family
    let object = fingerprint(of: identityBytes[...]) ^ UInt64(truncatingIfNeeded: family) << 32
    for number in plan.tables.order[variant.constants.indices] {
      let line = plan.tables.lines[number]
      guard case .value(let node) = resolve(line, frame),
        let bytes = canonicalBytes(line, node)
      else { continue }
      mentions.constants.append(
        ConstantMention(
          line: number,
          property: object ^ UInt64(truncatingIfNeeded: line.property) &* 0x9e37_79b9_7f4a_7c15,
          value: fingerprint(of: bytes[...]),
          node: Int32(truncatingIfNeeded: node)))
    }
  }

  mutating func noteMention(_ record: Int, _ variant: Int32, _ frame: inout Frame) {
    let known = destination.identities[record]
    guard known.run == destination.run else { return noteFirstMention(record, variant, frame) }
    if known.mentions < 0 {
      let variant = plan.tables.variants[known.variant]
      let first = look(at: Int(known.node), as: variant.mapping)
      noteValues(of: record, variant, first)
      drop(first)
    }
    frame.mentions = destination.identities[record].mentions
    frame.mentionedVariant = known.variant
  }

  /// Notes the values of the first mention.
  private mutating func noteValues(of record: Int, _ variant: PlanVariant, _ frame: Frame) {
    noteChange(ofRecord: record)
    destination.identities[record].mentions = Int32(mentions.nodes.count)
    for index in variant.lines.indices {
      let line = plan.tables.lines[plan.tables.order[index]]
      var node = -1
      if line.isSingle, line.property >= 0, case .value(let value) = resolve(line, frame) {
        node = value
      }
      mentions.nodes.append(Int32(truncatingIfNeeded: node))
    }
  }

  /// Reports a value that differs from an earlier mention of the object in this payload (§ 29);
  /// which of the values remains depends on their order.
  mutating func compareMentions(_ line: Line) {
    guard line.frame.mentions >= 0, !line.isElsewhere else { return }
    let planned = line.planned
    guard planned.isSingle, planned.property >= 0, let place = mention(of: line) else { return }
    let earlier = Int(mentions.nodes[place])
    if recording.trialCount > 0 {
      mentions.changes.append(.node(at: place, was: mentions.nodes[place]))
    }
    mentions.nodes[place] = Int32(truncatingIfNeeded: line.node)
    guard earlier >= 0, !document.isSameText(earlier, line.node),
      let old = canonicalBytes(planned, earlier), let new = canonicalBytes(planned, line.node),
      old != new
    else { return }
    report(
      MappingProblem(
        .identityConflict, severity: planned.isConstant ? .error : .warning, value: planned.value,
        other: earlier),
      at: line.node, line.frame.object, line: line.number)
  }

  /// Returns the index in `mentions.nodes` for a line's property; a line of another mapping of the
  /// same type is found by its property.
  private func mention(of line: Line) -> Int? {
    let lines = plan.tables.variants[line.frame.mentionedVariant].lines
    for (position, index) in lines.indices.enumerated() {
      let other = plan.tables.order[index]
      if other == line.number || plan.tables.lines[other].property == line.planned.property {
        return Int(line.frame.mentions) + position
      }
    }
    return nil
  }
}
