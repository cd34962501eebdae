package import JSONParsing

extension Contract {
  /// The digest of what the contract says of payloads: the same with other comments, notes, examples and
  /// layout, and wherever the files of its mappings lie.
  package var digest: StableHash {
    var bare = Contract(name: "")
    (bare.host, bare.basePath, bare.settings) = (host, basePath, settings)
    bare.endpoints = endpoints.map(\.withoutNotes)
    bare.mappings = (mappings + includedMappings).map(\.withoutNotes)
    var writer = ContractWriter()
    writer.write(bare)
    return StableHash(writer.json.bytes)
  }
}

extension ContractMapping {
  fileprivate var withoutNotes: ContractMapping {
    var mapping = self
    mapping.documentation = Documentation()
    mapping.lines = lines.map(\.withoutNotes)
    guard let dispatch else { return mapping }
    for index in dispatch.cases.indices {
      mapping.dispatch?.cases[index].use = dispatch.cases[index].use.withoutNotes
      mapping.dispatch?.cases[index].extensions = []
    }
    mapping.dispatch?.otherwise = dispatch.otherwise?.withoutNotes
    return mapping
  }
}

extension CaseUse {
  fileprivate var withoutNotes: CaseUse {
    if case .lines(let lines) = self { .lines(lines.map(\.withoutNotes)) } else { self }
  }
}

extension Endpoint {
  fileprivate var withoutNotes: Endpoint {
    guard case .map(let lines) = body else { return self }
    var endpoint = self
    endpoint.body = .map(lines.map(\.withoutNotes))
    return endpoint
  }
}

extension PropertyLine {
  fileprivate var withoutNotes: PropertyLine {
    var line = self
    (line.options.note, line.options.extensions) = (nil, [])
    return line
  }
}
