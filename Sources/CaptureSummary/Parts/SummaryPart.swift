package import CaptureChecking
import CaptureSources
import JSONParsing

extension CaptureSummary {
  /// The summary of a part of a capture, as a text that `merged` reads; it ends with a line end.
  ///
  /// Everything is sorted, so the same summary is the same bytes.
  ///
  /// - Parameters:
  ///   - header: Says which part of which capture it is.
  ///   - isOneLine: Whether there is no line end in it, so that parts can be lines of a file.
  package func part(_ header: PartHeader, isOneLine: Bool = false) -> [UInt8] {
    var rows = PartRows(writing: header, isOneLine: isOneLine)
    var summary = self
    // Only what is read can be wrong.
    try? summary.describe(&rows)
    return rows.text
  }

  /// The summary of all parts of a capture.
  ///
  /// - Parameter parts: In the order of the capture.
  /// - Throws: What of a part is not as it is written.
  package static func merged(_ parts: [CheckPart]) throws(PartError) -> CaptureSummary {
    var whole = CaptureSummary()
    var budget = CountBudget()
    var firstInput = 0
    for part in parts {
      var summary = CaptureSummary()
      var rows = PartRows(reading: part.root, firstInput: firstInput, budget)
      try summary.describe(&rows)
      budget = rows.part.budget
      whole.merge(summary)
      // Shards have the same inputs, other parts inputs of their own.
      if part.header.share == nil { firstInput += part.header.inputCount }
    }
    whole.finish()
    return whole
  }
}

extension CaptureSummary {
  fileprivate mutating func describe(_ rows: inout PartRows) throws(PartError) {
    try lineCounts.describe(&rows)
    try problems.describe(&rows)
    try rows.member("skipped") { part throws(PartError) in
      try part.object { part throws(PartError) in try part.counts("records", &skipped) }
    }
    try rows.member("events") { part throws(PartError) in try describeEvents(&part) }
    try rows.member("bodies") { part throws(PartError) in try bodies.describe(&part) }
    try describePaths(&rows)
    try describeValues(&rows)
  }

  private mutating func describeEvents(_ part: inout PartCoder) throws(PartError) {
    var found = events.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
    try part.object { part throws(PartError) in
      let blank = (name: MemberName(""), value: ValueID(0))
      try part.items("of", &found, of: blank) { event, part throws(PartError) in
        try part.text(&event.name)
        try part.reference(&event.value)
      }
      events = Dictionary(
        found.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
      try part.require(events.count == found.count, "an event is there twice")
      try part.counts("notJSON", &otherEventCounts)
    }
  }

  // MARK: - Paths

  /// The trees of all hosts, each path before those behind it.
  private mutating func describePaths(_ rows: inout PartRows) throws(PartError) {
    var names = hosts.keys.sorted()
    var trees = names.map { hosts[$0] ?? PathTree() }
    try rows.member("hosts") { part throws(PartError) in
      try part.list(&names, of: "") { name, part throws(PartError) in try part.text(&name) }
      try part.require(Set(names).count == names.count, "a host is there twice")
    }
    if rows.part.isReading { trees = names.map { _ in PathTree() } }
    var depths = names.map { _ in 0 }
    var inner: [(segments: [PathSegment], first: Int)] = []
    let count = { (_: PartCoder) in trees.count }
    try rows.list("paths", count: count) { number, part throws(PartError) in
      var segments = trees[number].children.keys.sorted()
      try trees[number].describe(&part, &segments)
      try part.require(
        segments.isEmpty || depths[number] < Self.mostSegments, "the path has too many segments")
      inner.append((segments, trees.count))
      trees += segments.map { trees[number].children[$0] ?? PathTree() }
      depths += segments.map { _ in depths[number] + 1 }
    }
    for number in trees.indices.reversed() {
      for (offset, segment) in inner[number].segments.enumerated() {
        trees[number].children[segment] = trees[inner[number].first + offset]
      }
    }
    hosts = Dictionary(zip(names, trees), uniquingKeysWith: { first, _ in first })
  }

  // MARK: - Values

  /// All values, each before what is in it.
  private mutating func describeValues(_ rows: inout PartRows) throws(PartError) {
    var depth = table.depth
    try rows.member("depth") { part throws(PartError) in try part.number(&depth) }
    var (values, objects) = ([ValueSummary](), [ObjectSummary]())
    let isReading = rows.part.isReading
    try rows.list("values", count: \.referenceCount) { number, part throws(PartError) in
      var value = isReading ? ValueSummary() : table[ValueID(part.references[number])]
      var found = value.sortedObjects.map { ObjectPart(tag: $0.tag, object: table.object($0.id)) }
      try value.describe(&part, &found)
      guard isReading else { return }
      for object in found {
        value.objects.append(TaggedObjects(tag: object.tag, id: ObjectSummaryID(objects.count)))
        objects.append(object.object)
      }
      values.append(value)
    }
    guard isReading else { return }
    guard let table = ValueTable(values, objects, depth: depth) else {
      return try rows.member("depth") { part throws(PartError) in
        try part.require(false, "values are never looked at so deep")
      }
    }
    self.table = table
  }
}

extension ValueSummary {
  /// By their tags, those without one first.
  fileprivate var sortedObjects: [TaggedObjects] {
    objects.sorted { left, right in
      guard let tag = right.tag else { return false }
      return left.tag.map { $0 < tag } ?? true
    }
  }
}
