import CaptureChecking
import JSONParsing
import MappingEngine

/// The objects of a value that have one tag, as a part has them.
struct ObjectPart {
  var tag: ObjectTag?
  var object = ObjectSummary()
}

extension ValueSummary {
  /// - Parameter objects: The objects of the value, in the order of their tags.
  mutating func describe(
    _ part: inout PartCoder, _ objects: inout [ObjectPart]
  ) throws(PartError) {
    try part.counts("kinds", &kinds)
    try part.count("positions", &positions)
    try range.describe(&part)
    try describeTexts(&part)
    try part.counts("formats", &formats)
    try part.count("tokens", &tokenCount)
    try describeTimes(&part)
    try part.flag("cut", &isCut)
    try part.reference("element", &element)
    try part.flag("untagged", &isUntagged)
    try part.objects("objects", &objects, of: ObjectPart()) { object, part throws(PartError) in
      try object.describe(&part)
    }
    let tags = Set(objects.map(\.tag))
    try part.require(tags.count == objects.count, "a tag is there twice")
    try part.require(
      isUntagged ? tags == [nil] : tags.count <= ValueTable.mostTags, "there are too many tags")
  }

  private mutating func describeTexts(_ part: inout PartCoder) throws(PartError) {
    try part.member("texts", isDefault: samples == nil) { part throws(PartError) in
      var (counts, hashes) = (samples?.counts ?? [:], samples?.smallestHashes ?? [])
      var areMany = samples.map { $0.counts == nil } ?? false
      try part.object { part throws(PartError) in
        try part.flag("many", &areMany)
        try part.counts("counts", &counts)
        try part.items("hashes", &hashes, of: 0) { hash, part throws(PartError) in
          try part.fingerprint(&hash)
        }
      }
      if part.isReading { samples = TextSamples(areMany ? nil : counts, hashes: hashes) }
    }
  }

  private mutating func describeTimes(_ part: inout PartCoder) throws(PartError) {
    var times = seen.range.map { [$0.lowerBound, $0.upperBound] } ?? []
    try part.times("seen", &times)
    if part.isReading { for time in times { seen.add(time) } }
    try part.member("payloads", isDefault: payloadTimes == nil) { part throws(PartError) in
      var (first, last) = (payloadTimes?.first ?? [], payloadTimes?.last ?? [])
      try part.object { part throws(PartError) in
        try part.times("first", &first)
        try part.times("last", &last)
      }
      if part.isReading { payloadTimes = PayloadTimes(first: first, last: last) }
    }
  }
}

extension NumberRange {
  fileprivate mutating func describe(_ part: inout PartCoder) throws(PartError) {
    try part.flag("negative", &hasNegative)
    try part.flag("exceedsInt64", &exceedsInt64)
    try part.flag("exceedsUInt64", &exceedsUInt64)
    try part.flag("exceedsDouble", &exceedsDouble)
    try part.flag("exceedsDecimal", &exceedsDecimal)
    try part.flag("noSeconds", &isNoTimeInSeconds)
    try part.flag("noMilliseconds", &isNoTimeInMilliseconds)
  }
}

extension ObjectPart {
  fileprivate mutating func describe(_ part: inout PartCoder) throws(PartError) {
    try part.member("tag", isDefault: tag == nil) { part throws(PartError) in
      var (key, value) = (tag?.key ?? 0, tag?.value ?? "")
      try part.object { part throws(PartError) in
        try part.number("key", &key)
        try part.require(ObjectTag.keys.indices.contains(key), "there is no such tag")
        try part.text(of: "value", &value)
      }
      tag = ObjectTag(key: key, value: value)
    }
    try part.count("n", &object.count)
    try part.member("conflicts", isDefault: object.conflicts.isEmpty) { part throws(PartError) in
      try part.list(&object.conflicts, of: 0) { count, part throws(PartError) in
        try part.count(&count)
      }
      try part.require(
        object.conflicts.count == IdentityMember.names.count, "expected a count of each identity")
    }
    try part.reference("any", &object.anyMember)
    try describeMembers(&part)
  }

  private mutating func describeMembers(_ part: inout PartCoder) throws(PartError) {
    object.members = object.sortedMembers
    try part.member("members", isDefault: object.members.isEmpty) { part throws(PartError) in
      let blank = ObjectSummary.Member(name: "", value: 0)
      try part.list(&object.members, of: blank) { member, part throws(PartError) in
        var (name, value) = (member.name, member.value)
        try part.text(&name)
        try part.reference(&value)
        member = ObjectSummary.Member(name: name, value: value)
      }
      let count = object.members.count
      try part.require(
        count <= ValueTable.mostMembers && object.anyMember == nil, "there are too many members")
      let index = zip(object.members.map(\.name), 0...)
      object.index = Dictionary(index, uniquingKeysWith: { first, _ in first })
      try part.require(object.index.count == count, "a member is there twice")
    }
  }
}

extension PartCoder {
  /// Seconds since 1970.
  fileprivate mutating func times(_ name: String, _ times: inout [Int64]) throws(PartError) {
    var numbers = times.map { Int($0) }
    try items(name, &numbers, of: 0) { number, part throws(PartError) in
      try part.number(&number)
    }
    times = numbers.map { Int64($0) }
  }
}
