import ContractModel
import JSONParsing
import MappingEngine

// What came of payloads by a contract, as parts say it.

extension CheckTotals.EndpointTotals {
  /// How many payloads break a rule, by the rules' names.
  mutating func describeRules(_ part: inout PartCoder) throws(PartError) {
    var counts = RuleID.allCases.compactMap { rule in
      rules[rule].map { (name: MemberName(rule.rawValue), value: $0) }
    }
    try part.members(&counts, of: 0) { name, count, part throws(PartError) in
      let rule = RuleID(rawValue: name.text)
      try part.require(rule != nil, "\(quoted(name.text)) is no rule")
      try part.count(&count)
      if part.isReading, let rule { rules[rule] = count }
    }
  }
}

extension MappingTally.Contents {
  /// - Parameters:
  ///   - contract: The number of the contract.
  ///   - check: The check that has it.
  mutating func describe(
    _ part: inout PartCoder, ofContract contract: Int, in check: CaptureCheck
  ) throws(PartError) {
    let noLines = Endpoint(number: 0, lines: [])
    try part.list("endpoints", &endpoints, of: noLines) { endpoint, part throws(PartError) in
      try part.object { part throws(PartError) in
        try part.number(of: "endpoint", &endpoint.number)
        let key = check.endpointKey(contract: contract, number: endpoint.number)
        try part.require(key != nil, at: "endpoint", "the contract has no such endpoint")
        let blank = Line(number: 0, counts: EventCounts())
        try part.list("lines", &endpoint.lines, of: blank) { line, part throws(PartError) in
          try line.describe(&part)
        }
      }
    }
    try part.list("cases", &cases, of: 0) { count, part throws(PartError) in
      try part.count(&count)
    }
    try describeTypes(&part)
    let blank = UnmappedKeys.Key(place: 0, name: "", count: 0)
    try part.list("unmapped", &unmapped, of: blank) { key, part throws(PartError) in
      try part.object { part throws(PartError) in
        try part.number(of: "place", &key.place)
        try part.text(of: "key", &key.name)
        try part.count(of: "count", &key.count)
      }
    }
    try part.count(of: "otherUnmapped", &otherUnmappedCount)
  }

  private mutating func describeTypes(_ part: inout PartCoder) throws(PartError) {
    var types = zip(mentions, identities).map { (mentions: $0, identities: $1) }
    let blank = (mentions: MappingTally.TypeMentions(), identities: [UInt64]?.none)
    try part.list("types", &types, of: blank) { type, part throws(PartError) in
      try part.object { part throws(PartError) in
        try part.count(of: "mentions", &type.mentions.count)
        try part.count(of: "anonymous", &type.mentions.anonymous)
        try part.member("identities") { part throws(PartError) in
          try part.nullable(&type.identities, of: []) { list, part throws(PartError) in
            try part.list(&list, of: 0) { identity, part throws(PartError) in
              try part.fingerprint(&identity)
            }
          }
        }
      }
    }
    (mentions, identities) = (types.map(\.mentions), types.map(\.identities))
  }
}

extension MappingTally.Contents.Line {
  /// Its number and counts: fits, missing, null, does not fit, blocked.
  fileprivate mutating func describe(_ part: inout PartCoder) throws(PartError) {
    try part.elements(6) { number, part throws(PartError) in
      switch number {
      case 0: try part.number(&self.number)
      case 1: try part.count(&counts.mapped)
      case 2: try part.count(&counts.missing)
      case 3: try part.count(&counts.null)
      case 4: try part.count(&counts.failed)
      default: try part.count(&counts.blocked)
      }
    }
  }
}
