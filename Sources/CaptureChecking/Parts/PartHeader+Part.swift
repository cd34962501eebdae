import CaptureSources
import JSONParsing

extension PartHeader {
  /// So that the inputs of all parts can be numbered.
  private static let largestInputCount = 1 << 32

  init(_ root: PartValue) throws(PartError) {
    let subject = Subject.allCases.first { root.optional($0.rawValue) != nil }
    guard root.value.kind == .object, let subject, let version = root.optional(subject.rawValue)
    else {
      throw root.error("this is no part of a check", hint: "check --partial FILE writes one")
    }
    guard try version.number() == subject.version else {
      throw version.error(
        "the part is of version \(displayed(version.value.rawText)), not of \(subject.version)",
        hint: "the same version of contractcheck has to check and to merge")
    }
    self.init(subject)
    var rows = PartRows(reading: root)
    try describe(&rows)
  }

  /// Describes all behind the version.
  mutating func describe(_ rows: inout PartRows) throws(PartError) {
    let blank = ContractMark(name: "", digest: 0)
    try rows.objects("contracts", &contracts, of: blank) { mark, part throws(PartError) in
      try part.text(of: "name", &mark.name)
      try part.fingerprint(of: "digest", &mark.digest)
    }
    try rows.member("files") { part throws(PartError) in try part.fingerprint(&files) }
    try rows.member("options") { part throws(PartError) in
      var members = options.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
      try part.members(&members, of: []) { _, values, part throws(PartError) in
        try part.texts(&values)
      }
      options = Dictionary(members.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
    }
    let noRule = InputRule(pattern: "", type: "")
    try rows.list("inputRules", &inputRules, of: noRule) { rule, part throws(PartError) in
      var texts = [rule.pattern, rule.type]
      try part.texts(&texts)
      try part.require(texts.count == 2, "expected a pattern and a type")
      rule = InputRule(pattern: texts[0], type: texts[1])
    }
    try rows.member("shard") { part throws(PartError) in
      try part.nullable(&share, of: .all) { share, part throws(PartError) in
        var text = share.description
        try part.text(&text)
        let found = CaptureShare(text)
        try part.require(found != nil, "expected K/N, such as 1/4")
        share = found ?? share
      }
    }
    try rows.member("capture") { part throws(PartError) in try part.fingerprint(&capture) }
    try rows.member("inputs") { part throws(PartError) in
      try part.number(&inputCount)
      try part.require(inputCount <= Self.largestInputCount, "there are too many inputs")
    }
    try rows.member("hasFiles") { part throws(PartError) in try part.bool(&hasFiles) }
    try rows.member("complete") { part throws(PartError) in try part.bool(&isComplete) }
    try rows.list("notFound", &problems, of: "") { problem, part throws(PartError) in
      try part.safeText(&problem)
    }
  }
}
