import ContractModel
import JSONParsing
import TestSupport
import Testing

@testable import MappingEngine

@Suite("Bounded collections do not depend on the order of input")
struct BoundedTableTests {
  /// Draws numbers with repetitions, and deals them out to parts.
  private func parts(_ seed: UInt64, _ distinct: Int) -> [[UInt64]] {
    var generator = SplitMix64(seed: seed)
    return (0..<6).map { _ in
      (0..<Int.random(in: 0..<400, using: &generator)).map { _ in
        UInt64.random(in: 1...UInt64(distinct), using: &generator)
      }
    }
  }

  @Test("The first keys are kept, with exact counts", arguments: 0..<40)
  func keys(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let distinct = [8, 30, 1_000][Int(seed % 3)]
    let parts = parts(seed, distinct)
    let counts = parts.joined().reduce(into: [UInt64: Int]()) { $0[$1, default: 0] += 1 }
    let expected = counts.sorted { $0.key < $1.key }.prefix(10).map { "\($0.key) \($0.value)" }
    let tables = parts.map { part in
      part.reduce(into: SmallestKeys<UInt64, Int>(capacity: 10)) { table, key in
        table.add(1, for: key) { $0 += 1 }
      }
    }
    for _ in 0..<3 {
      let merged = tables.shuffled(using: &generator)
        .reduce(into: SmallestKeys<UInt64, Int>(capacity: 10)) { $0.merge($1, +=) }
      #expect(merged.entries.map { "\($0.key) \($0.value)" } == expected)
    }
  }

  @Test("Identities are distinguished up to the limit", arguments: 0..<40)
  func identities(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let parts = parts(seed, [20, 49, 50, 51, 1_000][Int(seed % 5)])
    let distinct = Set(parts.joined())
    let sets = parts.map { part in
      part.reduce(into: IdentitySet(capacity: 50)) { $0.insert($1) }
    }
    for _ in 0..<3 {
      let merged = sets.shuffled(using: &generator)
        .reduce(into: IdentitySet(capacity: 50)) { $0.merge($1) }
      #expect(merged.count == min(50, distinct.count))
      #expect(merged.isFull == (distinct.count >= 50))
      #expect(merged.fingerprints == (merged.isFull ? [] : distinct.sorted()))
    }
  }

  @Test("Each of many identities is counted once", arguments: [4_096, 4_097, 50_000])
  func manyIdentities(count: Int) {
    var generator = SplitMix64(seed: UInt64(count))
    let numbers = (0..<count).map { _ in generator.next() }
    var set = IdentitySet()
    for number in numbers + numbers.shuffled(using: &generator) { set.insert(number) }
    #expect(set.count == count)
    #expect(set.fingerprints == numbers.sorted())
  }

  @Test(
    "Numbers that hash to one end of a table are kept", arguments: [0, .max / 2, .max])
  func crowdedTable(around middle: UInt64) {
    var generator = SplitMix64(seed: middle)
    // The inverse of the factor that mixes a number: consecutive numbers get adjacent slots.
    let numbers = (1...3_000).map { middle &+ $0 &* 7 }.map { $0 &* 0xf1de_83e1_9937_733d }
    var (table, known) = (FingerprintTable(), Set<UInt64>())
    for number in numbers.shuffled(using: &generator) + numbers {
      #expect(table.insert(number) == known.insert(number).inserted)
      if table.hasInFirstPlace(number &+ 1) { #expect(known.contains(number &+ 1)) }
    }
    #expect(table.count == 3_000 && Set(table.values) == known)
  }

  @Test("Pending identities are counted like others", arguments: 0..<40)
  func waitingIdentities(seed: UInt64) {
    for part in parts(seed, [20, 300, 100_000][Int(seed % 3)]) {
      var (set, waiting) = (IdentitySet(capacity: 350), IdentitySet(capacity: 350))
      for number in part {
        set.insert(number)
        if number % 3 == 0 { waiting.insert(number) } else { waiting.insertSoon(number) }
      }
      waiting.insertWaiting()
      #expect(waiting.count == set.count && waiting.fingerprints == set.fingerprints)
    }
  }

  @Test(
    "Unknown keys are distinguished up to a limit, and all are counted", arguments: 0..<40)
  func unmapped(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let parts = parts(seed, [8, 30, 1_000][Int(seed % 3)])
    var counts: [String: Int] = [:]
    let tables = try parts.map { part in
      var keys = UnmappedKeys(capacity: 10)
      for number in part {
        let (name, mapping) = ("key number \(number)", Int32(number % 3))
        counts["\(mapping) \(name)", default: 0] += 1
        // The key as a payload writes it, with an escape, and as a part has it.
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: keys.note(Array(name.utf8), mapping, count: 1)
        case 1:
          let text = "{\"\(name)\":1}"
          keys.note(2, at: mapping, in: try JSONDocument(parsing: text))
        default:
          let text = "{\"\\u006b\(name.dropFirst())\":1}"
          keys.note(2, at: mapping, in: try JSONDocument(parsing: text))
        }
      }
      return keys
    }
    let total = parts.reduce(0) { $0 + $1.count }
    var first: [UnmappedKeys.Key]?
    for _ in 0..<3 {
      let merged = tables.shuffled(using: &generator)
        .reduce(into: UnmappedKeys(capacity: 10)) { $0.merge($1) }
      #expect(merged.keys == first ?? merged.keys)
      first = merged.keys
      #expect(merged.keys.count == min(10, counts.count))
      for key in merged.keys { #expect(counts["\(key.place) \(key.name)"] == key.count) }
      #expect(merged.keys.reduce(merged.otherCount) { $0 + $1.count } == total)
    }
  }
}
