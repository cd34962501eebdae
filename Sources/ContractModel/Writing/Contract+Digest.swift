package import JSONParsing

extension Contract {
  /// The digest of the contract's meaning for payloads. It does not depend on comments, notes,
  /// examples and layout, nor on where the files of its mappings are.
  package var digest: StableHash {
    var texts = [host?.value ?? "", basePath?.value ?? ""] + settings.meaning
    texts += endpoints.flatMap(\.meaning)
    texts += (mappings + includedMappings).flatMap(\.meaning)
    return StableHash(texts: texts)
  }
}

// Each part starts with a word of its own, so that different parts never give the same texts.

extension MappingSettings {
  fileprivate var meaning: [String] {
    let words: [String?] = [
      coercion?.rawValue, keys?.rawValue, unknownKeys?.rawValue,
      acronyms?.joined(separator: " "),
    ]
    return ["settings"] + words.map { $0 ?? "-" }
  }
}

extension Endpoint {
  fileprivate var meaning: [String] {
    let own = [selector.isRequest ? "request" : "endpoint", selector.description, mimeType ?? "-"]
    switch body {
    case .value(let value): return own + ["value", value.description]
    case .map(let lines): return own + lines.flatMap(\.meaning)
    case .absent: return own + ["absent"]
    }
  }
}

extension ContractMapping {
  fileprivate var meaning: [String] {
    let own: [String?] = [
      name.text, type?.value.text, extends?.value.text, missingIdentity?.rawValue,
      modifiedBy?.value.description,
    ]
    var texts = ["mapping"] + own.map { $0 ?? "-" } + identifiedBy.map(\.value.description)
    texts += settings.meaning
    texts += lines.flatMap(\.meaning)
    texts += dispatch?.meaning ?? []
    return texts + connections.flatMap(\.meaning)
  }
}

extension Connection {
  fileprivate var meaning: [String] {
    ["connection", "\(property): \(value)"]
      + keys.flatMap { [$0.own.value.description, $0.other.value.description] }
  }
}

extension CaseDispatch {
  fileprivate var meaning: [String] {
    var texts = ["cases", switchPath?.value.description ?? "-"]
    for line in cases {
      texts += ["case", line.trims ? "trimmed" : ""] + line.conditions.map(\.description)
      texts += line.use.meaning
    }
    return texts + ["else", skipsOthers ? "skip" : ""] + (otherwise?.meaning ?? [])
  }
}

extension CaseUse {
  fileprivate var meaning: [String] {
    switch self {
    case .name(let name): ["use", name.value.text]
    case .lines(let lines): ["lines"] + lines.flatMap(\.meaning)
    }
  }
}

extension PropertyLine {
  fileprivate var meaning: [String] {
    let deleted = deletes.map { "\($0.part.value) of \($0.mapping.value)" }
    return ["line", key.text, line, deleted ?? "-"] + options.meaning
  }
}

extension PropertyLine.Options {
  fileprivate var meaning: [String] {
    let words: [String?] = [
      missing?.rawValue, null?.rawValue, elements?.rawValue, emptyString?.rawValue,
      emptyArray?.rawValue, assign?.rawValue, update?.rawValue, presence?.description,
      nullRate?.description, example?.value.text(),
    ]
    let flags: [String?] = [trims, isSensitive, isConstant].map { flag in flag.map { "\($0)" } }
    return (words + flags).map { $0 ?? "-" }
  }
}
