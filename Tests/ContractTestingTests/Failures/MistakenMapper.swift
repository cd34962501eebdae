import ContractTesting
import Foundation
import TestSupport

/// Mappers that return every time, and return something wrong; only the first one is right.
enum MistakenMapper: String, CaseIterable, Sendable {
  case none
  // Results that depend on earlier calls.
  case wrongFromSecondCall, wrongFromFiftiethCall, wrongEverySecondCall, firstAnswerForEver
  case answerOfLength, objectOfIdentity, answerBefore, wrongWhereSeen
  case clock, random, shuffled
  // Rejections and acceptances.
  case nothingIsTaken, everythingIsEmpty, everythingIsOne, oddLengthsAreRefused, longOnesAreRefused
  case failuresAreEmpty, failuresAreLeftOut, unknownKeysAreRefused, keysInOneOrder, anyCaseOfKeys
  // Values in place of missing or wrong ones.
  case missingIsEmptyText, missingIsZero, nullIsText, missingIsNow, wrongIsNil, wordIsFirstCase
  case textIsNumber, numberIsText, numberIsFlag, fractionIsCut
  // Changed values.
  case wraps, isSingle, isTrimmed, isLowercased, isComposed, isCutAtTen, isCutAtZero, isCutAtSecond
  case isLocalTime, keysAreSwapped, otherKeyIsRead, ownerIsOfFirst, ownerIsDropped
  // Lists.
  case isSorted, isReversed, isDistinct, isFirst, lacksLast, isTwice, tagsAreSet
  // Results that cannot be compared.
  case isPayload, isFunction, isNever, hidesAll, isInDictionary, equalsAll, isOneObject
}

extension MistakenMapper {
  static let contract = """
    { "contract": 1, "mappings": {
      "Note": { "identifiedBy": "id", "map": {
        "id": "Int", "title": "String", "body?": "String?", "score": "Double", "isOpen": "Bool",
        "state": "'open' | 'closed'", "tags": "[String]", "at": "Date(iso8601)", "owner?": "Owner?" } },
      "Owner": { "map": { "id": "Int", "name": "String" } } } }
    """

  struct Owner: Decodable, Hashable {
    var id: Int
    var name: String
  }

  enum State: String, Decodable, Hashable { case open, closed }

  struct Note: Decodable, Hashable {
    var id: Int
    var title: String
    var body: String?
    var score: Double
    var isOpen: Bool
    var state: State
    var tags: [String]
    var at: Date
    var owner: Owner?
  }

  /// The state of the mappers of one test.
  private final class Memory {
    var count = 0
    var first: [Note]?
    var last: [Note]?
    var byLength: [Int: [Note]] = [:]
    var byID: [Int: Note] = [:]
    var seen: Set<Data> = []
    var generator = SplitMix64(seed: 1)
  }

  private struct Refusal: Error {}

