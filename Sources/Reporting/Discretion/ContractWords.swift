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
    for mapping in contract.mappings + contract.includedMappings {
      for line in mapping.lines { add(line.source) }
      if let dispatch = mapping.dispatch { add(dispatch) }
    }
    for endpoint in contract.endpoints {
      if case .map(let lines) = endpoint.body {
        for line in lines { add(line.source) }
      }
      if let selector = endpoint.selector.http { add(selector.path) }
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

  private mutating func add(_ dispatch: CaseDispatch) {
    if let path = dispatch.switchPath { add(path.value) }
    for item in dispatch.cases {
      for condition in item.conditions { add(condition.source) }
    }
    for use in dispatch.cases.map(\.use) + [dispatch.otherwise].compactMap({ $0 }) {
      if case .lines(let lines) = use { for line in lines { add(line.source) } }
    }
  }

  private mutating func add(_ path: PathPattern) {
    for case .text(let text) in path.segments.joined() { segments.insert(MemberName(text)) }
  }

  private static func folded(_ name: MemberName) -> MemberName {
    let scalars = name.text.unicodeScalars.filter { $0 != "_" && $0 != "-" }.map { scalar in
      "A"..."Z" ~= scalar ? UnicodeScalar(UInt8(scalar.value) | 0x20) : scalar
    }
    return MemberName(String(String.UnicodeScalarView(scalars)))
  }
}
