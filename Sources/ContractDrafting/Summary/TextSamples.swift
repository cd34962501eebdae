import CaptureChecking
package import JSONParsing
import MappingEngine

/// The different texts at a place: all of them with their counts, if they are few and short, and
/// always the smallest hashes, from which their number is estimated.
///
/// The `k` smallest hashes of a set are the same in any order and partition: K. Beyer et al., “On
/// synopses for distinct-value estimation under multiset operations”, SIGMOD 2007.
package struct TextSamples: Sendable {
  /// `nil`: they are more than 24, or one is longer than 40 scalars.
  package var counts: [MemberName: Int]? {
    counted.map { Dictionary($0.values.map { ($0.text, $0.count) }, uniquingKeysWith: +) }
  }

  /// The texts by their hashes.
  private var counted: [UInt64: (text: MemberName, count: Int)]? = [:]
  /// In ascending order.
  private(set) var smallestHashes: [UInt64] = []

  private static let mostTexts = 24
  private static let mostScalars = 40
  private static let hashCount = 64

  package init() {}

  /// Samples of what is known of them: nothing is added that they would not keep. `counts` are
  /// `nil` if they are too many.
  init(_ counts: [MemberName: Int]?, hashes: [UInt64]) {
    for hash in hashes { keep(hash) }
    guard let counts, counts.keys.allSatisfy({ Self.isShort($0.text) }) else {
      counted = nil
      return
    }
    for (text, count) in counts { counted?[Self.hash(text.text.utf8)] = (text, count) }
    limit()
  }

  private static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
    StableHash(Array(bytes)).value.mixed
  }

  private static func isShort(_ text: String) -> Bool {
    text.unicodeScalars.count <= mostScalars
  }

  /// - Parameter keepsText: Whether the text itself is kept, and not its hash alone.
  mutating func add(_ bytes: ArraySlice<UInt8>, keepsText: Bool) {
    let hash = StableHash(bytes).value.mixed
    keep(hash)
    guard keepsText, counted != nil else { return }
    if let known = counted?[hash]?.text {
      if known.text.utf8.elementsEqual(bytes) {
        counted?[hash]?.count += 1
      } else {
        counted = nil  // two texts of one hash are not told apart
      }
      return
    }
    let text = String(decoding: bytes.prefix(Self.mostScalars * 4 + 1), as: UTF8.self)
    if Self.isShort(text) {
      counted?[hash] = (MemberName(text), 1)
      limit()
    } else {
      counted = nil
    }
  }

  package mutating func merge(_ other: TextSamples) {
    for hash in other.smallestHashes { keep(hash) }
    if let others = other.counted {
      let isUnambiguous = others.allSatisfy { hash, other in
        counted?[hash].map { $0.text == other.text } ?? true
      }
      counted?.merge(others) { ($0.text, $0.count + $1.count) }
      if isUnambiguous { limit() } else { counted = nil }
    } else {
      counted = nil
    }
  }

  private mutating func limit() {
    if let count = counted?.count, count > Self.mostTexts { counted = nil }
  }

  private mutating func keep(_ hash: UInt64) {
    let isFull = smallestHashes.count == Self.hashCount
    if isFull, let last = smallestHashes.last, hash >= last { return }
    let index = smallestHashes.firstIndex { $0 >= hash } ?? smallestHashes.count
    guard index == smallestHashes.count || smallestHashes[index] != hash else { return }
    smallestHashes.insert(hash, at: index)
    if isFull { smallestHashes.removeLast() }
  }

  /// How many different texts there are; of more than 63, an estimate within a quarter or so.
  package var distinctCount: Int {
    guard smallestHashes.count == Self.hashCount, let last = smallestHashes.last else {
      return smallestHashes.count
    }
    // Hashes are spread evenly, if nobody made them up.
    return Int(min(Double(Self.hashCount - 1) * 0x1p64 / Double(max(last, 1)), 0x1p50))
  }
}

extension TextSamples: Codable {
  private enum CodingKeys: CodingKey { case counts, hashes }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try container.decodeIfPresent([MemberName: Int].self, forKey: .counts),
      hashes: try container.decode([FingerprintText].self, forKey: .hashes).map(\.wrappedValue))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    if let counts { try container.encode(counts, forKey: .counts) }
    try container.encode(smallestHashes.map(FingerprintText.init), forKey: .hashes)
  }
}