  private static func notes(_ data: Data) throws -> [Note] {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      let text = try decoder.singleValueContainer().decode(String.self)
      return try date(text) ?? { throw Refusal() }()
    }
    return try decoder.decode([Note].self, from: data)
  }

  private static func date(_ text: String) -> Date? {
    for style in [Date.ISO8601FormatStyle(), .init(includingFractionalSeconds: true)] {
      if let date = try? style.parse(text) { return date }
    }
    return nil
  }

  /// The mapper with its memory still empty.
  var mapper: MapperUnderTest {
    let memory = Memory()
    switch self {
    case .isPayload: return .mapping { try ($0, Self.notes($0)).0 }
    case .isFunction: return .mapping { data in try Self.notes(data).map { note in { note } } }
    case .isNever: return .mapping { _ = try Self.notes($0) }
    case .hidesAll: return .mapping { try Self.notes($0).map { Hidden(id: $0.id) } }
    case .isInDictionary:
      return .mapping { try Self.notes($0).map { Bag(values: ["id": $0.id, "title": $0.title]) } }
    case .equalsAll:
      return .mapping { try Self.notes($0).map { Equal(id: $0.id, title: $0.title + "!") } }
    case .isOneObject:
      let shared = Shared()
      return .mapping { data in
        try Self.notes(data).map { note in
          (shared.id, shared.title) = (note.id, note.title)
          return shared
        }
      }
    case .tagsAreSet:
      return .mapping { try Self.notes($0).map { Tagged(id: $0.id, tags: Set($0.tags)) } }
    case .keysInOneOrder:
      return .mapping { data in
        let text = String(decoding: data, as: UTF8.self)
        guard let id = text.range(of: #""id""#), let title = text.range(of: #""title""#),
          title.lowerBound < id.lowerBound
        else { return try Self.notes(data) }
        return try Self.notes(data).map { change($0) { $0.title += "!" } }
      }
    default:
      return .mappingJSON { json in try map(json, memory) }
    }
  }

  private struct Hidden: CustomReflectable {
    var id: Int
    var customMirror: Mirror { Mirror(self, children: []) }
  }

  private struct Bag { var values: [String: Any] }

  private struct Equal: Equatable, CustomStringConvertible {
    var id: Int
    var title: String
    var description: String { "right" }
    static func == (_: Self, _: Self) -> Bool { true }
  }

  private final class Shared {
    var id = 0
    var title = ""
  }

  private struct Tagged {
    var id: Int
    var tags: Set<String>
  }

  /// Returns the JSON that the mapper reads instead of the payload.
  private func changed(_ json: Any, _ memory: Memory) throws -> Any {
    guard let list = json as? [Any] else { return json }
    return try list.map { element in
      guard var row = element as? [String: Any] else { return element }
      let text = row["title"] as? String
      switch self {
      case .unknownKeysAreRefused:
        let known = ["id", "title", "body", "score", "isOpen", "state", "tags", "at", "owner"]
        guard row.keys.allSatisfy(known.contains) else { throw Refusal() }
      case .anyCaseOfKeys:
        row = Dictionary(row.map { ($0 == "isopen" ? "isOpen" : $0, $1) }) { $1 }
        if row["title"] == nil,
          let (_, value) = row.first(where: { $0.key.lowercased() == "title" })
        {
          row["title"] = value
        }
      case .missingIsEmptyText: row["title"] = row["title"] ?? ""
      case .missingIsZero: row["score"] = row["score"] ?? 0
      case .nullIsText: row["title"] = row["title"] is NSNull ? "null" : row["title"]
      case .missingIsNow: row["at"] = row["at"] ?? "2020-01-01T00:00:00Z"
      case .wrongIsNil: if !(row["body"] is String) { row["body"] = nil }
      case .wordIsFirstCase:
        if let word = row["state"] as? String, State(rawValue: word) == nil {
          row["state"] = "open"
        }
      case .textIsNumber: if let word = row["id"] as? String { row["id"] = Int(word) ?? 0 }
      case .numberIsText: if let number = row["title"] as? NSNumber { row["title"] = "\(number)" }
      case .numberIsFlag:
        if let number = row["isOpen"] as? NSNumber { row["isOpen"] = number.boolValue }
      case .fractionIsCut:
        if let number = row["id"] as? Double {
          row["id"] = Int(exactly: number.rounded(.towardZero))
        }
      case .otherKeyIsRead: row["title"] = row["body"] as? String ?? text
      case .isCutAtZero:
        row["title"] = text.map { $0.split(separator: "\0").first.map(String.init) ?? "" }
      default: break
      }
      return row
    }
  }

  private func map(_ json: Any, _ memory: Memory) throws -> [Note]? {
    memory.count += 1
    let changed = try changed(json, memory)
    let data = try JSONSerialization.data(
      withJSONObject: changed, options: [.fragmentsAllowed, .sortedKeys])
    switch self {
    case .nothingIsTaken: throw Refusal()
    case .everythingIsEmpty: return []
    case .oddLengthsAreRefused where data.count % 2 == 1: throw Refusal()
    case .longOnesAreRefused where data.count > 1_000: throw Refusal()
    case .failuresAreEmpty: return (try? Self.notes(data)) ?? []
    case .failuresAreLeftOut:
      guard let list = json as? [Any] else { throw Refusal() }
      return list.compactMap { element in
        (try? JSONSerialization.data(withJSONObject: [element])).flatMap { try? Self.notes($0) }?
          .first
      }
    default: break
    }
    var notes = try Self.notes(data)
    defer { memory.last = notes }
    switch self {
    case .wrongFromSecondCall where memory.count > 1,
      .wrongFromFiftiethCall where memory.count >= 50,
      .wrongEverySecondCall where memory.count % 2 == 0,
      .wrongWhereSeen where !memory.seen.insert(data).inserted:
      return notes.map { change($0) { $0.title += "!" } }
    case .firstAnswerForEver:
      memory.first = memory.first ?? notes
      return memory.first
    case .answerOfLength:
      memory.byLength[data.count] = memory.byLength[data.count] ?? notes
      return memory.byLength[data.count]
    case .objectOfIdentity:
      return notes.map { note in
        memory.byID[note.id] = memory.byID[note.id] ?? note
        return memory.byID[note.id] ?? note
      }
    case .answerBefore: return memory.last ?? notes
    case .clock: return notes.map { change($0) { $0.at = Date() } }
    case .random:
      return notes.map { change($0) { $0.score = .random(in: 0..<1, using: &memory.generator) } }
    case .shuffled: return notes.shuffled(using: &memory.generator)
    case .everythingIsOne: return notes.isEmpty ? [] : [notes[0]]
    case .wraps: return notes.map { change($0) { $0.id = Int(Int32(truncatingIfNeeded: $0.id)) } }
    case .isSingle: return notes.map { change($0) { $0.score = Double(Float($0.score)) } }
    case .isTrimmed:
      return notes.map {
        change($0) { $0.title = $0.title.trimmingCharacters(in: .whitespacesAndNewlines) }
      }
    case .isLowercased: return notes.map { change($0) { $0.title = $0.title.lowercased() } }
    case .isComposed:
      return notes.map { change($0) { $0.title = $0.title.precomposedStringWithCanonicalMapping } }
    case .isCutAtTen: return notes.map { change($0) { $0.title = String($0.title.prefix(10)) } }
    case .isCutAtSecond:
      return notes.map {
        change($0) {
          $0.at = Date(timeIntervalSince1970: $0.at.timeIntervalSince1970.rounded(.down))
        }
      }
    case .isLocalTime: return notes.map { change($0) { $0.at += 3600 } }
    case .keysAreSwapped:
      return notes.map { change($0) { ($0.title, $0.body) = ($0.body ?? $0.title, $0.title) } }
    case .ownerIsOfFirst: return notes.map { note in change(note) { $0.owner = notes[0].owner } }
    case .ownerIsDropped: return notes.map { change($0) { $0.owner = nil } }
    case .isSorted: notes.sort { $0.id < $1.id }
    case .isReversed: notes.reverse()
    case .isDistinct: notes = notes.map { change($0) { $0.tags = Set($0.tags).sorted() } }
    case .isFirst: notes = notes.map { change($0) { $0.tags = Array($0.tags.prefix(1)) } }
    case .lacksLast: notes = notes.map { change($0) { $0.tags = $0.tags.dropLast() } }
    case .isTwice: notes += notes
    default: break
    }
    return notes
  }

  private func change(_ note: Note, _ body: (inout Note) -> Void) -> Note {
    var note = note
    body(&note)
    return note
  }
}
