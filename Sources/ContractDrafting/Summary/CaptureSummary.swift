package import CaptureChecking
package import CaptureSources
import ContractModel
package import JSONParsing
import MappingEngine

/// The shape of all records of a capture, in memory that does not grow with their number. Contracts
/// are drafted, and statistics computed, from summaries.
///
/// Summaries of parts of a capture, merged in any order, equal the summary of the whole.
package struct CaptureSummary: Codable, Sendable {
  /// The paths of requests by host; the empty text stands for no host.
  package internal(set) var hosts: [MemberName: PathTree] = [:]
  package internal(set) var events: [MemberName: ValueID] = [:]
  /// How often the data of an event is not JSON, by name.
  package internal(set) var otherEventCounts: [MemberName: Int] = [:]
  package internal(set) var bodies = BodyFolders()
  package internal(set) var table = ValueTable()
  /// The number of records from which nothing can be drafted, by reason.
  package internal(set) var skipped: [MemberName: Int] = [:]
  package internal(set) var inputs = InputLog()
  /// The parsed body; the next body reuses its memory.
  private var document = JSONDocument.empty
  private var sent = SentBody()
  /// The number of values at which the table's size is checked next.
  private var nextLimit = standardLimit
  /// The greatest final number of values of the table.
  private var mostValues = standardLimit

  private static let standardLimit = 1_000_000

  package init() {}

  init(mostValues: Int) { (self.mostValues, nextLimit) = (mostValues, mostValues) }

  /// The members of a part, without the paths.
  private enum CodingKeys: CodingKey {
    case events, otherEventCounts, bodies, table, skipped, inputs
  }
}

extension CaptureSummary {
  /// Summarizes a capture. The summary does not depend on the number of workers.
  package init(of reading: CaptureReading) {
    self = reading.result(
      beginningWith: { CaptureSummary() },
      reading: { summary, _, item, reader in
        let canStop = item.segment == nil
        reader.readsRequests = true
        let outcome = reader.read(item) { record, body in
          canStop && reading.isStopped() ? .stop : summary.add(record, body)
        }
        summary.inputs.note(outcome, of: item)
      },
      mergedBy: { $0.merge($1) })
    finish()
  }
}

// MARK: - Records

extension CaptureSummary {
  package mutating func add(_ record: CaptureRecord, _ body: Span<UInt8>) -> CaptureReader.Answer {
    guard !record.isRequest else {
      sent = SentBody(record, body)
      return .goOn
    }
    if case .cutOff = record.bodyState {
      skip("the log has cut off the body")
      return .goOn
    }
    switch record.kind {
    case .exchange: addExchange(record, body)
    case .event where record.event?.utf8.allSatisfy { $0 == UInt8(ascii: " ") } ?? true:
      skip("the event has no name")
    case .body where record.status.map { !(200...299 ~= $0) } ?? false:
      skip("the status is not 2xx, and nothing says the endpoint")
    case .event, .body: return addValue(record, body)
    }
    limit()
    return .goOn
  }

  private mutating func skip(_ reason: MemberName) { skipped[reason, default: 0] += 1 }

  private mutating func skip(_ error: JSONParseError) {
    let limit = if case .tooDeep = error.reason { ": \(error.reason)" } else { "" }
    skip(MemberName("the body \(error.verdict)\(limit)"))
  }

  private mutating func addValue(
    _ record: CaptureRecord, _ body: Span<UInt8>
  ) -> CaptureReader.Answer {
    let event = record.kind == .event ? MemberName(record.event ?? "") : nil
    do throws(JSONParseError) {
      if case .undecodable = record.bodyState {
        skip("the body cannot be decoded")
        if let event { otherEventCounts[event, default: 0] += 1 }
        return .goOn
      }
      try document.reparse(body)
    } catch {
      if record.isBareLine { return .notJSON(error) }
      skip(error)
      if let event { otherEventCounts[event, default: 0] += 1 }
      return .goOn
    }
    let value =
      if let event {
        eventValue(event)
      } else {
        bodies.value(of: record.input, document.bodyShape, in: &table)
      }
    table.add(document, to: value, at: record.time)
    limit()
    return .goOn
  }

  private mutating func eventValue(_ name: MemberName) -> ValueID {
    if let value = events[name] { return value }
    let value = table.makeValue()
    events[name] = value
    return value
  }
}

// MARK: - Merging

extension CaptureSummary {
  package mutating func merge(_ other: CaptureSummary) {
    skipped.merge(other.skipped, uniquingKeysWith: +)
    otherEventCounts.merge(other.otherEventCounts, uniquingKeysWith: +)
    inputs.merge(other.inputs)
    add(other)
    limit()
  }

  private mutating func add(_ other: CaptureSummary) {
    for (host, tree) in other.hosts.sorted(by: { $0.key < $1.key }) {
      hosts[host, default: PathTree()].merge(tree, of: other.table, in: &table)
    }
    for (name, value) in other.events.sorted(by: { $0.key < $1.key }) {
      table.merge(value, of: other.table, into: eventValue(name))
    }
    bodies.merge(other.bodies, of: other.table, in: &table)
  }

