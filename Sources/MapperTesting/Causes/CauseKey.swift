import ContractModel
import JSONParsing

/// A thing that the observations of one cause have in common: two that share a key are of one cause.
enum CauseKey: Hashable {
  /// What becomes of the values of a type of object, at whatever key path.
  case type(OfType)
  /// What happens at a line of the contract, whatever becomes of its value.
  case line(OfLine)
  /// A place of the payload that is not read: the object is read from another one, or not at all.
  case unread([InstancePath.Step])
  /// The place that such an object is read from.
  case readInstead([InstancePath.Step])

  struct OfType: Hashable {
    var mapping: MemberName?
    var kind: Disagreement.Kind
    var outcome: Outcome?
    var isOfNothing: Bool
    var detail: MemberName
    /// The path of a value that no line reads.
    var template: [InstancePath.Step]
  }

  struct OfLine: Hashable {
    var line: ContractLineKey
    var kind: Disagreement.Kind
    var isOfNothing = false
    /// What is left out of a list is not what a list is read as.
    var isLeftOut = false
  }
}

extension Observation {
  /// The keys that it is of a known cause by, the first that is known.
  var keys: [CauseKey] {
    var keys = [.type(disagreement.typeCause)] + disagreement.lineKeys + disagreement.otherValueKeys
    // Where several faults are at once, such a member is what a line that reads others trips over.
    if !isMinimal, isRespelled { keys += disagreement.otherMemberKeys }
    return keys
  }

  /// The places of the payload around it, which link it to the cause that they are not read. A
  /// wrong object is reported at all of its places.
  var placeKeys: [CauseKey] {
    guard disagreement.outcome != .otherObject, let place = disagreement.source?.template,
      !place.isEmpty
    else { return [] }
    return (0...place.count).map { .unread(Array(place.prefix($0))) }
      + (disagreement.kind == .refuses ? [.readInstead(place)] : [])
  }

  /// The keys that others are of its cause by, where it is the first of it.
  var foundedKeys: [CauseKey] {
    [.type(disagreement.typeCause)] + joinedKeys + disagreement.otherValueKeys
  }

  /// The keys that it adds to a cause that is known.
  var joinedKeys: [CauseKey] {
    disagreement.lineKeys + (isCanonical ? disagreement.unreadKeys : [])
  }
}

extension Disagreement {
  /// What becomes of values of its type.
  var typeCause: CauseKey.OfType {
    // What a rule was broken by says something only where it is not known what became of it.
    let isPlain = kind == .accepts && outcome != nil && outcome != .value
    let detail = isPlain || kind == .refuses && isOfNothing ? "" : causeDetail
    // An answer that changes may change anywhere.
    let isAnywhere = [.unstable, .refusesMember].contains(kind)
    return CauseKey.OfType(
      mapping: kind == .refusesMember ? nil : mapping, kind: kind, outcome: outcome,
      isOfNothing: isOfNothing, detail: MemberName(detail),
      template: isAnywhere ? [] : identity.template)
  }

  /// Whether it is about what is absent. What is kept of an old value is kept, whatever comes.
  private var isOfNothing: Bool {
    ![.accepts, .unstable].contains(kind) && outcome != .oldValue && state.isNothing
  }

  /// What the cause is known by besides what becomes of a value.
  private var causeDetail: String {
    switch (kind, state) {
    case (.unstable, _), (.refusesMember, _), (.readsMember, _): ""
    case (.accepts, .broken(let rule)): rule.rawValue
    // Absent and null become the same thing.
    case (.accepts, _): ""
    case (.differs, _): outcome == .value ? detail : ""
    case (.variant, _): detail
    default: detail.withoutData(line?.source.lastName?.text ?? "")
    }
  }

  fileprivate var lineKeys: [CauseKey] {
    ofLines { line in
      let isOfNothing = state.isNothing && line.source != .representation && outcome != .oldValue
      return CauseKey.OfLine(
        line: ContractLineKey(line), kind: kind, isOfNothing: isOfNothing,
        isLeftOut: outcome == .leftOut)
    }
  }

  /// Null and a wrong value may become another value in the same way.
  fileprivate var otherValueKeys: [CauseKey] {
    guard kind == .accepts, [nil, .value].contains(outcome) else { return [] }
    return ofLines { CauseKey.OfLine(line: ContractLineKey($0), kind: kind) }
  }

  /// The keys of a value that may come from an unread member.
  fileprivate var otherMemberKeys: [CauseKey] {
    guard [.accepts, .differs].contains(kind) else { return [] }
    return ofLines { CauseKey.OfLine(line: ContractLineKey($0), kind: .readsMember) }
  }

  private func ofLines(_ key: (PropertyLine) -> CauseKey.OfLine) -> [CauseKey] {
    ([line].compactMap(\.self) + otherLines).map { .line(key($0)) }
  }

  /// The places that the mapper does not read, according to the cause. A value that is sometimes
  /// read from elsewhere may have other errors at its own place. A value without a property in the
  /// app is not read, nor is its content.
  fileprivate var unreadKeys: [CauseKey] {
    guard outcome == .otherObject || kind == .noProperty, let place = source?.template else {
      return []
    }
    return [.unread(place)] + (otherSource.map { [.readInstead($0.template)] } ?? [])
  }
}

extension String {
  /// The text of an error without what it says of one payload: what is in quotes, numbers, and a
  /// key's name.
  fileprivate func withoutData(_ key: String) -> String {
    var text = ""
    var isQuoted = false
    for word in split(separator: " ", omittingEmptySubsequences: false) {
      let quotes = word.count { $0 == "\"" }
      defer { if quotes % 2 == 1 { isQuoted.toggle() } }
      if isQuoted || quotes > 0 { continue }
      let bare = word.drop { !$0.isLetter }.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      if bare.utf8.elementsEqual(key.utf8) || word.contains(where: \.isNumber) { continue }
      text += " " + word
    }
    return text
  }
}
