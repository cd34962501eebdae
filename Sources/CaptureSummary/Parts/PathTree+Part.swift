import CaptureChecking
import JSONParsing

extension PathTree {
  /// - Parameter segments: What stands behind it, in order.
  mutating func describe(
    _ part: inout PartCoder, _ segments: inout [PathSegment]
  ) throws(PartError) {
    try part.items("segments", &segments, of: .text) { segment, part throws(PartError) in
      try segment.describe(&part)
    }
    try part.require(Set(segments).count == segments.count, "a segment is there twice")
    try part.flag("anyText", &isAnyText)
    let texts = segments.count(where: \.isLiteral)
    try part.require(texts <= (isAnyText ? 0 : Self.mostTexts), "there are too many segments")
    try describeBodies(&part)
    try part.answers("empty", &emptyCounts)
    try part.answers("absent", &absentCounts)
    try part.answers("other", &otherCounts)
    try describeMentions(&part)
  }

  private mutating func describeBodies(_ part: inout PartCoder) throws(PartError) {
    var answers = bodies.sorted { $0.key < $1.key }.map { (answer: $0.key, value: $0.value) }
    let blank = (answer: Answer(method: "", status: 0), value: ValueID(0))
    try part.objects("bodies", &answers, of: blank) { item, part throws(PartError) in
      try item.answer.describe(&part)
      try part.reference(&item.value)
    }
    bodies = Dictionary(
      answers.map { ($0.answer, $0.value) }, uniquingKeysWith: { first, _ in first })
    try part.require(bodies.count == answers.count, "an answer is there twice")
  }

  private mutating func describeMentions(_ part: inout PartCoder) throws(PartError) {
    var found = mentions.sorted { $0.key < $1.key }.map { (mention: $0.key, count: $0.value) }
    let blank = (mention: Mention(segment: 0, keyPath: ""), count: 0)
    try part.objects("mentions", &found, of: blank) { item, part throws(PartError) in
      var (segment, keyPath) = (item.mention.segment, item.mention.keyPath)
      try part.number("segment", &segment)
      try part.text(of: "keyPath", &keyPath)
      try part.count("n", &item.count)
      item.mention = Mention(segment: segment, keyPath: keyPath)
    }
    guard part.isReading else { return }
    for item in found { note(item.mention, count: item.count) }
  }
}

extension PathSegment {
  /// A literal segment is its text, a class of segments an object.
  fileprivate mutating func describe(_ part: inout PartCoder) throws(PartError) {
    var (number, text) = (dataClass?.rawValue ?? 0, self.text)
    if part.isReading ? !part.isObject : isLiteral {
      try part.text(&text)
      if part.isReading { self = PathSegment(text.text, mayBeVersion: true) }
      return try part.require(isLiteral, "the segment is no word")
    }
    try part.object { part throws(PartError) in
      try part.number(of: "class", &number)
      let isClass = Class(rawValue: number) != nil
      try part.require(isClass, at: "class", "there is no such class of segments")
    }
    self = PathSegment(Class(rawValue: number) ?? .text)
  }
}

extension PathTree.Answer {
  fileprivate mutating func describe(_ part: inout PartCoder) throws(PartError) {
    var (method, status) = (method, status)
    try part.text(of: "method", &method)
    try part.number(of: "status", &status)
    self = PathTree.Answer(method: method, status: status)
  }
}

extension PartCoder {
  fileprivate mutating func answers(
    _ name: String, _ counts: inout [PathTree.Answer: Int]
  ) throws(PartError) {
    var found = counts.sorted { $0.key < $1.key }.map { (answer: $0.key, count: $0.value) }
    let blank = (answer: PathTree.Answer(method: "", status: 0), count: 0)
    try objects(name, &found, of: blank) { item, part throws(PartError) in
      try item.answer.describe(&part)
      try part.count("n", &item.count)
    }
    counts = Dictionary(found.map { ($0.answer, $0.count) }, uniquingKeysWith: +)
  }
}