  /// Shrinks the table if it has too many values: removes values without references first, then the
  /// most deeply nested ones.
  private mutating func limit() {
    guard table.count > nextLimit else { return }
    for depth in [nil] + table.smallerDepths.map(Optional.some) {
      let other = renumbered(depth: depth)
      (hosts, events, bodies, table) = (other.hosts, other.events, other.bodies, other.table)
      if table.count <= mostValues { break }
    }
    // The table may grow by a quarter before the next check.
    nextLimit = max(mostValues, table.count + table.count / 4)
  }

  /// Returns the summary with an empty table that was filled again. The values' numbers then depend
  /// only on the summary's contents, and values without references are gone.
  func renumbered(depth: Int? = nil) -> CaptureSummary {
    var other = CaptureSummary(mostValues: .max)
    other.table = table.emptied(depth: depth)
    other.add(self)
    return other
  }

  /// Ends the summary: applies the final limit, so that the size does not depend on how it was
  /// merged.
  mutating func finish() {
    nextLimit = mostValues
    limit()
  }
}

// MARK: - Exchanges

extension CaptureSummary {
  /// The greatest number of segments of a path, since trees of paths are walked recursively.
  static let mostSegments = 2_000

  private mutating func addExchange(_ record: CaptureRecord, _ body: Span<UInt8>) {
    if let fault = record.fault { return skip(MemberName(fault)) }
    guard let url = record.url.map({ RequestURL($0) }) else { return skip("there is no URL") }
    let method = record.method?.uppercased() ?? "GET"
    guard CaptureRecord.methods.contains(method) else { return skip("it is not a method of HTTP") }
    // A response to HEAD is that to GET without its body (RFC 9110, section 9.3.2).
    guard method != "HEAD" else { return skip("a HEAD has no body") }
    let texts = url.decodedSegments
    guard texts.count <= Self.mostSegments else { return skip("the path has too many segments") }
    let answer = PathTree.Answer(
      method: MemberName(method), action: MemberName(sent.action(of: record) ?? ""),
      status: record.status ?? CaptureRecord.assumedStatus)
    let content: Content
    do throws(JSONParseError) {
      content = try Content(record, body, &document)
    } catch {
      return skip(error)
    }
    let mentions = 200...299 ~= answer.status && content == .json ? mentions(of: texts) : []
    hosts[MemberName(url.host ?? ""), default: PathTree()].add(
      texts[...], content, document, answer, mentions, at: record.time, in: &table)
  }

  fileprivate enum Content {
    case json, other, empty, absent

    /// - Throws: An error, if the body exceeds a limit.
    init(
      _ record: CaptureRecord, _ body: Span<UInt8>, _ document: inout JSONDocument
    ) throws(JSONParseError) {
      self = .other
      if case .undecodable = record.bodyState { return }
      guard !body.isBlank else {
        self = record.mayBeEmpty ? .absent : .empty
        return
      }
      do {
        try document.reparse(body)
        self = .json
      } catch {
        guard RuleID(error) == .notJSON else { throw error }
      }
    }
  }

  /// Returns the members of the parsed body whose values are segments of the path: at most two
  /// levels deep; in an array, those of its first element.
  private func mentions(of segments: [String]) -> [PathTree.Mention] {
    var root = document.root
    if root.kind == .array, let first = root.elements.first { root = first }
    let wanted = Dictionary(grouping: segments.indices) { MemberName(segments[$0]) }
    var found: [PathTree.Mention] = []
    for member in root.members.prefix(Self.mostLookedAt) {
      found += mentions(member, "", wanted)
      for inner in member.value.members.prefix(Self.mostLookedAt) {
        found += mentions(inner, member.name.text + ".", wanted)
      }
    }
    return found
  }

  private static let mostLookedAt = 256

  private func mentions(
    _ member: JSONMember, _ prefix: String, _ wanted: [MemberName: [Int]]
  ) -> [PathTree.Mention] {
    guard IdentityMember.namesInPaths.contains(where: { member.isNamed($0) }),
      let text = member.value.string ?? member.value.number?.text
    else { return [] }
    return (wanted[MemberName(text)] ?? []).map { segment in
      PathTree.Mention(segment: segment, keyPath: MemberName(prefix + member.name.text))
    }
  }
}

extension PathTree {
  fileprivate mutating func add(
    _ segments: ArraySlice<String>, _ content: CaptureSummary.Content, _ document: JSONDocument,
    _ answer: Answer, _ mentions: [Mention], at time: Int64?, in table: inout ValueTable,
    behind last: String = "api"
  ) {
    guard let first = segments.first else {
      return add(content, document, answer, mentions, at: time, in: &table)
    }
    update(PathSegment(first, mayBeVersion: last == "api"), in: &table) { child, table in
      child.add(
        segments.dropFirst(), content, document, answer, mentions, at: time, in: &table,
        behind: first)
    }
  }

  /// Adds a response at the path itself. Separate from the function that recurses over segments.
  private mutating func add(
    _ content: CaptureSummary.Content, _ document: JSONDocument, _ answer: Answer,
    _ mentions: [Mention], at time: Int64?, in table: inout ValueTable
  ) {
    switch content {
    case .json: table.add(document, to: body(of: answer, in: &table), at: time)
    case .other: otherCounts[answer, default: 0] += 1
    case .empty: emptyCounts[answer, default: 0] += 1
    case .absent: absentCounts[answer, default: 0] += 1
    }
    for mention in mentions { note(mention) }
    if answer.action != "" { limitActions(in: &table) }
  }
}
