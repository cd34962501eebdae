import ContractModel
import JSONParsing

/// The values that types were decoded from, and values that they may accept.
struct ModelSamples {
  private let probe: ModelProbe
  private var values: [ObjectIdentifier: [PayloadTree]] = [:]
  private static let mostValues = 48
  /// The most of them that are tried where a value is missing.
  private static let mostTried = 3
  /// The most values that are tried as the start of one that a type accepts.
  private static let mostGuessed = 8
  /// The most changes to a payload until a type accepts it.
  private static let mostSteps = 500

  init(_ probe: ModelProbe) { self.probe = probe }

  func values(of type: any Decodable.Type) -> [PayloadTree] {
    values[ObjectIdentifier(type)] ?? []
  }

  mutating func add(_ record: DecodingRecord) {
    for reading in record.readings where reading.outcome == .value {
      guard let type = reading.type, let value = reading.value,
        values[ObjectIdentifier(type), default: []].count < Self.mostValues
      else { continue }
      values[ObjectIdentifier(type), default: []].append(PayloadTree(value).withShortArrays)
    }
  }

  // MARK: - Values that are not there

  /// Grows a payload until a type accepts it: where the type reports an error, a value is put in,
  /// one after the other.
  func grown(
    _ type: any Decodable.Type, from seed: PayloadTree
  ) -> (payload: PayloadTree, record: DecodingRecord)? {
    var payload = seed
    var tries: [InstancePath: Int] = [:]
    for _ in 0..<Self.mostSteps {
      let record = probe.record(type, payload.bytes)
      guard let failure = record.failure else { return (payload, record) }
      let asked = record.readings.filter { $0.outcome == .threw && $0.path == failure.path }
      let types = asked.compactMap { $0.type as? any Decodable.Type }
      let options = types.flatMap { candidates(for: $0, hasGuesses: false) } + Self.guesses
      let number = tries[failure.path, default: 0]
      tries[failure.path] = number + 1
      guard number < options.count, payload.put(options[number], at: failure.path) else {
        return nil
      }
    }
    return nil
  }

  /// Returns values that a type may accept, the likeliest first.
  func candidates(for type: any Decodable.Type, hasGuesses: Bool = true) -> [PayloadTree] {
    let known = Array(values(of: type).prefix(Self.mostTried))
    switch ModelKind(type) {
    case .leaf, .model: return known + (hasGuesses ? Self.guesses : [])
    case .optional(let wrapped): return known + candidates(for: wrapped, hasGuesses: hasGuesses)
    case .list, .set: return known + [PayloadTree(json: "[]")]
    case .dictionary: return known + [PayloadTree(json: "{}")]
    case .choice(let literals): return known + literals.map { PayloadTree(json: $0.json) }
    }
  }

  /// Returns collections with one element, if the type is a collection.
  func collections(of type: any Decodable.Type) -> [PayloadTree] {
    let wrap = { (inner: any Decodable.Type, start: String, end: String) in
      candidates(for: inner).prefix(Self.mostGuessed)
        .compactMap { grown(inner, from: $0)?.payload }.prefix(1)
        .map { PayloadTree(json: start + $0.text + end) }
    }
    switch ModelKind(type) {
    case .optional(let wrapped): return collections(of: wrapped)
    case .list(let element), .set(let element): return wrap(element, "[", "]")
    case .dictionary(let value): return wrap(value, #"{"zz":"#, "}")
    case .leaf, .choice, .model: return []
    }
  }

  /// Values of all kinds, the likeliest first.
  static let guesses = [
    "{}", #""a""#, "1", "true", "[]", #""2001-01-02T03:04:05Z""#, #""2001-01-02""#, #""1""#,
    #""https://example.com/a""#, #""00000000-0000-0000-0000-00000000000A""#,
    #""2001-01-02 03:04:05""#, #""Tue, 02 Jan 2001 03:04:05 GMT""#, "978404645",
    #""2001-01-02T03:04:05.678Z""#, #""a@example.com""#, "[{}]", #"["a"]"#, "[1]", "null",
  ].map { PayloadTree(json: $0) }
}
