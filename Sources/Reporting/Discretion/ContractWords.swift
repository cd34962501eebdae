import ContractModel
import JSONParsing

/// The words of a contract: the keys that its lines read, and the segments of its paths.
///
/// Any other word of a capture may be data: a key of a dictionary, an address in a path. Two
/// spellings of one key, such as `avatarURL` and `avatar_url`, are one word.
struct ContractWords: Sendable {
  /// The keys in lower case, without marks between words.
  private var keys: Set<MemberName> = []
  /// The keys as written, which match most keys of a capture.
  private var spellings: Set<MemberName> = []
  private var segments: Set<MemberName> = []

  init(_ contract: Contract) {
    for (line, _) in contract.ownedLines { add(line.source) }
    for dispatch in (contract.mappings + contract.includedMappings).compactMap(\.dispatch) {
      if let path = dispatch.switchPath { add(path.value) }
      for condition in dispatch.cases.flatMap(\.conditions) { add(condition.source) }
    }
    for path in contract.endpoints.compactMap(\.selector.http?.path) {
      for case .text(let text) in path.segments.joined() { segments.insert(MemberName(text)) }
    }
    for segment in contract.basePathSegments {
      segments.insert(MemberName(String(segment)))
    }
  }

  func has(key: MemberName) -> Bool {
    spellings.contains(key) || keys.contains(Self.folded(key))
  }

  func has(segment: String) -> Bool { segments.contains(MemberName(segment)) }

  // MARK: - Collecting

  private mutating func add(_ source: SourceKeyPath) {
    for case .segment(let name) in source.steps {
      spellings.insert(name)
      keys.insert(Self.folded(name))
    }
  }

  private static func folded(_ name: MemberName) -> MemberName {
    let scalars = name.text.unicodeScalars.filter { $0 != "_" && $0 != "-" }.map { scalar in
      "A"..."Z" ~= scalar ? UnicodeScalar(UInt8(scalar.value) | 0x20) : scalar
    }
    return MemberName(String(String.UnicodeScalarView(scalars)))
  }
}
