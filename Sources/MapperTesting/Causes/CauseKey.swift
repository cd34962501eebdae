import ContractModel
import JSONParsing

/// As many features of a disagreement as one question depends on, such as whether two have one
/// cause: disagreements with equal keys are alike.
package struct DisagreementKey: Hashable, Sendable {
  var kind: Disagreement.Kind
  var mapping: MemberName?
  var outcome: Outcome?
  /// Whether the disagreement is about an absent value.
  var isOfNothing = false
  var isOnValid = false
  var detail: [MemberName] = []
  var line: ContractLineKey?
  /// The path of a value that no line reads.
  var template: [InstancePath.Step] = []
}

/// A feature that the observations of one cause share: a common key means one cause.
enum CauseKey: Hashable {
  /// The mapper's result for values of a type of object, at any key path; or any disagreement at a
  /// line of the contract.
  case of(DisagreementKey)
  /// A place that the mapper does not read: it reads the object elsewhere, or not at all.
  case unread([InstancePath.Step])
  /// The place from which the mapper reads such an object instead.
  case readInstead([InstancePath.Step])
}

extension Observation {
  /// The keys by which the observation joins a known cause; the first known key decides.
  var keys: [CauseKey] {
    let keys =
      [.of(disagreement.typeCause)] + disagreement.lineKeys + disagreement.otherValueKeys
    // If a payload has several faults, a line that reads other values may fail on such a member.
    guard !isMinimal, isRespelled, [.accepts, .differs].contains(disagreement.kind) else {
      return keys
    }
    return keys + disagreement.lineKeys(as: .readsMember)
  }

  /// The places of the payload around the observation. If a cause says that such a place is not
  /// read, the observation belongs to it. A wrong object is reported at all of its places.
  var placeKeys: [CauseKey] {
    guard disagreement.outcome != .otherObject, let place = disagreement.source?.template,
      !place.isEmpty
    else { return [] }
    return (0...place.count).map { .unread(Array(place.prefix($0))) }
      + (disagreement.kind == .refuses ? [.readInstead(place)] : [])
  }

  /// The keys by which later observations join the cause that this observation founds.
  var foundedKeys: [CauseKey] {
    [.of(disagreement.typeCause)] + joinedKeys + disagreement.otherValueKeys
  }

  /// The keys that the observation adds to a known cause.
  var joinedKeys: [CauseKey] {
    disagreement.lineKeys + (isCanonical ? disagreement.unreadKeys : [])
  }
}

extension Disagreement {
  /// The key of the reason, which is the same over many payloads.
  var identity: DisagreementKey {
    // Variants are distinguished by their case, wherever they are.
    let place = line?.origin.place ?? (kind == .variant ? origin.place : nil)
    return DisagreementKey(
      kind: kind, line: place.map { ContractLineKey(at: $0) },
      template: place == nil ? path.template : [])
  }

  /// The key for the mapper's result for values of the type.
  var typeCause: DisagreementKey {
    // The broken rule matters only where the mapper's result is unknown.
    let isPlain = kind == .accepts && outcome != nil && outcome != .value || switchKey != nil
    let detail = isPlain || kind == .refuses && isOfNothing ? "" : causeDetail
    // An unstable answer may change anywhere.
    let isAnywhere = [.unstable, .refusesMember].contains(kind) || switchKey != nil
    return DisagreementKey(
      kind: kind, mapping: kind == .refusesMember ? nil : mapping, outcome: outcome,
      isOfNothing: isOfNothing, detail: [MemberName(detail)],
      template: isAnywhere ? [] : identity.template)
  }

  /// Whether the disagreement is about an absent value. It is not if the property kept its old
  /// value, which does not depend on the payload.
  private var isOfNothing: Bool {
    ![.accepts, .unstable].contains(kind) && outcome?.isOfStore != true && state.isNothing
  }

  /// The detail that identifies the cause, in addition to the mapper's result.
  private var causeDetail: String {
    switch (kind, state) {
    case (.unstable, _), (.refusesMember, _), (.readsMember, _): ""
    case (.accepts, .broken(let rule)): rule.rawValue
    // The mapper treats absent and null alike.
    case (.accepts, _): ""
    case (.differs, _): outcome == .value ? detail : ""
    case (.variant, _): detail
    default: detail.withoutData(line?.source.lastName?.text ?? "")
    }
  }

  /// Leaving elements out of a list differs from reading the whole list as another value.
  fileprivate var lineKeys: [CauseKey] {
    lines.map { line in
      let isOfNothing =
        state.isNothing && line.source != .representation && outcome?.isOfStore != true
      return .of(
        DisagreementKey(
          kind: kind, outcome: outcome == .leftOut ? .leftOut : nil, isOfNothing: isOfNothing,
          line: ContractLineKey(line)))
    }
  }

  /// The keys for a null and a wrong value, which may become another value in the same way.
  fileprivate var otherValueKeys: [CauseKey] {
    kind == .accepts && [nil, .value].contains(outcome) ? lineKeys(as: kind) : []
  }

  fileprivate func lineKeys(as kind: Kind) -> [CauseKey] {
    lines.map { .of(DisagreementKey(kind: kind, line: ContractLineKey($0))) }
  }

  /// The places that the mapper does not read, according to the cause. A value that is sometimes
  /// read from elsewhere may have other errors at its own place. A value without a property in the
  /// app is not read, and neither is its content.
  fileprivate var unreadKeys: [CauseKey] {
    guard outcome == .otherObject || kind == .noProperty, let place = source?.template else {
      return []
    }
    return [.unread(place)] + (otherSource.map { [.readInstead($0.template)] } ?? [])
  }
}

extension String {
  /// Returns the text of an error without the parts that depend on one payload: quoted text,
  /// numbers, and the key's name.
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
